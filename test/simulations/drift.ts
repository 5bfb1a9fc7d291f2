import type { Match } from '@openladder/rating';
import { type Random, seededRandom } from '@openladder/rating/random';

const DAY = 86_400_000;

/** A league whose strengths go up and down for as long as it plays. */
export interface DriftingLeague {
  readonly seed: number;
  readonly players: number;
  /** How far strengths are apart, as the standard deviation of log odds. */
  readonly spread: number;
  /** Days until about two thirds of what a strength was is forgotten. */
  readonly memory: number;
  readonly days: number;
  /** Days from one day of play to the next. */
  readonly every: number;
  /** Matches on a day of play. */
  readonly perDay: number;
  /** `duels` of results alone, duels with `scores`, or `races` of so many. */
  readonly kind: 'duels' | 'scores' | 'races';
  readonly field?: number;
  /** What the first side has in addition, in log odds. */
  readonly home?: number;
}

/** One day of play: its matches, and the strengths by which they were played, in log odds. */
interface DayOfPlay {
  readonly at: number;
  readonly matches: readonly Match[];
  readonly strengths: readonly number[];
}

/** Each strength is its own, and after every day of play it is a little nearer to the mean, and moved by chance. */
export function* playDrifting(league: DriftingLeague): Generator<DayOfPlay> {
  const { seed, players, spread, memory, days, every, perDay, kind, field = 2, home = 0 } = league;
  const random = seededRandom(seed);
  const strengths = Array.from({ length: players }, () => spread * random.normal());
  const kept = Math.exp(-every / memory);
  const play = kind === 'scores' ? scored : raced;
  for (let day = 0; day < days; day += every) {
    for (const [player, strength] of strengths.entries()) {
      strengths[player] = kept * strength + Math.sqrt(1 - kept ** 2) * spread * random.normal();
    }
    const at = Date.UTC(2000, 0) + day * DAY;
    const matches: Match[] = [];
    while (matches.length < perDay) {
      const order = random.shuffle([...strengths.keys()]);
      for (let from = 0; from + field <= players && matches.length < perDay; from += field) {
        const drawn = order.slice(from, from + field);
        matches.push(
          play(
            random,
            at,
            drawn.map((player, side) => [player, strengths[player]! + (side === 0 ? home : 0)]),
          ),
        );
      }
    }
    yield { at, matches, strengths };
  }
}

type Entry = readonly [player: number, strength: number];

/** Luck of a Gumbel distribution makes chances those of the log odds, in duels and in races. */
function raced(random: Random, playedAt: number, entries: readonly Entry[]): Match {
  const reached = entries.map(([, strength]) => strength - Math.log(-Math.log(Math.max(random.next(), 1e-12))));
  const order = reached.toSorted((a, b) => b - a);
  return {
    playedAt,
    sides: entries.map(([player], side) => ({
      placement: 1 + order.indexOf(reached[side]!),
      participants: [{ player: `p${player}` }],
    })),
  };
}

/** A normal distribution of this deviation in log odds is as near to the logistic one as can be. */
const LUCK = 1.7;
const POINTS_A_LUCK = 12;

function scored(random: Random, playedAt: number, [one, other]: readonly Entry[]): Match {
  const lead = (one![1] - other![1]) / LUCK + random.normal();
  const points = Math.max(1, Math.round(POINTS_A_LUCK * Math.abs(lead)));
  const side = ([player]: Entry, score: number) => ({ score, participants: [{ player: `p${player}` }] });
  return { playedAt, sides: [side(one!, lead > 0 ? points : 0), side(other!, lead > 0 ? 0 : points)] };
}
