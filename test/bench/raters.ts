import { rater as timedGlicko } from '@openladder/rater-timed-glicko';
import { rater as zonestats } from '@openladder/rater-zonestats';
import {
  type BatchRater,
  defaultSettings,
  hasBatch,
  type LineDetail,
  type Match,
  MatchPacker,
  PackedLines,
  packedStates,
  packMatch,
  type Rater,
  rateBatch,
} from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import glicko2 from 'glicko2-lite';
import { rating as newRating, rate as openskill, type Rating } from 'openskill';
import { atLeast, defineBenchmark } from './benchmark.js';
import { interleaved, seconds } from './interleaved.js';

const PLAYERS = 1000;
const HOUR = 3_600_000;
const SEED = 2026;
/** Matches that are rated at a time, whose lines stay in the processor's cache, as a recompute has them. */
const BATCH = 500;

/** A match that only names its players, from the first place to the last. */
type Finish = readonly number[];

/**
 * Our batch form against the rating systems of others, all of them over the same matches from the first one on. The
 * others make ratings alone, and so does ours; the detail says what it takes with everything that a journal keeps.
 */
export const raters = defineBenchmark({
  name: 'raters',
  isAlone: true,
  targets: {
    timedGlicko: atLeast(15, 'x', 'timed-glicko, duels', 'glicko2-lite'),
    zonestats: atLeast(30, 'x', 'zonestats, 5 against 5', 'openskill'),
    zonestatsFreeForAll: atLeast(30, 'x', 'zonestats, free-for-alls of 10', 'openskill'),
  },

  async run(context) {
    const duels = finishes(context.size(200_000, 20_000), 2);
    const contests = finishes(context.size(20_000, 2_000), 10);
    const { initialRating } = defaultSettings<{ initialRating: number }>(zonestats.settings);
    expectSkill('glicko2-lite', glicko2Lite(duels));
    expectSkill('timed-glicko', batchOf(timedGlicko, duels, 1, 'ratings')());
    const teams = contests.map((finish) => teamsOf(finish, 5));
    const everyoneAlone = contests.map((finish) => teamsOf(finish, 1));
    expectSkill('openskill', openSkill(teams));
    expectSkill('openskill', openSkill(everyoneAlone));
    for (const teamSize of [5, 1]) {
      const ratings = batchOf(zonestats, contests, teamSize, 'ratings')();
      expectSkill('zonestats', ratings);
      expectMean('zonestats', ratings, initialRating);
    }

    const figure = async <Settings, State>(
      rater: Rater<Settings, State>,
      log: readonly Finish[],
      teamSize: number,
      peer: () => unknown,
    ) => {
      const ratings = batchOf(rater, log, teamSize, 'ratings');
      const journal = batchOf(rater, log, teamSize, 'journal');
      const times = await interleaved(context.rounds, {
        ratings: () => seconds(ratings),
        peer: () => seconds(peer),
        journal: () => seconds(journal),
      });
      const perMatch = (side: 'ratings' | 'peer' | 'journal') =>
        `${((times.median(side) / log.length) * 1e6).toFixed(2)} us`;
      const detail =
        `${perMatch('ratings')} a match against ${perMatch('peer')}; ` + `with its journal ${perMatch('journal')}`;
      return { value: times.ratio('peer', 'ratings'), detail };
    };
    return {
      timedGlicko: await figure(timedGlicko, duels, 1, () => glicko2Lite(duels)),
      zonestats: await figure(zonestats, contests, 5, () => openSkill(teams)),
      zonestatsFreeForAll: await figure(zonestats, contests, 1, () => openSkill(everyoneAlone)),
    };
  },
});

/** Anybody meets anybody; the lower a player's number, the better they are, with an element of chance. */
function finishes(matches: number, size: number): Finish[] {
  const random = seededRandom(SEED);
  return Array.from({ length: matches }, () => {
    const players = new Set<number>();
    while (players.size < size) players.add(random.integer(0, PLAYERS - 1));
    const performances = new Map([...players].map((player) => [player, random.normal() - (4 * player) / PLAYERS]));
    return [...players].sort((a, b) => performances.get(b)! - performances.get(a)!);
  });
}

/** @returns a run over the whole log, with the ratings after it */
function batchOf<Settings, State>(
  rater: Rater<Settings, State>,
  log: readonly Finish[],
  teamSize: number,
  detail: LineDetail,
): () => Float64Array {
  if (!hasBatch(rater)) throw new TypeError(`${rater.key} rates no batches`);
  const settings = defaultSettings<Settings>(rater.settings);
  const batches = Array.from({ length: Math.ceil(log.length / BATCH) }, () => new MatchPacker());
  for (const [index, finish] of log.entries()) {
    packMatch(batches[Math.floor(index / BATCH)]!, matchOf(finish, teamSize, index), Number);
  }
  const lines = new PackedLines(detail);
  return () => {
    const states = packedStates(rater as BatchRater<Settings, State>, settings, PLAYERS);
    for (const batch of batches) rateBatch(rater, settings, batch, states, lines);
    return Float64Array.from({ length: PLAYERS }, (_, player) => rater.rating(states.get(player), settings).value!);
  };
}

function matchOf(finish: Finish, teamSize: number, index: number): Match {
  const sides = teamsOf(finish, teamSize).map((team, place) => ({
    placement: place + 1,
    participants: team.map((player) => ({ player })),
  }));
  return { playedAt: index * HOUR, sides };
}

/** The best together, then the next best: a strong team meets a weak one. */
function teamsOf(finish: Finish, teamSize: number): Finish[] {
  return Array.from({ length: finish.length / teamSize }, (_, team) =>
    finish.slice(team * teamSize, (team + 1) * teamSize),
  );
}

function glicko2Lite(log: readonly Finish[]): Float64Array {
  const states = Array.from({ length: PLAYERS }, () => ({ rating: 1500, rd: 350, vol: 0.06 }));
  for (const [winner, loser] of log as readonly (readonly [number, number])[]) {
    const won = states[winner]!;
    const lost = states[loser]!;
    states[winner] = glicko2(won.rating, won.rd, won.vol, [[lost.rating, lost.rd, 1]]);
    states[loser] = glicko2(lost.rating, lost.rd, lost.vol, [[won.rating, won.rd, 0]]);
  }
  return Float64Array.from(states, ({ rating }) => rating);
}

/** Its default model. */
function openSkill(log: readonly (readonly Finish[])[]): Float64Array {
  const states: Rating[] = Array.from({ length: PLAYERS }, () => newRating());
  for (const teams of log) {
    const rated = openskill(teams.map((team) => team.map((player) => states[player]!)));
    for (const [place, team] of teams.entries()) {
      for (const [member, player] of team.entries()) states[player] = rated[place]![member]!;
    }
  }
  return Float64Array.from(states, ({ mu }) => mu);
}

/** A rating system that works puts the better half far in front of the worse. */
function expectSkill(system: string, ratings: Float64Array): void {
  const [better, worse] = [mean(ratings.subarray(0, PLAYERS / 2)), mean(ratings.subarray(PLAYERS / 2))];
  if (Number.isFinite(better - worse) && better - worse > deviationOf(ratings)) return;
  throw new Error(`${system} rates the better half ${better} and the worse ${worse}`);
}

function expectMean(system: string, ratings: Float64Array, expected: number): void {
  if (Math.abs(mean(ratings) - expected) < 1e-9 * expected) return;
  throw new Error(`${system} keeps no sum: the mean rating is ${mean(ratings)}, not ${expected}`);
}

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function deviationOf(numbers: Float64Array): number {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((number) => (number - middle) ** 2)));
}
