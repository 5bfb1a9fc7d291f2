import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { formIn, signedIn, useConsole } from '../support/console.js';
import { useLeague, useStory } from '../support/story.js';

const PAGE = '/console/l/europe/import';
const CSV = 'date,home_team,away_team,home_score,away_score\n2020-01-01,Ann B,Ben,2,0\n';

const story = useStory();
useLeague(story, { slug: 'europe', ratingSystem: 'elo' });
useLeague(story, { slug: 'asia', ratingSystem: 'elo' });
const admin = useConsole(story);

/** A file that is on its way. */
interface Begun {
  /** Sends the rest. @returns the status of the answer */
  finish(): Promise<number>;
  breakOff(): void;
}
describe('handing in a file', () => {
  const rowsOf = async (table: string) => (await story.sql(`SELECT count(*)::int AS count FROM ${table}`))[0]!.count;
  const imports = () => rowsOf('match_import');
  const parts = () => rowsOf('match_import_part');

  test('is refused before any of it is read, unless an admin of the league is signed in', async () => {
    const before = await imports();
    const input = { name: 'asia', scopes: ['league:admin'], leagues: ['asia'] };
    const other = await signedIn(story.url, (await story.admin.mutate('createToken', input, 'secret')).secret);
    for (const [cookie, status] of [
      ['', 303],
      [`openladder_session=${'x'.repeat(43)}`, 303],
      [other.cookie(), 403],
    ] as const) {
      expect(await answerToBegun(cookie)).toBe(status);
    }
    expect(await imports()).toEqual(before);
  });

  /** The status that answers a form of which only the headers have come. */
  function answerToBegun(cookie: string): Promise<number> {
    const headers = {
      cookie,
      origin: story.url,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000000',
    };
    return new Promise((resolve, reject) => {
      const sent = request(story.url + PAGE, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode!);
        answer.resume();
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
  }

  test('requires the key of its session', async () => {
    const before = await imports();
    const body = new FormData();
    body.append('_key', 'x'.repeat(43));
    body.append('file', new Blob([CSV]), 'a.csv');
    const headers = { origin: story.url, cookie: admin.cookie() };
    const answer = await fetch(story.url + PAGE, { method: 'POST', headers, body, redirect: 'manual' });
    expect(answer.status).toBe(403);
    expect(await imports()).toEqual(before);
  });

  test.each([
    ['without a file', '', '', 'Choose a file first.'],
    ['of nothing', 'empty.csv', '', 'File &quot;empty.csv&quot; is empty.'],
    [
      'of a workbook',
      'a.xlsx',
      'PK\u0003\u0004\u0014',
      'File &quot;a.xlsx&quot; is a workbook of a spreadsheet program',
    ],
    ['of more than 32 MB', 'large.csv', new Uint8Array(32_000_001).fill(44), 'file must be at most 32 MB'],
  ])('%s is refused with its fault', async (_, name, content, message) => {
    const before = [await imports(), await parts()];
    const answer = await admin.upload(PAGE, name, content);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
    expect([await imports(), await parts()]).toEqual(before);
  });

  /** Begins to hand in a file of 100,000 lines. */
  async function begun(): Promise<Begun> {
    const key = formIn(await admin.read(PAGE), 'upload').fields._key!;
    const start = [
      '--x\r\nContent-Disposition: form-data; name="_key"\r\n\r\n',
      key,
      '\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
      'date,a\n'.repeat(100_000),
    ].join('');
    const end = '\r\n--x--\r\n';
    const headers = {
      ...{ origin: story.url, cookie: admin.cookie() },
      ...{ 'content-type': 'multipart/form-data; boundary=x', 'content-length': start.length + end.length },
    };
    const sent = request(story.url + PAGE, { method: 'POST', headers });
    sent.on('error', () => undefined);
    const status = new Promise<number>((resolve) => sent.once('response', (answer) => resolve(answer.statusCode!)));
    sent.write(start);
    return {
      finish: () => {
        sent.end(end);
        return status;
      },
      breakOff: () => sent.destroy(),
    };
  }

  test('that breaks off leaves nothing', async () => {
    const before = [await imports(), await parts()];
    const { breakOff } = await begun();
    while ((await parts()) === before[1]) await setTimeout(20);
    breakOff();
    while ((await imports()) !== before[0]) await setTimeout(20);
    expect(await parts()).toEqual(before[1]);
  });

  test('with a declared length that is too large is refused before it is read, with its limit', async () => {
    const before = [await imports(), await parts()];
    const answer = await admin.upload(PAGE, 'large.csv', new Uint8Array(40_000_000).fill(44));
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain(
      'at most 32 MB, but is larger. Import it on the computer of the service: openladder import',
    );
    expect([await imports(), await parts()]).toEqual(before);
  });

  test('waits while three others arrive, and does not affect them', async () => {
    const arriving = async () =>
      (await story.sql(`SELECT count(*)::int AS count FROM match_import WHERE status = 'UPLOADING'`))[0]!.count;
    const three = await Promise.all([begun(), begun(), begun()]);
    while ((await arriving()) !== 3) await setTimeout(20);
    const fourth = await admin.upload(PAGE, 'results.csv', CSV);
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await fourth.text()).toContain('At most 3 files may be arriving for a league at a time');
    // Other leagues have places of their own.
    expect((await admin.upload('/console/l/asia/import', 'results.csv', CSV)).status).toBe(303);
    expect(await Promise.all(three.map(({ finish }) => finish()))).toEqual([303, 303, 303]);
    expect((await admin.upload(PAGE, 'results.csv', CSV)).status).toBe(303);
  });
});
