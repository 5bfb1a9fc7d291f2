import type { Match } from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';

/** Matches of a simulated league, in which teams of chance meet. */
export interface TeamMatches {
  readonly players: number;
  readonly matches: number;
  readonly sides: number;
  /** The fewest and the most players of a team. */
  readonly size: readonly [number, number];
  /** How far strengths are apart, as a standard deviation, where the luck of each player has that of 1. */
  readonly spread: number;
  readonly seed: number;
}

/** Matches a day. */
const MATCHES_A_DAY = 10;
const DAY = 86_400_000;

/** Each player has strength and luck of their own, and teams finish by the sums of both. A larger team has no advantage. */
export function* playTeams({ players, matches, sides, size, spread, seed }: TeamMatches): Generator<Match> {
  const random = seededRandom(seed);
  const strengths = Array.from({ length: players }, () => spread * random.normal());
  const everybody = [...strengths.keys()];
  for (let match = 0; match < matches; match++) {
    const taken = new Set<number>();
    const teams = Array.from({ length: sides }, () => {
      const most = taken.size + random.integer(...size);
      const team: number[] = [];
      while (taken.size < most) {
        const player = random.pick(everybody);
        if (taken.has(player)) continue;
        taken.add(player);
        team.push(player);
      }
      return team;
    });
    const scores = teams.map((team) => team.reduce((sum, player) => sum + strengths[player]! + random.normal(), 0));
    yield {
      playedAt: Date.UTC(2020, 0) + (match * DAY) / MATCHES_A_DAY,
      sides: teams.map((team, side) => ({
        placement: 1 + scores.filter((score) => score > scores[side]!).length,
        participants: team.map((player) => ({ player: `p${player}` })),
      })),
    };
  }
}
