import { afterEach, expect, test } from 'vitest';
import { report } from '../../services/api/dist/cli/verify.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { eventually } from '../embedded/support.js';
import { useDatabaseOfEach } from '../support/database.js';
import type { Row } from '../support/graphql.js';
import { holdLeague } from '../support/held-league.js';
import { onServer } from '../support/server.js';
import { type Service, startService } from '../support/service.js';
import { type StoryLeague, SUBMIT, storyLeague } from '../support/story.js';
import { writeSteps } from './steps-rater.js';

const [old, newer] = [await writeSteps('1.0.0', 1), await writeSteps('2.0.0', 10)];
const database = useDatabaseOfEach();
const running = new Set<Service>();

afterEach(() => Promise.all([...running].map(stop)));

async function start(rater: string, env: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ databaseUrl: database.url, env: { OPENLADDER_RATERS: rater, ...env } });
  running.add(service);
  return service;
}

async function stop(service: Service): Promise<void> {
  running.delete(service);
  await service.stop();
}

/** Plays three matches under one version of the rater: ann has won twice, ben once. */
async function playUnder(rater: string): Promise<void> {
  const service = await start(rater);
  const input = { slug: 'steps', name: 'steps', ratingSystem: 'steps' };
  await service.admin.mutate('createLeague', input);
  await storyLeague(service.admin, 'steps').play('ann beats ben', 'ann beats cid', 'ben beats cid');
  await stop(service);
}

const FOURTH = {
  externalId: 'fourth',
  playedAt: '2020-01-02T00:00:00Z',
  sides: [
    { placement: 1, participants: [{ player: 'cid' }] },
    { placement: 2, participants: [{ player: 'ann' }] },
  ],
};

const submitFourth = (service: Service) => service.admin.ask(SUBMIT, { input: { league: 'steps', matches: [FOURTH] } });

const BOARD =
  'ratingSystem { raterVersion revision } standings(first: 10) { nodes { player { handle } rating { value } } }';

async function readBoard(league: StoryLeague): Promise<{ version: string; revision: number; values: object }> {
  const { ratingSystem, standings } = await league.read(BOARD);
  const values = standings.nodes.map((node: Row) => [node.player.handle, node.rating.value]);
  return { version: ratingSystem.raterVersion, revision: ratingSystem.revision, values: Object.fromEntries(values) };
}

const derived = (league: StoryLeague, version: string) =>
  eventually(`${version} has derived it`, async () => (await readBoard(league)).version === version);

const recomputes = (service: Service) => service.sql('SELECT status, actor, reason, total FROM recompute ORDER BY id');

/** The report of `openladder verify` about the league where a version is installed, and whether all holds. */
async function verified(rater: string): Promise<{ line: string; holds: boolean }> {
  const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_RATERS: rater };
  const { app, close } = await openApp(readConfig(env), () => undefined);
  try {
    const verification = await verifyDatabase(app);
    return { line: [...report(verification)][0]!, holds: verification.holds };
  } finally {
    await close();
  }
}

test('after an upgrade every board is derived anew once, however many replicas start, and matches wait for it', async () => {
  await playUnder(old);
  const [first, second] = await Promise.all([start(newer), start(newer)]);
  const league = storyLeague(second.admin, 'steps');
  const { data } = await submitFourth(first);
  expect(data.submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted' }]);
  expect(await readBoard(league)).toEqual({
    version: '2.0.0',
    revision: 2,
    values: { ann: 1010, ben: 1000, cid: 990 },
  });
  expect(await recomputes(first)).toEqual([
    {
      status: 'DONE',
      actor: 'start of the service',
      reason: 'steps 2.0.0 is installed, and 1.0.0 derived the board',
      total: 3,
    },
  ]);
  expect(await verified(newer)).toEqual({
    line: 'steps: 4 matches, 8 rating changes, 3 ratings: all hold',
    holds: true,
  });
});

test('a setting that only the newer version has gets its default, as the audit log shows', async () => {
  const scale = { type: 'number', default: 3, minimum: 1, maximum: 9, description: 'For tests, in points.' };
  const withSetting = await writeSteps('3.0.0', 10, { scale });
  await playUnder(old);
  const service = await start(withSetting);
  await derived(storyLeague(service.admin, 'steps'), '3.0.0');
  const entries = await service.sql(`SELECT before, after FROM audit_entry WHERE action = 'recomputeLeague'`);
  expect(entries).toEqual([
    { before: { raterVersion: '1.0.0', settings: {} }, after: { raterVersion: '3.0.0', settings: { scale: 3 } } },
  ]);
  expect(await verified(withSetting)).toMatchObject({ holds: true });
});

test('a correction that waited for the upgrade is one in the list, and its entry has the settings', async () => {
  await playUnder(old);
  const scale = { type: 'number', default: 3, minimum: 1, maximum: 9, description: 'For tests, in points.' };
  const withSetting = await writeSteps('3.0.0', 10, { scale });
  await onServer(
    database.url,
    `INSERT INTO recompute (league_id, status, correction, reason, actor, total, requested_at)
     SELECT id, 'QUEUED', '{"kind": "voidMatch", "sequence": 1, "expectedVersion": 1}', 'to see', 'test', 0, now() FROM league`,
  );
  const service = await start(withSetting);
  const league = storyLeague(service.admin, 'steps');
  await derived(league, '3.0.0');
  const { corrections } = await league.read('corrections { nodes { action matchCount } }');
  expect(corrections.nodes).toEqual([{ action: 'voidMatch', matchCount: 1 }]);
  expect(await service.sql("SELECT before, after FROM audit_entry WHERE action = 'voidMatch'")).toMatchObject([
    { before: { status: 'RATED', settings: {} }, after: { status: 'VOID', settings: { scale: 3 } } },
  ]);
  expect(await verified(withSetting)).toMatchObject({ holds: true });
});

test('until then the board is marked as old, and nothing continues from its states', async () => {
  await playUnder(old);
  const letGo = await holdLeague(database.url, 'steps');
  const service = await start(newer);
  const league = storyLeague(service.admin, 'steps');
  const before = { version: '1.0.0', revision: 1, values: { ann: 1002, ben: 1000, cid: 998 } };
  expect(await readBoard(league)).toEqual(before);

  const message =
    'league steps must be recomputed: steps 1.0.0 derived its board, and steps 2.0.0 is installed here. ' +
    'Try again in a moment; League.recomputes shows the progress.';
  const { errors } = await submitFourth(service);
  expect(errors).toMatchObject([{ message, extensions: { code: 'UNAVAILABLE' } }]);
  const prediction = '{ league(slug: "steps") { prediction(sides: [["ann"], ["ben"]]) { sides { winProbability } } } }';
  expect(await service.admin.fail(prediction)).toMatchObject({ message, extensions: { code: 'UNAVAILABLE' } });
  expect(await league.read('matchCount')).toEqual({ matchCount: 3 });
  expect(await readBoard(league)).toEqual(before);
  expect(await verified(newer)).toEqual({
    line: 'steps: 3 matches, 6 rating changes, 3 ratings: all hold that can be checked without steps 1.0.0; must be recomputed with steps 2.0.0',
    holds: true,
  });

  await letGo();
  await derived(league, '2.0.0');
  expect((await submitFourth(service)).data.submitMatches.results).toMatchObject([{ replayed: false }]);
  expect(await service.problems()).toEqual([]);
});

test('a downgrade works in the same way', async () => {
  await playUnder(newer);
  const service = await start(old);
  const league = storyLeague(service.admin, 'steps');
  await derived(league, '1.0.0');
  expect((await readBoard(league)).values).toEqual({ ann: 1002, ben: 1000, cid: 998 });
  expect(await service.problems()).toEqual([]);
});

test('a replica with the other version rates nothing on top of the new board', async () => {
  await playUnder(old);
  const behind = await start(old);
  await submitFourth(behind);
  const ahead = await start(newer);
  const league = storyLeague(ahead.admin, 'steps');
  await derived(league, '2.0.0');
  const board = await readBoard(league);
  const fifth = { ...FOURTH, externalId: 'fifth', playedAt: '2020-01-03T00:00:00Z' };
  const { errors } = await behind.admin.ask(SUBMIT, { input: { league: 'steps', matches: [fifth] } });
  expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
  const join = 'mutation { joinQueue(input: { league: "steps", player: "ann" }) { errors { message } } }';
  expect(await behind.admin.fail(join)).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
  expect(await readBoard(league)).toEqual(board);
  expect(await ahead.problems()).toEqual([]);
});

test('an upgrade that is reverted before the board was derived leaves nothing behind', async () => {
  await playUnder(old);
  const letGo = await holdLeague(database.url, 'steps');
  await stop(await start(newer));
  await letGo();
  const service = await start(old);
  expect((await submitFourth(service)).data.submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted' }]);
  expect(await recomputes(service)).toMatchObject([{ status: 'CANCELLED' }]);
  expect(await readBoard(storyLeague(service.admin, 'steps'))).toMatchObject({ version: '1.0.0', revision: 1 });
  expect(await service.problems()).toEqual([]);
});

test("a start is refused instead on the operator's request, and names the leagues and the versions", async () => {
  await playUnder(old);
  await expect(start(newer, { OPENLADDER_UPGRADE_RATINGS: 'refuse' })).rejects.toThrow(
    'steps 2.0.0 is installed, and steps 1.0.0 derived the board of steps. OPENLADDER_UPGRADE_RATINGS=refuse prevents this start',
  );
  const service = await start(old, { OPENLADDER_UPGRADE_RATINGS: 'refuse' });
  expect(await recomputes(service)).toEqual([]);
  expect((await submitFourth(service)).data.submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted' }]);
});
