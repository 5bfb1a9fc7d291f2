import { evaluate, type Rater } from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { type CompareOptions, compareRatingSystems } from '../../services/api/dist/compare/compare-rating-systems.js';
import type { ComparedSystem } from '../../services/api/dist/compare/comparison.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import { toRaterMatch } from '../../services/api/dist/match-log/match.js';
import { listLog } from '../../services/api/dist/match-log/match.repository.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { openLeague, usePlatform } from '../support/platform.js';
import { useLeagues } from '../support/small-leagues.js';

const SEED = 2026;
const MINUTE = 60_000;
const HANDLES = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'joe'];

const leagues = useLeagues();
const platform = usePlatform({ urlOf: () => leagues.url });
beforeAll(async () => {
  await openLeague(platform.app, 'varied', 'zonestats', { comparison: 'headToHead' });
  const results = await submitMatches(platform.app, COMMAND_LINE, 'varied', variedMatches(900));
  expect(results.filter(({ kind }) => kind === 'rejected')).toEqual([]);
});

const compare = (league: string, systems: readonly (readonly [string, object?])[], options?: CompareOptions) =>
  compareRatingSystems(
    platform.app,
    COMMAND_LINE,
    { league, systems: systems.map(([ratingSystem, settings = {}]) => ({ ratingSystem, settings })) },
    options,
  );

/** The rater's own evaluation of the log, match by match, read in another way. */
async function evaluated(league: string, { rater, settings }: ComparedSystem) {
  const [{ id }] = (await platform.sql(`SELECT id FROM league WHERE slug = '${league}'`)) as [{ id: number }];
  const log = await listLog(platform.app.database.manager, id, { limit: 10_000, after: null });
  return evaluate(rater as Rater, settings, log.map(toRaterMatch));
}

/** Teams and free-for-alls, with and without guests, minutes, points, and points against single opponents. */
function variedMatches(count: number): MatchSubmission[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, (_, index): MatchSubmission => {
    const handles = random.shuffle(HANDLES);
    const isScored = random.chance(0.6);
    const teams = Array.from({ length: random.integer(2, 4) }, () => handles.splice(0, random.integer(1, 2)));
    const sides = teams.map((team) => ({
      ...(!isScored && { placement: random.integer(1, 3) }),
      ...(isScored && random.chance(0.5) && { score: random.integer(0, 9) }),
      participants: team.map((player) => ({
        player,
        isGuest: random.chance(0.1),
        ...((isScored || random.chance(0.2)) && { score: random.integer(0, 5) }),
        ...(random.chance(0.4) && { minutesPlayed: random.integer(0, 30) }),
        scoresAgainst: teams
          .filter((other) => other !== team && random.chance(0.5))
          .map(([opponent]) => ({ opponent: opponent!, score: random.integer(0, 5) })),
      })),
    }));
    return { externalId: `varied-${index}`, playedAt: new Date(Date.UTC(2020) + index * MINUTE), sides };
  });
}

const DUEL_SYSTEMS = [
  ['zonestats'],
  ['timed-glicko'],
  ['timed-glicko', { weighting: 'none', deviationGrowth: 4 }],
  ['performance', { variant: 'p1' }],
  ['performance', { variant: 'p6' }],
] as const;
const TEAM_SYSTEMS = [
  ['zonestats'],
  ['zonestats', { comparison: 'score', cap: 'everyPlayer' }],
  ['zonestats', { comparison: 'headToHead' }],
  ['timed-glicko', { multiplayer: 'pairwise' }],
] as const;

test.each([
  ['varied', TEAM_SYSTEMS],
  ['arena', TEAM_SYSTEMS],
  ['fixed, with its void match and its merged players', TEAM_SYSTEMS],
  ['duels', DUEL_SYSTEMS],
  ['ladder', DUEL_SYSTEMS],
])('systems predict a league as they do match by match, to the bit: %s', async (title, systems) => {
  const league = title.split(',')[0]!;
  const compared = await compare(league, systems);
  for (const system of compared.systems) {
    expect(system.problem).toBeNull();
    expect(system.evaluation).toEqual(await evaluated(league, system));
    expect(system.evaluation!.matches).toBe(compared.matches);
  }
});

test('responses come in the requested order with any number of processes', async () => {
  const one = await compare('duels', DUEL_SYSTEMS, { workers: 1 });
  const three = await compare('duels', DUEL_SYSTEMS, { workers: 3 });
  expect(one.systems.slice(1).map(({ rater, settings }) => [rater.key, settings.variant, settings.weighting])).toEqual([
    ['zonestats', undefined, undefined],
    ['timed-glicko', undefined, 'quadratic'],
    ['timed-glicko', undefined, 'none'],
    ['performance', 'p1', undefined],
    ['performance', 'p6', undefined],
  ]);
  const answers = ({ systems }: typeof one) => systems.map(({ evaluation, problem }) => ({ evaluation, problem }));
  expect(answers(three)).toEqual(answers(one));
  // The first and the third differ by when a rating is provisional.
  expect(new Set(one.systems.map(({ evaluation }) => evaluation!.logLoss)).size).toBe(5);
});

test('each result contains the difference from the present system, and whether it beats guessing', async () => {
  const { baselines, systems } = await compare('duels', [['zonestats'], ['elo', { k: 10_000 }]]);
  expect(baselines.map(({ baseline }) => baseline)).toEqual(['EVEN', 'BASE_RATES', 'ELO']);
  const [present, zonestats, wild] = systems as [ComparedSystem, ComparedSystem, ComparedSystem];
  expect(present.difference).toBeNull();
  const gap = zonestats.evaluation!.logLoss - present.evaluation!.logLoss;
  expect(zonestats.difference!.difference).toBeCloseTo(gap, 12);
  expect(zonestats.difference!.low!).toBeLessThan(gap);
  expect(zonestats.difference!.high!).toBeGreaterThan(gap);
  const guesses = baselines.slice(0, 2).map(({ evaluation }) => evaluation.logLoss);
  for (const { evaluation, worseThan } of systems) {
    expect(worseThan !== null).toBe(evaluation!.logLoss >= Math.min(...guesses));
  }
  expect(wild.worseThan).toBe(guesses[0]! <= guesses[1]! ? 'EVEN' : 'BASE_RATES');
  const { baselines: again } = await compare('duels', [['elo']]);
  expect(again).toEqual(baselines);
});

test('the present system of the league comes first, unless it was requested', async () => {
  const added = await compare('duels', [['zonestats']]);
  expect(added.systems.map(({ rater, isPresent }) => [rater.key, isPresent])).toEqual([
    ['timed-glicko', true],
    ['zonestats', false],
  ]);
  expect(added.systems[0]!.settings).toMatchObject({ provisionalDeviation: 130 });
  const asked = await compare('duels', [['zonestats'], ['timed-glicko', { provisionalDeviation: 130 }]]);
  expect(asked.systems.map(({ isPresent }) => isPresent)).toEqual([false, true]);
});

test('progress rises to 100%', async () => {
  const shares: number[] = [];
  await compare('varied', [['zonestats', { spread: 200 }]], { onProgress: (share) => shares.push(share) });
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});
