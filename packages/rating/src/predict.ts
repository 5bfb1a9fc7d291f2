import { power } from './power.js';

/**
 * The expected score, 0 to 1, of a player who is `difference` points ahead, where a win counts 1 and a draw 0.5:
 * 1 / (1 + exp(-difference / scale)), without overflow. The opponent's is `expectedScore(-difference, scale)`, which is
 * more exact than 1 minus this one if the pair is lopsided.
 * @param scale points that multiply the odds by e; 400 / ln 10 for the points of chess
 */
export function expectedScore(difference: number, scale: number): number {
  return scoreAtOdds(difference, underdogsOdds(difference, scale));
}

/** The underdog's odds, 0 to 1, in a pair whose ratings differ by `difference` points, of either sign. */
export function underdogsOdds(difference: number, scale: number): number {
  return Math.exp(-Math.abs(difference / scale));
}

/** `expectedScore` from the underdog's odds: 1 / (1 + odds) for the favourite, and the rest of 1 for the underdog. */
export function scoreAtOdds(difference: number, odds: number): number {
  return (difference >= 0 ? 1 : odds) / (1 + odds);
}

/** The least chance of a pair, so that no pair alone decides a match of many: a chance of 1 is just a rounded one. */
const LEAST_CHANCE = 1e-15;

/**
 * Chances of several sides to finish ahead of all others, from the chances of each pair: a side is as strong as its mean
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
 * @param decisiveness a factor for the mean, from the number of players on each of the two sides; 1 if omitted
 * @param winning how much a side's chances to beat others count, compared with its chances to lose to them; 1 if omitted. See
 * `winningInRaces`.
 */
export function shareOfPlayers<State>(
  sides: readonly (readonly State[])[],
  chance: (own: State, opponent: State) => number,
  decisiveness: (own: number, opponents: number) => number = () => 1,
  winning = 1,
): number[] {
  if (winning === 1 && sides.every(({ length }) => length === 1))
    return shareOfPairs(sides.length, (a, b) => chance(sides[a]![0]!, sides[b]![0]!));
  return shareOfLogits(
    sides.length,
    (a, b) => {
      const [own, other] = [sides[a]!, sides[b]!];
      let sum = 0;
      for (const player of own)
        for (const opponent of other) sum += logit(chance(player, opponent), chance(opponent, player));
      return (decisiveness(own.length, other.length) * sum) / (own.length * other.length);
    },
    winning,
  );
}

/**
 * The factor `winning` of `shareOfPlayers` for a game whose luck is of unknown distribution. Pairs do not depend on it, but in a large field it
 * decides how often the best player is first: 1 is right for a Gumbel distribution (Plackett-Luce); for a normal one 1.8 in fields of 3, 2.1 of
 * 8, and 3 of 20, by least log loss of simulated races. This lies between the two. 1 for two sides. `fieldDecisiveness` solves the same problem
 * for raters without a deviation, by a factor for whole leads.
 */
export function winningInRaces(sides: number): number {
  return power(sides / 2, 0.15);
}

/**
 * How decisive a lead is between teams whose players have independent luck: a team's performance is the mean of its players',
 * and the luck in a mean of n is smaller by the square root of n. 1 for two players.
 */
export function teamDecisiveness(own: number, opponents: number): number {
  return Math.sqrt((2 * own * opponents) / (own + opponents));
}

/**
 * How much more decisive a lead is for the first place in a field than in a pair. That depends on the law of luck: by Gumbel's (Luce)
 * it is no more decisive, by the normal law (Thurstone) 1 + ln(n / 2) / 4 times as much in a field of n, because few are very lucky.
 * The law of a game is unknown, so this lies between the two: in simulated races it misses both by about as much.
 * @param sides at least 2
 * @returns 1 for two sides, 1.23 for 20
 */
export function fieldDecisiveness(sides: number): number {
  return 1 + Math.log(sides / 2) / 10;
}

/** ln (chance / otherChance). It keeps digits that 1 minus a chance would lose in a lopsided pair. */
function logit(chance: number, otherChance: number): number {
  return Math.log(Math.max(chance, LEAST_CHANCE)) - Math.log(Math.max(otherChance, LEAST_CHANCE));
}

/** The logit of a chance is its logarithm less that of the rest: in proportion to e to the mean of these, the former times `winning`. */
function shareOfLogits(sides: number, logitOf: (a: number, b: number) => number, winning = 1): number[] {
  const strengths = new Array<number>(sides).fill(0);
  for (let a = 0; a < sides; a++) {
    for (let b = a + 1; b < sides; b++) {
      const lead = logitOf(a, b);
      const part = lead / sides;
      strengths[a]! += part;
      strengths[b]! -= part;
      if (winning === 1) continue;
      const more = (winning - 1) / sides;
      // -ln of the favourite's chance, which does not overflow; the other's is greater by the lead.
      const rest = Math.log1p(underdogsOdds(lead, 1));
      strengths[a]! -= more * (rest + Math.max(0, -lead));
      strengths[b]! -= more * (rest + Math.max(0, lead));
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
