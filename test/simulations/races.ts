import type { Match } from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';

/** Races of a simulated league, in which players of known strength finish by strength and luck. */
export interface Races {
  readonly players: number;
  readonly races: number;
  /** The fewest and the most players of a race. */
  readonly field: readonly [number, number];
  /** How far strengths are apart, as a standard deviation, where luck has that of a Gumbel or a normal distribution. */
  readonly spread: number;
  /** Whose law luck follows: the first one of all in a field (Plackett and Luce), or the difference of two (Thurstone). */
  readonly luck: 'gumbel' | 'normal';
  /** How much a strength changes from race to race, as a standard deviation. */
  readonly drift: number;
  readonly seed: number;
}

/** Races a day. */
const RACES_A_DAY = 10;
const DAY = 86_400_000;

/** Strengths drift, players take part by chance, and nobody is known at first. */
export function* runRaces({ players, races, field, spread, luck, drift, seed }: Races): Generator<Match> {
  const random = seededRandom(seed);
  const strengths = Array.from({ length: players }, () => spread * random.normal());
  const everybody = [...strengths.keys()];
  const lucky = luck === 'gumbel' ? () => -Math.log(-Math.log(1 - random.next())) : () => random.normal();
  for (let race = 0; race < races; race++) {
    const size = random.integer(...field);
    const finish = new Map<number, number>();
    while (finish.size < size) {
      const player = random.pick(everybody);
      if (finish.has(player)) continue;
      strengths[player]! += drift * random.normal();
      finish.set(player, strengths[player]! + lucky());
    }
    const order = [...finish.keys()].sort((a, b) => finish.get(b)! - finish.get(a)!);
    // The order in which sides are listed tells nothing.
    const sides = random
      .shuffle(order)
      .map((player) => ({ placement: order.indexOf(player) + 1, participants: [{ player: `p${player}` }] }));
    yield { playedAt: Date.UTC(2020, 0) + (race * DAY) / RACES_A_DAY, sides };
  }
}
