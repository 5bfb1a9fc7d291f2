import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../support/database.js';
import { authorizedBy, postGraphql } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { subscriber } from '../support/subscriber.js';

const TOKEN = 'a-token-that-must-not-be-logged';

const database = useDatabase();
let service: ServiceProcess;
beforeAll(async () => {
  const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_ADMIN_TOKEN: TOKEN };
  service = await startServiceProcess({ env });
});
afterAll(() => service.end('SIGTERM'));

interface Line {
  readonly reqId?: string;
  readonly socketId?: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

function lines(): Line[] {
  // The last one may still be on its way.
  const texts = service.stdout().split('\n').slice(0, -1);
  return texts.map((text) => JSON.parse(text));
}

/** Sends a document. @returns the lines that bear the request's id, when there are some */
async function linesOf(query: string, variables?: object): Promise<Line[]> {
  const response = await postGraphql(service.url, { query, variables }, authorizedBy(TOKEN));
  const id = response.headers.get('x-request-id');
  expect(id).not.toBeNull();
  const own = () => lines().filter(({ reqId }) => reqId === id);
  await expect.poll(() => own().length).toBeGreaterThan(0);
  return own();
}

test('a service without a terminal prints only lines of its log and, once, its address', () => {
  expect(service.announcement).toContain(service.url);
  expect(lines()[0]).toMatchObject({ level: 30, msg: `Server listening at ${service.url}` });
});

test('refusals are logged under the id of their request, with their code', async () => {
  expect(await linesOf('{ leagues(first: 1000) { nodes { slug } } }')).toMatchObject([
    { msg: 'A request was refused', errors: [{ code: 'BAD_INPUT', path: ['leagues'] }] },
  ]);
  expect(await linesOf('{ nonsense }')).toMatchObject([
    { msg: 'A request was refused', errors: [{ code: 'GRAPHQL_VALIDATION_FAILED' }] },
  ]);
  const create = `mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { code path } } }`;
  expect(await linesOf(create, { input: { slug: 'NO', name: 'No', ratingSystem: 'zonestats' } })).toMatchObject([
    { msg: 'A mutation was refused', field: 'createLeague', refusals: [{ code: 'BAD_INPUT' }] },
  ]);
});

test('a body sent to the wrong address is logged as refused, without a stack', async () => {
  for (const path of ['', '/nope']) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: '{}' });
    const id = response.headers.get('x-request-id');
    const own = () => lines().filter(({ reqId }) => reqId === id);
    await expect.poll(() => own().length).toBeGreaterThan(0);
    expect(own()).toMatchObject([{ level: 30, msg: 'A request was refused', code: 'NOT_FOUND' }]);
    expect(own()[0]).not.toHaveProperty('err');
  }
});

test('rejected matches are logged', async () => {
  await service.as(TOKEN).mutate('createLeague', { slug: 'europe', name: 'Europe', ratingSystem: 'zonestats' });
  const submit = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) {
    results { ... on MatchRejected { externalId error { code } } } } }`;
  const matches = ['m0', 'm1'].map((externalId) => ({ externalId, sides: [] }));
  expect(await linesOf(submit, { input: { league: 'europe', matches } })).toMatchObject([
    {
      ...{ msg: 'Matches were rejected', field: 'submitMatches', count: 2 },
      rejections: matches.map(({ externalId }) => ({ externalId, error: { code: 'BAD_INPUT' } })),
    },
  ]);
});

test('internal errors are logged in full, under the id of their request', async () => {
  await onServer(database.url, 'ALTER TABLE audit_entry RENAME TO elsewhere');
  const [line] = await linesOf('{ league(slug: "europe") { auditLog { nodes { id } } } }');
  await onServer(database.url, 'ALTER TABLE elsewhere RENAME TO audit_entry');
  expect(line).toMatchObject({ level: 50, msg: 'A request failed', code: 'INTERNAL_SERVER_ERROR' });
  expect(line!.err).toMatchObject({ message: expect.stringContaining('audit_entry'), stack: expect.any(String) });
});

test('refusals of a socket are logged under its id', async () => {
  const caller = subscriber(service.url, TOKEN);
  const { ended } = caller.subscribe('subscription { matchRated(league: "nowhere") { cursor } }');
  await expect(ended).rejects.toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);
  caller.close();
  const own = () => lines().filter(({ socketId }) => socketId !== undefined);
  await expect.poll(own).toMatchObject([{ msg: 'A request was refused', errors: [{ code: 'BAD_INPUT' }] }]);
});

test('a lost session of the process is logged, and replaced', async () => {
  const sessions = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'openladder live'`;
  await onServer(database.url, `SELECT pg_terminate_backend(pid) ${sessions}`);
  await expect
    .poll(() => lines().filter(({ msg }) => msg.startsWith('Lost the session of this process')))
    .toHaveLength(1);
  await expect.poll(() => onServer(database.url, `SELECT pid ${sessions}`)).toHaveLength(1);
  await expect.poll(() => lines().filter(({ msg }) => msg.includes('is open again'))).toMatchObject([{ level: 30 }]);
});

test('no token is ever logged', () => {
  expect(service.stdout()).not.toContain(TOKEN);
});
