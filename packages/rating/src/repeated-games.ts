/** A rater's estimate of a player: a normal distribution, in its points. */
export interface Belief {
  readonly rating: number;
  readonly deviation: number;
}

/**
 * How many times the games of a player in a match repeat their evidence if each pair of players on different sides is a separate game.
 * All games of a player depend on one performance. The number of sides that one of n equals beats in a ranking has the variance
 * (n^2 - 1) / 12; in n - 1 separate games it would be (n - 1) / 4. The games against players of one side are one game, counted several times.
 * @param opponents the mean number of players on one of the other sides
 * @returns 1 for duels
 */
export function repetitionOfPairs(sides: number, opponents = 1): number {
  return (opponents * (sides + 1)) / 3;
}
