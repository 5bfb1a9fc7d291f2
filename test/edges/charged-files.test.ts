import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type ConsoleVisitor, signedIn } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type Story, startStory } from '../support/story.js';

const PAGE = '/console/l/europe/import';
const CHECK = 'mutation ($input: CheckImportInput!) { checkImport(input: $input) { errors { message } } }';
const MAPPING = 'date=date; side=a:x; side=b:y';
const ROW = '2020-01-01,ann,bob,1,0\n';
const fileOf = (bytes: number) => `date,a,b,x,y\n${ROW.repeat(Math.floor(bytes / ROW.length))}`;

let story: Story;
let admin: ConsoleVisitor;
/** @param points of a token: a hundredth of the bytes that it may hand in, or a tenth of those that may be checked */
const start = async (points: number) => {
  story = await startStory({ env: { OPENLADDER_RATE_LIMIT: String(points / 10) } });
  await story.league('europe', 'elo');
  admin = await signedIn(story.url, ADMIN_TOKEN);
};
afterEach(() => story.stop());

const rows = (table: string) => story.sql(`SELECT * FROM ${table}`);
const settled = async () => {
  while ((await rows('match_import')).some(({ status }) => status === 'CHECKING')) await setTimeout(50);
};

test('files are charged while they arrive; the rest is refused after the last point, and nothing is stored', async () => {
  await start(20_000);
  expect((await admin.upload(PAGE, 'a.csv', fileOf(500_000))).status).toBe(303);
  const parts = (await rows('match_import_part')).length;
  const refused = await admin.upload(PAGE, 'b.csv', fileOf(3_000_000));
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(await refused.text()).toMatch(/The 20000 points for this minute are used up; try again in \d+ s\./);
  expect([(await rows('match_import')).length, (await rows('match_import_part')).length]).toEqual([1, parts]);

  const headers = { origin: story.url, cookie: admin.cookie(), 'content-type': 'multipart/form-data; boundary=x' };
  const next = await fetch(story.url + PAGE, { method: 'POST', headers, body: '--x--\r\n', redirect: 'manual' });
  expect([next.status, next.headers.get('connection')]).toEqual([429, 'close']);
});

test('a file is charged each time it is checked', async () => {
  // Few, so that they are spent within the minute, however long checks take.
  await start(10_000);
  const answer = await admin.upload(PAGE, 'a.csv', fileOf(40_000));
  const id = decodeURIComponent(answer.headers.get('location')!.split('/').at(-1)!);
  for (let checks = 0; checks < 3; checks++) {
    await settled();
    await story.admin.mutate('checkImport', { import: id, mapping: MAPPING });
  }
  await settled();
  const { errors } = await story.admin.ask(CHECK, { input: { import: id, mapping: MAPPING } });
  expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
});
