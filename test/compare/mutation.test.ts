import { greatestMiss } from '@openladder/rating';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import {
  findPendingAnalysis,
  insertAnalysis,
  updateAnalysisFailed,
  updateAnalysisStarted,
} from '../../services/api/dist/analysis/analysis.repository.js';
import { compareRatingSystems } from '../../services/api/dist/compare/compare-rating-systems.js';
import { compareWithinRequest } from '../../services/api/dist/compare/compare-within-request.js';
import { readOperation } from '../schema/files.js';
import type { Row } from '../support/graphql.js';
import { usePlatform } from '../support/platform.js';
import { ADMIN_TOKEN, countRows } from '../support/service.js';
import { useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';
import { COMPARISON, comparisonOver } from './comparison.js';

const HANDLES = ['ann', 'ben', 'cid', 'dan', 'eve'];

const story = useStory();
const platform = usePlatform({ urlOf: () => story.databaseUrl, raters: [] });
beforeAll(async () => {
  const duels = await story.league('duels', 'timed-glicko');
  const games = Array.from({ length: 200 }, (_, n) => {
    const [one, other] = [HANDLES[n % 5]!, HANDLES[(n + 1 + (n % 3)) % 5]!];
    return duels.match(`${one} ${n % 7 === 0 ? 'draws' : 'beats'} ${other}`);
  });
  await duels.play(...games);
  await story.league('empty', 'zonestats');
  await story.league('teams', 'zonestats').then((teams) => teams.play('ann+ben beats cid+dan'));
});

const compare = async (input: object, caller = story.admin) =>
  await caller.attempt(
    'compareRatingSystems',
    input,
    'league { slug } matches systems { system { key } settings isPresent evaluation { logLoss } problem }',
  );

describe('compareRatingSystems', () => {
  test('returns the result of the command, to the bit, and changes nothing', async () => {
    const systems = [
      { ratingSystem: 'zonestats', settings: { spread: 300 } },
      { ratingSystem: 'performance', settings: { variant: 'p6' } },
      { ratingSystem: 'timed-glicko', settings: {} },
    ];
    const before = await countRows(story);
    const document = await readOperation('compare-rating-systems.graphql');
    const { compareRatingSystems: answer } = await story.admin.get(document, { input: { league: 'duels', systems } });
    const compared = await compareRatingSystems(platform.app, COMMAND_LINE, { league: 'duels', systems });
    expect(answer).toEqual({
      matches: 200,
      baselines: compared.baselines.map(({ baseline, evaluation: { logLoss, accuracy } }) => ({
        baseline,
        evaluation: { logLoss, accuracy },
      })),
      systems: compared.systems.map(({ rater, settings, isPresent, evaluation, difference, worseThan }) => {
        const { daily: _, matches: __, ...rest } = evaluation!;
        return {
          ...{ system: { key: rater.key, title: rater.title, version: rater.version }, settings, isPresent },
          ...{ evaluation: { ...rest, miss: greatestMiss(rest.calibration) }, difference, worseThan, preset: null },
          ...{ problem: null, problemRule: null, problemParameters: null },
        };
      }),
      errors: [],
    });
    expect(answer.systems.map(({ isPresent }: Row) => isPresent)).toEqual([false, false, true]);
    expect(await countRows(story)).toEqual(before);
  });

  test('compares a duplicate only once', async () => {
    const named = [{ ratingSystem: 'zonestats' }, { ratingSystem: 'zonestats', settings: { spread: 120 } }];
    const { systems } = await compare({ league: 'duels', systems: named });
    expect(systems).toMatchObject([{ system: { key: 'timed-glicko' } }, { system: { key: 'zonestats' } }]);
  });

  test('compares presets by name on request, as many as allowed', async () => {
    const named = async (presets: boolean) => {
      const input = { league: 'duels', systems: [{ ratingSystem: 'elo' }], presets };
      const { systems } = await story.admin.mutate('compareRatingSystems', input, 'systems { system { key } preset }');
      return systems.map(({ system, preset }: Row) => [system.key, preset]);
    };
    const plain = ['timed-glicko', 'elo'].map((key) => [key, null]);
    expect(await named(false)).toEqual(plain);
    expect(await named(true)).toEqual([...plain, ['elo', 'Goals'], ['elo', 'Teams of three'], ['elo', 'FIDE']]);
    const { errors } = await compare({ league: 'duels', presets: true });
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'systems'] }]);
  });

  test('names the rule by which one is not compared', async () => {
    const input = { league: 'teams', systems: [{ ratingSystem: 'performance' }] };
    const { systems } = await story.admin.mutate(
      'compareRatingSystems',
      input,
      'systems { problem problemRule problemParameters }',
    );
    const parameters = { ratingSystem: 'performance', count: 1, matches: [expect.any(String)] };
    expect(systems[1]).toEqual({
      problem: expect.stringContaining('performance is for duels and cannot rate 1 of the matches of this league: '),
      problemRule: 'ONLY_DUELS_UNLESS_SET',
      problemParameters: { ...parameters, setting: 'multiplayer: pairwise' },
    });
  });

  test.each([
    [
      'duels',
      [{ ratingSystem: 'zonestats', settings: { spread: 0 } }],
      'BAD_SETTINGS',
      'input.systems.0.settings.spread',
    ],
    ['duels', [{ ratingSystem: 'trueskill' }], 'BAD_SETTINGS', 'input.systems.0.ratingSystem'],
    ['duels', Array(17).fill({ ratingSystem: 'zonestats' }), 'BAD_INPUT', 'input.systems'],
    ['empty', [], 'BAD_INPUT', 'input.league'],
    ['nowhere', [], 'BAD_INPUT', 'input.league'],
  ])('of %s is refused with the place of the fault', async (league, systems, code, path) => {
    const { errors, ...rest } = await compare({ league, systems });
    expect(errors).toMatchObject([{ code }]);
    expect(errors[0].path.join('.')).toBe(path);
    expect(rest).toMatchObject({ league: null, matches: null, systems: null });
  });
});

describe('compareRatingSystems in the background', () => {
  const input = {
    league: 'duels',
    systems: [{ ratingSystem: 'elo', settings: {} }],
    burnIn: 0.1,
    heldOut: 0.4,
    inBackground: true,
  };
  const READ = `query ($id: ID!) { node(id: $id) { ... on Comparison { ${COMPARISON} } } }`;

  test('stores the result of the command, with the place of the log, for the admins of the league only', async () => {
    const asked = await story.admin.attempt('compareRatingSystems', input, `matches comparison { ${COMPARISON} }`);
    expect(asked).toMatchObject({
      matches: null,
      comparison: { finishedAt: null, requestedBy: 'OPENLADDER_ADMIN_TOKEN' },
      errors: [],
    });
    const { id } = asked.comparison;
    const socket = subscriber(story.url, ADMIN_TOKEN);
    const followed = socket.subscribe(
      'subscription ($id: ID!) { comparisonProgressed(comparison: $id) { status progress } }',
      { id },
    );
    const done = await comparisonOver(story.admin, id);
    await followed.ended;
    socket.close();
    expect(followed.events.at(-1).data.comparisonProgressed).toEqual({ status: 'DONE', progress: 1 });

    const compared = await compareRatingSystems(platform.app, COMMAND_LINE, input);
    expect(done).toMatchObject({
      ...{ status: 'DONE', sequence: 200, revision: 1, matches: 200, burnInMatches: 20, heldOutMatches: 80 },
      systems: compared.systems.map(({ rater, isPresent, evaluation, heldOut, heldOutDifference }) => ({
        ...{ system: { key: rater.key }, isPresent, problem: null },
        ...{ evaluation: { logLoss: evaluation!.logLoss }, heldOut: { logLoss: heldOut!.logLoss } },
        heldOutDifference: heldOutDifference && { low: heldOutDifference.low, high: heldOutDifference.high },
      })),
    });
    const { matches: scored, logLoss } = compared.systems[0]!.evaluation!;
    expect([scored, compared.systems[0]!.heldOut!.matches]).toEqual([100, 80]);
    const [whole] = (await compareRatingSystems(platform.app, COMMAND_LINE, { league: 'duels', systems: [] })).systems;
    expect(whole!.heldOut).toBeNull();
    expect(whole!.evaluation!.logLoss).not.toBe(logLoss);

    const LIST = 'query { league(slug: "duels") { comparisons { nodes { id } } } }';
    expect((await story.admin.get(LIST)).league.comparisons.nodes[0]).toEqual({ id });
    const bot = await story.bot(['matches:submit'], 'duels');
    expect((await bot.fail(LIST)).extensions.code).toBe('FORBIDDEN');
    expect(await bot.get(READ, { id })).toEqual({ node: null });
    const { errors } = await bot.attempt('cancelComparison', { comparison: id });
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'comparison'] }]);
  });

  test('keeps the newest twenty', async () => {
    const copies = `INSERT INTO analysis (league_id, kind, status, request, actor, requested_at, finished_at, sequence, revision, result)
      SELECT league_id, kind, status, request, actor, requested_at, finished_at, sequence, revision, result
      FROM analysis, generate_series(1, 30) WHERE status = 'DONE'`;
    await platform.sql(copies);
    const { comparison } = await story.admin.mutate(
      'compareRatingSystems',
      input,
      `matches comparison { ${COMPARISON} }`,
    );
    await comparisonOver(story.admin, comparison.id);
    const [{ count }] = (await platform.sql('SELECT count(*)::integer FROM analysis')) as [{ count: number }];
    expect(count).toBe(20);
  });
});

test('each alternative that did not finish within a request is reported, and the next comparison may begin', async () => {
  const input = { league: 'duels', systems: [{ ratingSystem: 'zonestats', settings: {} }] };
  const { systems } = await compareWithinRequest(platform.app, COMMAND_LINE, input, undefined, 1);
  const problem = 'it did not finish within 0.001 s, the limit for a request; `openladder compare` has no such limit';
  expect(systems.map((system) => [system.evaluation, system.problem])).toEqual(Array(2).fill([null, problem]));
  const again = await compareWithinRequest(platform.app, COMMAND_LINE, input);
  expect(again.systems.map(({ problem }) => problem)).toEqual([null, null]);
});

test('a league with repeated requests waits behind one with its first request', async () => {
  const { manager } = platform.app.database;
  const undone = new Error('nobody else sees it');
  const attempt = manager.transaction(async (tx) => {
    const ids = async (slug: string) =>
      (await tx.query('SELECT id FROM league WHERE slug = $1', [slug]))[0].id as number;
    const ask = async (slug: string) => {
      const asked = { leagueId: await ids(slug), kind: 'COMPARE' as const, requestedAt: new Date() };
      return (await insertAnalysis(tx, COMMAND_LINE, { ...asked, request: { systems: null } as never }))!.id;
    };
    const first = await ask('empty');
    await updateAnalysisStarted(tx, first, new Date());
    await updateAnalysisFailed(tx, first, 'it is a test', new Date());
    const [again, other] = [await ask('empty'), await ask('teams')];
    expect((await findPendingAnalysis(tx))?.id).toBe(other);
    expect(again).toBeLessThan(other);
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
});
