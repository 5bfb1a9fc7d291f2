import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { Pipelined } from '../../services/api/dist/kit/sql/prepared.js';
import { listStamps } from '../../services/api/dist/league/league.repository.js';
import { listEventsAfter } from '../../services/api/dist/outbox/outbox.js';
import { createTestDatabase } from '../support/database.js';
import type { Client } from '../support/graphql.js';
import { openPlatform, type Platform } from '../support/platform.js';
import { openClient } from '../support/server.js';
import { type Service, startService } from '../support/service.js';
import type { MatchInput } from '../support/story-match.js';
import { readOperation } from './files.js';

/** A league that is larger than the others, as on most platforms. Of tables as small as this, ANALYZE reads every row. */
const LADDER = { slug: 'ladder', players: 150, matches: 1500 };
const LEAGUES = [LADDER, { slug: 'club', players: 40, matches: 200 }, { slug: 'office', players: 12, matches: 100 }];
const OPENING = Date.parse('2024-01-01T00:00:00Z');
const HOUR = 3_600_000;
/** Every service of these reads lives at this moment. */
const NOW = new Date(OPENING + 1501 * HOUR);
const BATCH = 1000;

/** A statement that the service sent, the function that sent it, and the requests for which it did. */
interface Query {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly requests: Set<string>;
}

/**
 * The statements behind the requests that are made most, with their plans.
 * @returns the files of schema/queries, by name
 */
export async function hotQueries(): Promise<Record<string, string>> {
  const { url, drop } = await createTestDatabase();
  try {
    const service = await startService({ databaseUrl: url, clock: () => NOW });
    const queries = await fill(service.admin)
      .then(() => recordQueries(service))
      .finally(service.stop);
    return await explained(url, queries);
  } finally {
    await drop();
  }
}

/** The same matches at every run: players of similar strength meet more often, and those at the head of the list play more. */
async function fill(admin: Client): Promise<void> {
  for (const { slug, players, matches } of LEAGUES) {
    await must(admin, 'createLeague', 'CreateLeague', {
      slug,
      name: slug,
      ratingSystem: 'timed-glicko',
      minMatches: 3,
    });
    let seed = players;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const all = Array.from({ length: matches }, (_, n) => {
      const one = Math.floor(players * random() ** 2);
      const other = (one + 1 + Math.floor((players - 1) * random() ** 3)) % players;
      return duel(slug, n, playerOf(one), playerOf(other), random() < 0.6);
    });
    for (let at = 0; at < all.length; at += BATCH) await submit(admin, slug, ...all.slice(at, at + BATCH));
  }
}

const MATCH = `query ($league: String!, $externalId: String!) {
  league(slug: $league) { match(externalId: $externalId) { id version } } }`;

const playerOf = (n: number) => `player-${n}`;

function duel(slug: string, n: number, one: string, other: string, isWon: boolean): MatchInput {
  const sides = [one, other].map((player, side) => ({
    placement: isWon === (side === 0) ? 1 : 2,
    participants: [{ player }],
  }));
  return { externalId: `${slug}-${n}`, playedAt: new Date(OPENING + n * HOUR), sides };
}

async function submit(caller: Client, league: string, ...matches: readonly MatchInput[]): Promise<void> {
  const { submitMatches } = await caller.get(SUBMIT, { input: { league, matches } });
  expect(submitMatches.errors).toEqual([]);
  expect(new Set(submitMatches.results.map((result: { __typename: string }) => result.__typename))).toEqual(ACCEPTED);
}

const SUBMIT = `mutation ($input: SubmitMatchesInput!) {
  submitMatches(input: $input) { errors { message } results { __typename } }
}`;
const ACCEPTED = new Set(['MatchAccepted']);

async function must(caller: Client, field: string, type: string, input: object): Promise<void> {
  const document = `mutation ($input: ${type}Input!) { ${field}(input: $input) { errors { message } } }`;
  expect((await caller.get(document, { input }))[field].errors, field).toEqual([]);
}

/** Makes each request in turn. @returns what the service sent for them */
async function recordQueries(service: Service): Promise<Query[]> {
  const { admin, anonymous } = service;
  const operation = async (file: string, variables: object, caller = anonymous) =>
    caller.get(await readOperation(`${file}.graphql`), { league: 'ladder', ...variables });
  const [one, other, third] = [playerOf(3), playerOf(5), playerOf(8)] as const;
  const versionOf = async (externalId: string) => {
    const { league } = await admin.get(MATCH, { league: 'ladder', externalId });
    return { match: league.match.id, expectedVersion: league.match.version };
  };
  const corrected = await versionOf(`ladder-${LADDER.matches - 10}`);
  const voided = await versionOf(`ladder-${LADDER.matches - 15}`);
  const board = await operation('board', {});
  const matches = await operation('match-list', {});
  const history = await operation('player-page', { player: one });
  const next = (connection: { pageInfo: { endCursor: string } }) => ({ after: connection.pageInfo.endCursor });
  const platform = await openPlatform(service.databaseUrl);

  const requests: Record<string, () => Promise<unknown>> = {
    submit: () => submit(admin, 'ladder', duel('ladder', LADDER.matches, one, other, true)),
    'submit again': () => submit(admin, 'ladder', duel('ladder', LADDER.matches, one, other, true)),
    'submit newcomers': () => submit(admin, 'ladder', duel('ladder', LADDER.matches + 1, 'new-1', 'new-2', true)),
    'submit late': () =>
      submit(admin, 'ladder', { ...duel('ladder', LADDER.matches - 20, one, third, true), externalId: 'late' }),
    amend: () =>
      must(admin, 'amendMatch', 'AmendMatch', {
        ...corrected,
        sides: duel('', 0, one, third, false).sides,
        reason: 'no',
      }),
    void: () => must(admin, 'voidMatch', 'VoidMatch', { ...voided, reason: 'no' }),
    board: () => operation('board', { includeProvisional: true }),
    'board, next page': () => operation('board', next(board.league.standings)),
    'board around a player': () => operation('board', { around: third }),
    'page of a board': () => operation('site-board', { since: new Date(NOW.getTime() - 168 * HOUR) }),
    'history, next page': () => operation('player-page', { player: one, ...next(history.league.rating.history) }),
    'page of a player': () => operation('site-player', { player: one, locale: 'en' }),
    matches: () => operation('match-list', {}),
    'matches, next page': () => operation('match-list', next(matches.league.matches)),
    'matches of a player': () => operation('match-list', { player: one }),
    'voided matches of a time': () => operation('match-list', { status: 'VOID', from: new Date(OPENING), to: NOW }),
    'page of a match': () => operation('site-match', { externalId: 'ladder-70', locale: 'en' }),
    'search for players': () => operation('find-players', { search: 'player-1' }),
    'front page': () => operation('site-front', { since: '2020-01-01T00:00:00Z' }),
    'audit log': () => operation('audit-log', {}, admin),
    'event cursor': () => operation('event-cursor', {}),
    'a follower catches up': () => listEventsAfter(platform.app.reads, 1, { after: 3, limit: 100 }),
    'a wake-up': () => {
      platform.app.wakeUps.announce('league:1');
      return platform.app.wakeUps.close();
    },
    'a look for missed wake-ups': () => listStamps(platform.app.reads, [1, 2]),
  };
  try {
    return await sentBy(platform.app.database, requests);
  } finally {
    await platform.close();
  }
}

type InTurn = (work: () => unknown) => unknown;

function oneByOne(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}

/** Set for what is done for a request, and not by the service on its own. */
const watched = new AsyncLocalStorage<true>();

const ABOUT_ROWS = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;
const ABOUT_SESSIONS = /pg_(?:try_)?advisory|pg_backend_pid|current_schema|version\(\)/;

/** Watches where statements enter: there, the function that sends one is still on the stack. */
async function sentBy(
  database: Platform['app']['database'],
  requests: Record<string, () => Promise<unknown>>,
): Promise<Query[]> {
  const queries = new Map<string, Query>();
  let request = '';
  const record = (text: string) => {
    if (!ABOUT_ROWS.test(text) || ABOUT_SESSIONS.test(text)) return;
    const known = queries.get(text) ?? { ...sender(), text, requests: new Set<string>() };
    queries.set(text, known);
    known.requests.add(request);
  };
  const watch = (prototype: object, method: string, inTurn: InTurn = (work) => work()) => {
    const original: (...args: unknown[]) => unknown = Reflect.get(prototype, method);
    return vi.spyOn(prototype as Record<string, typeof original>, method).mockImplementation(function (
      this: unknown,
      ...args: unknown[]
    ) {
      const [first] = args as [string | { text?: string }];
      const text = typeof first === 'string' ? first : first.text;
      if (watched.getStore() && text !== undefined) record(text);
      return inTurn(() => watched.exit(() => Reflect.apply(original, this, args)));
    });
  };
  const { emit } = Server.prototype;
  const later = globalThis.setTimeout;
  const spies = [
    watch(Object.getPrototypeOf(database.manager), 'query'),
    watch(Object.getPrototypeOf(database), 'query'),
    // One answer at a time: which of two come together would decide what is still to be asked.
    watch(Pipelined.prototype, 'query', oneByOne()),
    watch(pg.Pool.prototype, 'query'),
    watch(pg.Client.prototype, 'query'),
    // What is done later, such as counting what a token wrote, would belong to the request or not, by how long the answer takes.
    vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((...args: Parameters<typeof setTimeout>) =>
        watched.exit(() => later(...args))) as typeof setTimeout),
    vi.spyOn(Server.prototype, 'emit').mockImplementation(function (this: Server, ...args: unknown[]) {
      const take = () => Reflect.apply(emit, this, args);
      return args[0] === 'request' ? watched.run(true, take) : take();
    } as never),
  ];
  try {
    for (const [name, send] of Object.entries(requests)) {
      request = name;
      await watched.run(true, send);
    }
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return [...queries.values()];
}

/** A frame of a function of the service: its name, its folder and its file. */
const FRAME =
  /at (?:async )?(?:([\w.#]+) (?:\[as \w+\] )?\()?\S*\/services\/api\/(?:src|dist)\/(\S+)\/([\w.-]+)\.[jt]s:/g;
const FRAMES = 30;

/** The function of the service that is sending a statement: the nearest of a repository, if there is one. */
function sender(): Pick<Query, 'file' | 'name'> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const frames = [...new Error().stack!.matchAll(FRAME)].filter(([, , folder]) => folder !== 'kit/sql');
  Error.stackTraceLimit = stackTraceLimit;
  const [, name, , file] = frames.find(([, name, , file]) => name && file!.endsWith('.repository')) ?? frames[0]!;
  return { file: file!, name: name ?? 'a function without a name' };
}

/** The files of schema/queries. Their order does not depend on which of two requests at once came first. */
async function explained(url: string, queries: readonly Query[]): Promise<Record<string, string>> {
  const parts = new Map<string, string[]>();
  const client = await openClient(url);
  // How many pages an index has depends on when its rows were written, and decides between two that cost nearly the same.
  await client.query('REINDEX SCHEMA public');
  await client.query('VACUUM (FREEZE, ANALYZE)');
  // The plan for any values, as prepared statements have it, which names parameters where a plan for some values would have the values.
  await client.query('SET plan_cache_mode = force_generic_plan');
  // In tables as small as these, PostgreSQL would read all rows rather than an index.
  await client.query('SET enable_seqscan = off');
  // Of these, and of index scans, either may cost a little less by what VACUUM could mark as visible to all.
  await client.query('SET enable_bitmapscan = off');
  for (const { file, name, text, requests } of queries) {
    const part = `-- ${name}, for: ${[...requests].join('; ')}\n${dedented(text)};\n${await planOf(client, text)}\n`;
    parts.set(file, [...(parts.get(file) ?? [HEAD]), part]);
  }
  await client.end();
  return Object.fromEntries(
    [...parts].map(([file, [head, ...rest]]) => [`${file}.sql`, [head, ...rest.sort()].join('\n')]),
  );
}

const HEAD =
  '-- Written by `npm run queries`. Below each statement is its plan; sequential scans stand only where no index can serve.\n';

async function planOf(client: pg.Client, text: string): Promise<string> {
  await client.query(`PREPARE explained AS ${text}`);
  const { rows } = await client.query('SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements');
  const values = Array(rows[0].count).fill('NULL').join(', ');
  const plan = await client.query(`EXPLAIN (COSTS OFF) EXECUTE explained${values && `(${values})`}`);
  await client.query('DEALLOCATE explained');
  return plan.rows.map((row) => `--   ${row['QUERY PLAN']}`).join('\n');
}

/** A statement without the indentation that it has in its source. */
function dedented(text: string): string {
  const lines = text.trim().split('\n');
  const depth = Math.min(
    ...lines
      .slice(1)
      .filter((line) => line.trim())
      .map((line) => line.search(/\S/)),
  );
  return lines
    .map((line, n) => (n === 0 ? line : line.slice(Number.isFinite(depth) ? Math.max(depth - 2, 0) : 0)).trimEnd())
    .join('\n');
}
