import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import * as status from '../../services/api/dist/changes/match-status.js';
import { makeChange } from '../../services/api/dist/league-log/engine.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { restoreMatches, voidMatches } from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import type { Row } from '../support/graphql.js';
import { failingLog } from '../support/log.js';
import { dayByDay, expectAllHolds, leagueWith, platformOfTest } from '../support/platform.js';
import { useStory } from '../support/story.js';

const story = useStory();

const CHANGED =
  'matches { externalId status version } effect { changeCount changes { player { handle } delta } } recompute { id }';
const BOARD = `ratingSystem { revision } standings(includeProvisional: true) { nodes { player { handle } rating { value } } }`;

test('matches are withdrawn together after a preview, and come back together', async () => {
  const league = await story.league('plan');
  const played = await league.play('ann beats ben', 'ann beats ben', 'cid beats dan', 'ann beats cid', 'ben beats dan');
  const before = await league.read(BOARD);
  const input = {
    league: 'plan',
    matches: [3, 0, 1].map((index) => ({ match: played[index]!.id, expectedVersion: 1 })),
    reason: 'arranged',
  };
  const change = (field: string, more: object) => story.admin.attempt(field, { ...input, ...more }, CHANGED);

  const plan = await change('voidMatches', { dryRun: true });
  expect(plan).toMatchObject({ recompute: null, errors: [] });
  expect(plan.matches.map(({ status }: Row) => status)).toEqual(['RATED', 'RATED', 'RATED']);
  expect(await league.read(BOARD)).toEqual(before);

  const done = await change('voidMatches', {});
  expect(done).toEqual({
    ...plan,
    matches: ['plan-4', 'plan-1', 'plan-2'].map((externalId) => ({ externalId, status: 'VOID', version: 2 })),
  });
  expect(done.effect.changeCount).toBe(4);
  const after = await league.read(BOARD);
  expect(after.ratingSystem.revision).toBe(before.ratingSystem.revision + 1);
  const { auditLog } = await league.read('auditLog(action: "voidMatches") { nodes { subject { kind } after } }');
  expect(auditLog.nodes).toHaveLength(4);
  expect(auditLog.nodes).toContainEqual({ subject: { kind: 'LEAGUE' }, after: { status: 'VOID', matches: 3 } });
  const { match: first } = await league.read('match(externalId: "plan-1") { history { version action status } }');
  expect(first.history).toEqual([
    { version: 1, action: 'submitMatches', status: 'RATED' },
    { version: 2, action: 'voidMatches', status: 'VOID' },
  ]);
  const events = await story.sql('SELECT kind, action FROM league_event ORDER BY number DESC LIMIT 4');
  expect(events.map(({ kind }) => kind)).toEqual(['RECOMPUTED', 'MATCH_SHOWN', 'MATCH_SHOWN', 'MATCH_SHOWN']);

  // Those that are void already stay as they are, whatever version is expected.
  expect(await change('voidMatches', {})).toMatchObject({ effect: null, errors: [] });
  const matches = input.matches.map((one) => ({ ...one, expectedVersion: 2 }));
  expect(await change('restoreMatches', { matches })).toMatchObject({
    matches: [{ status: 'RATED', version: 3 }, { version: 3 }, { version: 3 }],
    errors: [],
  });
  expect((await league.read(BOARD)).standings).toEqual(before.standings);
});

test('a list with a fault changes nothing, and all faults are reported with their places', async () => {
  const league = await story.league('lists');
  const other = await story.league('elsewhere');
  const [one, two] = await league.play('ann beats ben', 'ben beats cid');
  const [stranger] = await other.play('ann beats ben');
  const errors = async (matches: readonly object[], more = {}) => {
    const input = { league: 'lists', matches, reason: 'x', ...more };
    return (await story.admin.attempt('voidMatches', input)).errors;
  };
  const at = (id: string, expectedVersion = 1) => ({ match: id, expectedVersion });
  expect(await errors([at(one!.id, 4), at(two!.id), at(two!.id)])).toMatchObject([
    {
      code: 'BAD_INPUT',
      path: ['input', 'matches', '2', 'match'],
      message: expect.stringContaining('1 and 2 of the list are'),
    },
  ]);
  expect(await errors([at(one!.id, 4), at(two!.id), at(stranger!.id), at('x')])).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'matches', '2', 'match'] },
    { code: 'BAD_INPUT', path: ['input', 'matches', '3', 'match'] },
  ]);
  for (const dryRun of [true, false]) {
    expect(await errors([at(one!.id, 4), at(two!.id), at(two!.id)].slice(0, 2), { dryRun })).toEqual([
      {
        __typename: 'StaleVersionError',
        code: 'STALE_VERSION',
        message: "expectedVersion must be the match's version, 1, but is 4",
        path: ['input', 'matches', '0', 'expectedVersion'],
      },
    ]);
  }
  expect(await errors([])).toMatchObject([{ message: 'number of matches must be 1 to 1000, but is 0' }]);
  expect(await errors([at(one!.id)], { reason: ' ' })).toMatchObject([{ path: ['input', 'reason'] }]);
  const bot = await story.bot(['matches:submit'], 'lists');
  const input = { league: 'lists', matches: [at(one!.id)], reason: 'x' };
  expect(await bot.denied('voidMatches', input)).toBe('FORBIDDEN');
  expect(await league.read('ratingSystem { revision } matches { nodes { version } }')).toEqual({
    ratingSystem: { revision: 1 },
    matches: { nodes: [{ version: 1 }, { version: 1 }] },
  });
});

test('a job withdraws them, or fails if one has changed meanwhile; verify counts the entries', async () => {
  const platform = await platformOfTest();
  const app = { ...platform.app, inlineTail: -1 };
  await leagueWith(app, 'fixed', 'elo', dayByDay('ann beats ben', 'ben beats cid', 'cid beats ann'));
  const listed = () => Promise.all(['day-1', 'day-3'].map((externalId) => correctable(app, 'fixed', externalId)));
  const common = { league: 'fixed', reason: 'a test', dryRun: false };
  const ask = async () => (await voidMatches(app, COMMAND_LINE, { ...common, matches: await listed() })).recompute!;
  const run = async ({ id }: Row) => {
    await runRecompute(app, id, failingLog, new AbortController().signal);
    return findRecompute(app.database, id);
  };
  const first = await ask();
  // Somebody is faster: the version of the match is another when the job begins.
  await app.database.query(`UPDATE recompute SET status = 'CANCELLED', finished_at = now() WHERE id = $1`, [first.id]);
  const [day1] = await listed();
  await voidMatches(platform.app, COMMAND_LINE, { ...common, matches: [day1!] });
  await restoreMatches(platform.app, COMMAND_LINE, { ...common, matches: [{ ...day1!, expectedVersion: 2 }] });
  await app.database.query(`UPDATE recompute SET status = 'QUEUED', finished_at = NULL WHERE id = $1`, [first.id]);
  expect(await run(first)).toMatchObject({
    status: 'FAILED',
    error: "expectedVersion must be the match's version, 3, but is 1",
  });

  expect(await run(await ask())).toMatchObject({ status: 'DONE', revision: 4 });
  const voided = await app.database.query(`SELECT sequence FROM match WHERE status = 'VOID' ORDER BY sequence`);
  expect(voided).toEqual([{ sequence: 1 }, { sequence: 3 }]);
  const problems = async () => (await verifyDatabase(app, ['fixed'])).leagues.flatMap(({ problems: own }) => own);
  expect(await problems()).toEqual([]);
  await app.database.query(`ALTER TABLE audit_entry DISABLE TRIGGER ALL;
    DELETE FROM audit_entry WHERE action = 'voidMatches' AND subject LIKE 'Match:%:3'`);
  const invariants = (await problems()).map((problem) => JSON.stringify(problem)).join('\n');
  expect(invariants).toMatch(/corrections of matches/);
  expect(invariants).toMatch(/matches of voidMatches at/);
});

test('matches that another admin withdrew or restored just before are recognised under the lock', async () => {
  const platform = await platformOfTest();
  const { app } = platform;
  await leagueWith(app, 'raced', 'elo', dayByDay('ann beats ben', 'ben beats cid', 'cid beats ann'));
  const at = async (day: number, version: number) => ({
    ...(await correctable(app, 'raced', `day-${day}`)),
    expectedVersion: version,
  });
  const common = { league: 'raced', reason: 'a test', dryRun: false };
  const change = async (
    change: typeof status.voidMatches,
    versions: Record<number, number>,
    first?: () => Promise<unknown>,
  ) => {
    const matches = await Promise.all(Object.entries(versions).map(([day, version]) => at(Number(day), version)));
    // It runs after the statuses were read, and before the league is locked.
    return makeChange(
      app,
      COMMAND_LINE,
      { ...change, checkLog: async () => void (await first?.()) },
      { ...common, matches },
    );
  };
  const log = () => app.database.query('SELECT sequence, status, version FROM match ORDER BY sequence');
  const revision = async () => (await app.database.query('SELECT revision FROM league'))[0].revision;

  // Both withdraw the first match: the one who comes second withdraws the second one alone.
  await change(status.voidMatches, { 1: 1, 2: 1 }, () => change(status.voidMatches, { 1: 1 }));
  // Withdrawn when it was looked at, and restored before the lock: it is withdrawn again, for whom its version is the expected one.
  await change(status.voidMatches, { 1: 3, 3: 1 }, () => change(status.restoreMatches, { 1: 2 }));
  expect(await log()).toEqual([
    { sequence: 1, status: 'VOID', version: 4 },
    { sequence: 2, status: 'VOID', version: 2 },
    { sequence: 3, status: 'VOID', version: 2 },
  ]);
  // Nothing is left to do, alone or in a list: no revision, no entry in the audit log.
  const one = async (versions: number, first: () => Promise<unknown>) =>
    makeChange(
      app,
      COMMAND_LINE,
      { ...status.restoreMatch, checkLog: async () => void (await first()) },
      { ...common, ...(await at(2, versions)) },
    );
  const before = await revision();
  const nothing = { effect: null, recompute: null };
  expect(await change(status.restoreMatches, { 1: 4 }, () => change(status.restoreMatches, { 1: 4 }))).toMatchObject(
    nothing,
  );
  expect(await one(3, () => change(status.restoreMatches, { 2: 2 }))).toMatchObject(nothing);
  expect(await revision()).toBe(before + 2);
  expect(await log()).toMatchObject([{ version: 5 }, { status: 'RATED', version: 3 }, { version: 2 }]);
  await expectAllHolds(app, ['raced']);
});
