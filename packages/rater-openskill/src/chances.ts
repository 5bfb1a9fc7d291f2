import { expectedScore, shareOfPairs } from '@openladder/rating';
import { normalChance } from './normal.js';
import type { OpenSkillSettings } from './settings.js';
import type { OpenSkillState } from './state.js';

type Side = readonly OpenSkillState[];

/**
 * In the scale of chances of fields, the share of a side in the geometric mean of its own variance and that of as many newcomers. Ratings spread with the
 * deviations of their time, and shrink more slowly than deviations fall. Chosen on simulated fields and teams.
 */
const SHARE = 1 / 2;

interface Strength {
  readonly mu: number;
  readonly variance: number;
}

/**
 * The chance of one side to win against another, by the model that rates them: logistic for Plackett-Luce and Bradley-Terry, normal for
 * Thurstone-Mosteller. `predictWin` of the package openskill is normal for all of them, and therefore 1.7 times as confident as the logistic
 * models.
 */
export function chance(one: Strength, two: Strength, { model, beta }: OpenSkillSettings): number {
  const c = Math.sqrt(one.variance + two.variance + 2 * beta ** 2);
  return model === 'thurstoneMosteller' ? normalChance((one.mu - two.mu) / c) : expectedScore(one.mu - two.mu, c);
}

/**
 * Each side's chance to be in front of all others. Plackett-Luce defines it: in proportion to exp(mu / c), with a c that grows with the
 * number of sides as in its updates, but less with their deviations. The models of pairs define only pairs.
 */
export function chances(sides: readonly Side[], settings: OpenSkillSettings): number[] {
  const strengths = strengthsOf(sides, settings);
  if (sides.length === 2) {
    for (const [index, side] of sides.entries()) strengths[index] = withOwnLuck(strengths[index]!, side, settings);
  }
  if (settings.model !== 'plackettLuce' || sides.length === 2) {
    return shareOfPairs(sides.length, (a, b) => {
      const { mu, variance } = strengths[a]!;
      const more = sides[a]!.length - sides[b]!.length;
      return chance({ mu, variance: variance + varianceOfSize(more, settings) }, strengths[b]!, settings);
    });
  }
  const { sigma, beta } = settings;
  const ofSide = ({ variance }: Strength, { length }: Side) => SHARE * sigma * Math.sqrt(variance * length) + beta ** 2;
  const c = Math.sqrt(strengths.reduce((sum, strength, side) => sum + ofSide(strength, sides[side]!), 0));
  // Only differences count; those to the greatest do not overflow.
  const greatest = Math.max(...strengths.map(({ mu }) => mu));
  const shares = strengths.map(({ mu }) => Math.exp((mu - greatest) / c));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/**
 * A side is the sum of its players. If sizes do not count, players beyond the smallest team's number have no value in themselves: from each, a
 * newcomer's rating is subtracted, so that teams of equal size keep their bits.
 */
export function strengthsOf(sides: readonly Side[], { sizeCounts, mu: newcomer }: OpenSkillSettings): Strength[] {
  const smallest = sizeCounts ? 0 : Math.min(...sides.map(({ length }) => length));
  return sides.map((side) => {
    let [mu, variance] = [0, 0];
    for (const player of side) {
      mu += player.mu;
      variance += player.sigma ** 2;
    }
    if (!sizeCounts) mu -= (side.length - smallest) * newcomer;
    return { mu, variance };
  });
}

/**
 * What one more player is worth is as uncertain as a newcomer, however well players are known, because matches of equal sizes do not show it.
 * Without this the models of pairs, whose deviations fall fast in fields, believed in the larger team for good. Plackett-Luce learns it in time.
 */
function varianceOfSize(more: number, { model, sizeCounts, sigma }: OpenSkillSettings): number {
  return sizeCounts && model !== 'plackettLuce' ? (more * sigma) ** 2 : 0;
}

/**
 * Between two teams the luck of each member is their own. Updates count that of one for the whole team, which makes up for deviations that
 * fall too slowly; so the chances count that of the others as far as deviations have fallen.
 */
function withOwnLuck({ mu, variance }: Strength, { length }: Side, { beta, sigma }: OpenSkillSettings): Strength {
  const known = Math.max(0, 1 - variance / (length * sigma ** 2));
  return { mu, variance: variance + (length - 1) * known * beta ** 2 };
}
