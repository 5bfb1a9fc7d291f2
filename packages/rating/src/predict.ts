/**
 * The expected score, 0 to 1, of a player who is `difference` points ahead, where a win counts 1 and a draw 0.5:
 * 1 / (1 + exp(-difference / scale)), without overflow. The opponent's is `expectedScore(-difference, scale)`, which is
 * more exact than 1 minus this one where the pair is lopsided.
 * @param scale points that multiply the odds by e; 400 / ln 10 for the points of chess
 */
export function expectedScore(difference: number, scale: number): number {
  return scoreAtOdds(difference, underdogsOdds(difference, scale));
}

/** The odds of the player who is behind by `difference` points, or by minus as many, 0 to 1: the same for both of a pair. */
export function underdogsOdds(difference: number, scale: number): number {
  return Math.exp(-Math.abs(difference / scale));
}

/** `expectedScore` where the underdog's odds are known: 1 / (1 + odds) for the favourite, else the rest of 1. */
export function scoreAtOdds(difference: number, odds: number): number {
  return (difference >= 0 ? 1 : odds) / (1 + odds);
}

/**
 * Chances of several sides from the chances of each pair: a side's chances against the others, added up and shared out.
 * @param chance side a's chance against side b, with chance(a, b) + chance(b, a) = 1
 * @returns one chance for each side, adding up to 1; for two sides, the pair's own
 */
export function shareOfPairs(sides: number, chance: (a: number, b: number) => number): number[] {
  const sums = new Array<number>(sides).fill(0);
  for (let a = 0; a < sides; a++) {
    for (let b = a + 1; b < sides; b++) {
      const won = chance(a, b);
      sums[a]! += won;
      sums[b]! += 1 - won;
    }
  }
  const pairs = (sides * (sides - 1)) / 2;
  for (let side = 0; side < sides; side++) sums[side]! /= pairs;
  return sums;
}

/**
 * The same from the chances of each pair of players: a side's chance against another is its mean over their pairs.
 * @param chance of `own` against `opponent`
 */
export function shareOfPlayers<State>(
  sides: readonly (readonly State[])[],
  chance: (own: State, opponent: State) => number,
): number[] {
  return shareOfPairs(sides.length, (a, b) => {
    let sum = 0;
    for (const own of sides[a]!) for (const opponent of sides[b]!) sum += chance(own, opponent);
    return sum / (sides[a]!.length * sides[b]!.length);
  });
}
