import { expectedScore, shareOfPairs } from '@openladder/rating';
import { normalChance } from './normal.js';
import type { OpenSkillSettings } from './settings.js';
import type { OpenSkillState } from './state.js';

type Side = readonly OpenSkillState[];

/**
 * Of a newcomer's variance, what a player of a race has in the scale of chances. Ratings spread by the deviations of their time and stay so
 * while deviations fall: by the present ones, chances would become surer from season to season, and no fit to past races would last. In
 * simulated races of 3 to 20 this share is what players have after some 100 races each (test/simulations/fitted-chances.test.ts).
 */
const SHARE_OF_NEWCOMER = 1 / 3;

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
 * number of sides as that of its updates does, but not with their deviations. The models of pairs know only pairs.
 */
export function chances(sides: readonly Side[], settings: OpenSkillSettings): number[] {
  const strengths = sides.map(strengthOf);
  if (settings.model !== 'plackettLuce' || sides.length === 2) {
    return shareOfPairs(sides.length, (a, b) => chance(strengths[a]!, strengths[b]!, settings));
  }
  const variance = SHARE_OF_NEWCOMER * settings.sigma ** 2;
  const c = Math.sqrt(sides.reduce((sum, side) => sum + side.length * variance + settings.beta ** 2, 0));
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
