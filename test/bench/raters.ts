import { rater as timedGlicko } from '@openladder/rater-timed-glicko';
import { rater as zonestats } from '@openladder/rater-zonestats';
import {
  type BatchRater,
  defaultSettings,
  hasBatch,
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
import { defineBenchmark } from './benchmark.js';
import { interleaved, seconds } from './interleaved.js';

const PLAYERS = 1000;
const HOUR = 3_600_000;
const SEED = 2026;
/** Matches that are rated at a time, whose lines stay in the processor's cache, as a recompute has them. */
const BATCH = 500;

/** A match that only names its players, from the first place to the last. */
type Finish = readonly number[];

/** Our batch form against the rating systems of others, all of them over the same free-for-alls, from the first match. */
export const raters = defineBenchmark({
  name: 'raters',
  bars: {
    timedGlicko: { what: 'timed-glicko, duels', beside: 'glicko2-lite', unit: 'x', holds: 'at least', bar: 15 },
    zonestats: {
      what: 'zonestats, free-for-alls of 10',
      beside: 'openskill',
      unit: 'x',
      holds: 'at least',
      bar: 30,
    },
  },

  async run(context) {
    const duels = finishes(context.size(200_000, 20_000), 2);
    const contests = finishes(context.size(20_000, 2_000), 10);
    const ours = { timedGlicko: batchOf(timedGlicko, duels), zonestats: batchOf(zonestats, contests) };
    expectSkill('timed-glicko', ours.timedGlicko());
    expectSkill('glicko2-lite', glicko2Lite(duels));
    expectSkill('zonestats', ours.zonestats());
    expectSkill('openskill', openSkill(contests));
    expectMean(
      'zonestats',
      ours.zonestats(),
      defaultSettings<{ initialRating: number }>(zonestats.settings).initialRating,
    );

    const figure = async (batch: () => unknown, peer: () => unknown, matches: number) => {
      const times = await interleaved(context.rounds, { ours: () => seconds(batch), peer: () => seconds(peer) });
      const perMatch = (side: 'ours' | 'peer') => `${((times.median(side) / matches) * 1e6).toFixed(2)} us`;
      return { value: times.ratio('peer', 'ours'), detail: `${perMatch('ours')} a match against ${perMatch('peer')}` };
    };
    return {
      timedGlicko: await figure(ours.timedGlicko, () => glicko2Lite(duels), duels.length),
      zonestats: await figure(ours.zonestats, () => openSkill(contests), contests.length),
    };
  },
});

/** Anybody meets anybody; the lower a player's number, the better he is, and chance has its part. */
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
function batchOf<Settings, State>(rater: Rater<Settings, State>, log: readonly Finish[]): () => Float64Array {
  if (!hasBatch(rater)) throw new TypeError(`${rater.key} rates no batches`);
  const settings = defaultSettings<Settings>(rater.settings);
  const batches = Array.from({ length: Math.ceil(log.length / BATCH) }, () => new MatchPacker());
  for (const [index, finish] of log.entries()) {
    packMatch(batches[Math.floor(index / BATCH)]!, matchOf(finish, index), Number);
  }
  const lines = new PackedLines();
  return () => {
    const states = packedStates(rater as BatchRater<Settings, State>, settings, PLAYERS);
    for (const batch of batches) rateBatch(rater, settings, batch, states, lines);
    return Float64Array.from({ length: PLAYERS }, (_, player) => rater.rating(states.get(player), settings).value!);
  };
}

function matchOf(finish: Finish, index: number): Match {
  const sides = finish.map((player, place) => ({ placement: place + 1, participants: [{ player }] }));
  return { playedAt: index * HOUR, sides };
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

/** Teams of one, in the order of their places. */
function openSkill(log: readonly Finish[]): Float64Array {
  const states: Rating[] = Array.from({ length: PLAYERS }, () => newRating());
  for (const finish of log) {
    const rated = openskill(finish.map((player) => [states[player]!]));
    finish.forEach((player, place) => {
      states[player] = rated[place]![0]!;
    });
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
