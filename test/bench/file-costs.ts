import { setTimeout } from 'node:timers/promises';
import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import { atMost, defineBenchmark } from './benchmark.js';
import { ASIDE, bystander, post } from './load.js';
import { serveFilled } from './serve.js';
import { ADMIN_TOKEN } from './service.js';
import { ADMIN } from './submit-requests.js';

const LEAGUE = 'files';
/** A bystander's queries are looked at in windows of this many seconds; the worst window counts. */
const WINDOW = 2;
/** How long a check is watched, in seconds. It is cancelled then, and must end. */
const WATCHED = 8;
/** How long the service may be at work after that, in milliseconds. */
const ENDS_WITHIN = 5_000;
const CHECK = `mutation ($input: CheckImportInput!) { checkImport(input: $input) { import { status } errors { message } } }`;
const CANCEL = `mutation ($input: CancelImportInput!) { cancelImport(input: $input) { import { status } errors { message } } }`;
const STATUS = `query ($id: ID!) { node(id: $id) { ... on MatchImport { status error } } }`;
const WIDE = 'date=date; side=a:x; side=b:y';
const LONG = 'match=match; date=date; player=player; score=score';
const HEADER = 'date,a,b,x,y\n';

interface File {
  readonly what: string;
  readonly content: Buffer;
  readonly name?: string;
  readonly mapping?: string;
  /** Whether it is refused while it is handed in. Whether its check fails is not looked at. */
  readonly isRefused?: true;
}

/** Files as spreadsheets and programs save them, and as somebody would make them who wants the service to stand still. */
function files(size: number): File[] {
  const filled = (begun: string, rest: string, bytes = size) =>
    Buffer.concat([Buffer.from(begun), Buffer.alloc(bytes - begun.length, rest)]);
  const rows = (begun: string, row: (n: number) => string) => {
    const lines = [begun];
    let length = begun.length;
    for (let n = 0; length < size; n++) {
      const line = row(n);
      lines.push(line);
      length += line.length;
    }
    return Buffer.from(lines.join(''));
  };
  const day = (n: number) => new Date(Date.UTC(1990, 0, 1) + (n % 12_000) * 86_400_000).toISOString();
  const player = (n: number) => `player-${n % 5_000}`;
  const sides = (n: number) =>
    [n, n + 1 + (n % 7)].map((one, place) => ({ score: place, participants: [{ player: player(one) }] }));
  return [
    { what: 'line ends, 1 MB', content: Buffer.alloc(Math.min(size, 1_000_000), '\n'), isRefused: true },
    { what: 'empty lines behind a header, 2 MB', content: filled(HEADER, '\n', Math.min(size, 2_000_000)) },
    { what: 'line ends', content: Buffer.alloc(size, '\n'), isRefused: true },
    { what: 'empty lines behind a header', content: filled(HEADER, '\n') },
    { what: 'rows of empty cells', content: filled(HEADER, ',,,,\n') },
    { what: 'rows of one letter', content: filled(HEADER, 'a\n') },
    { what: 'commas', content: Buffer.alloc(size, ','), isRefused: true },
    { what: 'commas behind a header', content: filled(HEADER, ',') },
    { what: 'one line', content: Buffer.alloc(size, 'a'), isRefused: true },
    { what: 'one line behind a header', content: filled(HEADER, 'a') },
    { what: 'a quote that never ends', content: filled(`${HEADER}"`, 'a,b\n') },
    { what: 'quotes', content: filled(HEADER, '"') },
    { what: 'new names in each row', content: rows(HEADER, (n) => `2020-01-01,p${n}a,p${n}b,1,0\n`) },
    {
      what: 'names that collide',
      content: rows(HEADER, (n) => `2020-01-01,A${'!'.repeat(n % 99)}${n}?,B${'?'.repeat(n % 99)},1,0\n`),
    },
    {
      what: 'a match in each row',
      content: rows('match,date,player,score\n', (n) => `${n},2020-01-01,a,1\n`),
      mapping: LONG,
    },
    { what: 'one match', content: filled('match,date,player,score\n', '1,2020-01-01,a,1\n'), mapping: LONG },
    { what: 'a line of JSON', content: filled('{"externalId":', '['), name: 'a.jsonl' },
    { what: 'line ends in JSON Lines', content: Buffer.alloc(size, '\n'), name: 'a.jsonl' },
    { what: 'lines of JSON of 390,000 values', content: filled('', `[${'{},'.repeat(195_000)}0]\n`), name: 'a.jsonl' },
    { what: 'lines of JSON of 7 MB', content: filled('', `[${'{},'.repeat(2_300_000)}0]\n`), name: 'a.jsonl' },
    {
      what: 'honest CSV',
      content: rows(
        HEADER,
        (n) => `${day(n).slice(0, 10)},${player(n)},${player(n + 1 + (n % 7))},${n % 5},${n % 3}\n`,
      ),
    },
    {
      what: 'honest JSON Lines',
      content: rows('', (n) => `${JSON.stringify({ externalId: `m${n}`, playedAt: day(n), sides: sides(n) })}\n`),
      name: 'a.jsonl',
    },
  ];
}

/**
 * The effect of files on a bystander and on the memory of the service, each handed in and checked by an administrator as the console does
 * it. A check that takes long is cancelled after a while.
 */
export const fileCosts = defineBenchmark({
  name: 'file-costs',
  targets: {
    bystander: atMost(
      250,
      'ms',
      "a plain query's slowest hundredth in the worst seconds",
      'a file that is handed in and checked',
    ),
    memory: atMost(400, 'MB', "the service's peak memory", 'files that are handed in and checked'),
  },
  run: async (context) => {
    const { service } = await serveFilled(context, async (app) => {
      for (const slug of [LEAGUE, 'aside']) {
        await createLeague(app, COMMAND_LINE, { slug, name: slug, ratingSystem: 'elo' });
      }
    });
    const admin = await signIn(service.url);
    // What it does to others is nothing to a check.
    const measured = context.isCheck ? withoutOthers : besideWork;
    const alone = await measured(service.url, () => setTimeout(WINDOW * 1_000));
    const idle = Math.round(service.peakRss());
    const worst = { p99: 0, what: 'none' };
    const largest = { peak: 0, what: 'none' };
    for (const file of files(context.size(30_000_000, 1_000_000))) {
      const p99 = await measured(service.url, () => handInAndCheck(service.url, admin, file));
      const peak = service.peakRss();
      if (context.isCheck) continue;
      context.log(`${file.what}: ${p99} ms, peak memory so far ${Math.round(peak)} MB`);
      if (p99 > worst.p99) Object.assign(worst, { p99, what: file.what });
      if (peak > largest.peak) Object.assign(largest, { peak, what: file.what });
    }
    return {
      bystander: { value: worst.p99, detail: `${worst.what}; ${alone} ms beside nothing` },
      memory: { value: largest.peak, detail: `reached with ${largest.what}; ${idle} MB before` },
    };
  },
});

/** The slowest hundredth of a bystander's queries in the worst seconds of some work, in ms. */
async function besideWork(url: string, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  // It is looked at when the present window is over.
  done.catch(() => undefined);
  let worst = 0;
  do {
    const window = await bystander(url, WINDOW, ASIDE).catch(() => ({ p99: WINDOW * 1_000 }));
    worst = Math.max(worst, window.p99);
  } while (!isOver);
  await done;
  return worst;
}

async function withoutOthers(_url: string, work: () => Promise<unknown>): Promise<number> {
  await work();
  return Number.NaN;
}

async function handInAndCheck(url: string, admin: Console, file: File): Promise<void> {
  const { status, id } = await admin.upload(file);
  if (file.isRefused) {
    if (status !== 422) throw new Error(`${file.what}: answered ${status}, not 422`);
    return;
  }
  if (!id) throw new Error(`${file.what}: answered ${status}, not 303`);
  const mapping = file.name ? null : (file.mapping ?? WIDE);
  const { checkImport } = await ask(url, CHECK, { input: { import: id, mapping, delimiter: ',' } });
  if (checkImport.errors.length > 0) throw new Error(`${file.what}: ${JSON.stringify(checkImport.errors)}`);
  const statusOf = async () => (await ask(url, STATUS, { id })).node.status;
  for (const end = performance.now() + WATCHED * 1_000; performance.now() < end; await setTimeout(200)) {
    if ((await statusOf()) !== 'CHECKING') return;
  }
  await ask(url, CANCEL, { input: { import: id } });
  // The next check of a league begins when the present one has ended.
  const next = await admin.upload({ what: 'a small file', content: Buffer.from(`${HEADER}2020-01-01,a,b,1,0\n`) });
  await ask(url, CHECK, { input: { import: next.id, mapping: WIDE } });
  for (const end = performance.now() + ENDS_WITHIN; performance.now() < end; await setTimeout(100)) {
    if ((await ask(url, STATUS, { id: next.id })).node.status === 'CHECKED') return;
  }
  throw new Error(`${file.what}: its check went on ${ENDS_WITHIN} ms after it was cancelled`);
}

interface Answer {
  readonly checkImport: { readonly errors: readonly unknown[] };
  readonly node: { readonly status: string };
}

async function ask(url: string, query: string, variables: object): Promise<Answer> {
  const answer = await post(`${url}/graphql`, JSON.stringify({ query, variables }), ADMIN);
  return (answer as { data: Answer }).data;
}

/** The console in a browser that is signed in. */
interface Console {
  /** Hands in a file. @returns the status, and the id of the import if there is one */
  upload(file: File): Promise<{ readonly status: number; readonly id: string | undefined }>;
}

async function signIn(url: string): Promise<Console> {
  const opened = await fetch(`${url}/console/sign-in`, {
    ...{ method: 'POST', redirect: 'manual', headers: { origin: url } },
    body: new URLSearchParams({ secret: ADMIN_TOKEN }),
  });
  const cookie = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const headers = { origin: url, cookie };
  const page = `${url}/console/l/${LEAGUE}/import`;
  const html = await (await fetch(page, { headers })).text();
  const key = /name="_key" value="([^"]+)"/.exec(html)?.[1];
  if (!key) throw new Error(`${page} has no form with a key`);
  return {
    upload: async ({ content, name = 'a.csv' }) => {
      const body = new FormData();
      body.append('_key', key);
      body.append('file', new Blob([new Uint8Array(content)]), name);
      const answer = await fetch(page, { method: 'POST', headers, body, redirect: 'manual' });
      await answer.arrayBuffer();
      const location = answer.headers.get('location');
      if (location?.includes('kept=')) {
        // What a file was refused for is on a page that can be requested again.
        const refusal = await fetch(new URL(location, url), { headers });
        await refusal.arrayBuffer();
        return { status: refusal.status, id: undefined };
      }
      const id = location?.split('/').at(-1);
      return { status: answer.status, id: id && decodeURIComponent(id) };
    },
  };
}
