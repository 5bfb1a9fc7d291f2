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

/** Chances below this count as this, so that no pair alone decides a match of many: a chance of 1 is but a rounded one. */
const LEAST_CHANCE = 1e-15;

/**
 * Chances of several sides to be in front of all others, from the chances of each pair: a side is as strong as its mean
 * logit against all sides, against itself (0) included, and chances are in proportion to e to that power. If the chances of
 * pairs come from strengths (Bradley-Terry), these are the chances that the strengths give (Plackett-Luce).
 * @param chance side a's chance against side b, with chance(a, b) + chance(b, a) = 1
 * @returns one chance for each side, adding up to 1; for two sides, the pair's own
 */
export function shareOfPairs(sides: number, chance: (a: number, b: number) => number): number[] {
  if (sides === 2) {
    const won = chance(0, 1);
    return [won, 1 - won];
  }
  return shareOfLogits(sides, (a, b) => logit(chance(a, b), chance(b, a)));
}

/**
 * The same from the chances of each pair of players: a side's logit against another is the mean over their pairs.
 * @param chance of `own` against `opponent`
 * @param decisiveness what the mean is multiplied by, from the number of players on each of the two sides; left out: 1
 */
export function shareOfPlayers<State>(
  sides: readonly (readonly State[])[],
  chance: (own: State, opponent: State) => number,
  decisiveness: (own: number, opponents: number) => number = () => 1,
): number[] {
  if (sides.every(({ length }) => length === 1))
    return shareOfPairs(sides.length, (a, b) => chance(sides[a]![0]!, sides[b]![0]!));
  return shareOfLogits(sides.length, (a, b) => {
    const [own, other] = [sides[a]!, sides[b]!];
    let sum = 0;
    for (const player of own)
      for (const opponent of other) sum += logit(chance(player, opponent), chance(opponent, player));
    return (decisiveness(own.length, other.length) * sum) / (own.length * other.length);
  });
}

/**
 * How decisive a lead is between teams whose players' luck is their own: a team's performance is the mean of its players',
 * and the luck in a mean of n is smaller by the square root of n. 1 for two players.
 */
export function teamDecisiveness(own: number, opponents: number): number {
  return Math.sqrt((2 * own * opponents) / (own + opponents));
}

/** ln (chance / otherChance), which keeps what 1 minus a chance would lose where a pair is lopsided. */
function logit(chance: number, otherChance: number): number {
  return Math.log(Math.max(chance, LEAST_CHANCE)) - Math.log(Math.max(otherChance, LEAST_CHANCE));
}

function shareOfLogits(sides: number, logitOf: (a: number, b: number) => number): number[] {
  const strengths = new Array<number>(sides).fill(0);
  for (let a = 0; a < sides; a++) {
    for (let b = a + 1; b < sides; b++) {
      const part = logitOf(a, b) / sides;
      strengths[a]! += part;
      strengths[b]! -= part;
    }
  }
  let greatest = Number.NEGATIVE_INFINITY;
  for (const strength of strengths) if (strength > greatest) greatest = strength;
  let sum = 0;
  for (let side = 0; side < sides; side++) {
    strengths[side] = Math.exp(strengths[side]! - greatest);
    sum += strengths[side]!;
  }
  for (let side = 0; side < sides; side++) strengths[side]! /= sum;
  return strengths;
}
