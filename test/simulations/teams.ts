import type { Match } from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';

/** Matches of a simulated league, in which two teams of chance meet. */
export interface TeamMatches {
  readonly players: number;
  readonly matches: number;
  /** Players on each of the two sides. */
  readonly size: number;
  /** How far strengths are apart, as a standard deviation, where the luck of each player has that of 1. */
  readonly spread: number;
  readonly seed: number;
}

/** Matches a day. */
const MATCHES_A_DAY = 10;
const DAY = 86_400_000;

/** Each player has strength and luck of their own, and the team with more of both together wins. */
export function* playTeams({ players, matches, size, spread, seed }: TeamMatches): Generator<Match> {
  const random = seededRandom(seed);
  const strengths = Array.from({ length: players }, () => spread * random.normal());
  const everybody = [...strengths.keys()];
  for (let match = 0; match < matches; match++) {
    const sides = [new Set<number>(), new Set<number>()] as const;
    for (const [index, side] of sides.entries()) {
      while (side.size < size) {
        const player = random.pick(everybody);
        if (index === 0 || !sides[0].has(player)) side.add(player);
      }
    }
    const scores = sides.map((side) =>
      [...side].reduce((sum, player) => sum + strengths[player]! + random.normal(), 0),
    );
    yield {
      playedAt: Date.UTC(2020, 0) + (match * DAY) / MATCHES_A_DAY,
      sides: sides.map((side, index) => ({
        placement: scores[index]! > scores[1 - index]! ? 1 : 2,
        participants: [...side].map((player) => ({ player: `p${player}` })),
      })),
    };
  }
}
