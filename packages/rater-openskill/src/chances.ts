import { expectedScore, shareOfPairs } from '@openladder/rating';
import { normalChance } from './normal.js';
import type { OpenSkillSettings } from './settings.js';
import type { OpenSkillState } from './state.js';

type Side = readonly OpenSkillState[];

/**
 * In the scale of chances of races, a player has this share of their own variance and of a newcomer's together. Ratings spread by the
 * deviations of their time and stay so while deviations fall: by the present ones alone, chances would become surer from season to season,
 * and no fit to past races would last. Chosen on simulated races of 3 to 20 (test/simulations/fitted-chances.test.ts).
 */
const SHARE = 1 / 4;

export interface Strength {
  readonly mu: number;
  readonly variance: number;
}

/**
 * The chance of one side to win against another, by the model that rates them: logistic for Plackett-Luce and Bradley-Terry, normal for
 * Thurstone-Mosteller. `predictWin` of the package openskill is normal for all of them, and so 1.7 times as sure as the logistic models are.
 */
export function chance(one: Strength, two: Strength, { model, beta }: OpenSkillSettings): number {
  const c = Math.sqrt(one.variance + two.variance + 2 * beta ** 2);
  return model === 'thurstoneMosteller' ? normalChance((one.mu - two.mu) / c) : expectedScore(one.mu - two.mu, c);
}

/**
 * Each side's chance to be in front of all others. Plackett-Luce says it itself: in proportion to exp(mu / c), with a c that grows with the
 * number of sides as that of its updates does, but less with their deviations. The models of pairs know only pairs.
 */
export function chances(sides: readonly Side[], settings: OpenSkillSettings): number[] {
  const strengths = sides.map((side) => (sides.length === 2 ? withOwnLuck(side, settings) : strengthOf(side)));
  if (settings.model !== 'plackettLuce' || sides.length === 2) {
    return shareOfPairs(sides.length, (a, b) => chance(strengths[a]!, strengths[b]!, settings));
  }
  const newcomer = settings.sigma ** 2;
  const c = Math.sqrt(
    strengths.reduce(
      (sum, { variance }, side) => sum + SHARE * (variance + sides[side]!.length * newcomer) + settings.beta ** 2,
      0,
    ),
  );
  // Only differences count; those to the greatest do not overflow.
  const greatest = Math.max(...strengths.map(({ mu }) => mu));
  const shares = strengths.map(({ mu }) => Math.exp((mu - greatest) / c));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** A side is the sum of its players. */
export function strengthOf(side: Side): Strength {
  let [mu, variance] = [0, 0];
  for (const player of side) {
    mu += player.mu;
    variance += player.sigma ** 2;
  }
  return { mu, variance };
}

/**
 * Between two teams the luck of each member is their own. Updates count that of one for the whole team, which makes up for deviations that
 * fall too slowly; so the chances count that of the others as far as deviations have fallen.
 */
function withOwnLuck(side: Side, { beta, sigma }: OpenSkillSettings): Strength {
  const { mu, variance } = strengthOf(side);
  const known = Math.max(0, 1 - variance / (side.length * sigma ** 2));
  return { mu, variance: variance + (side.length - 1) * known * beta ** 2 };
}
