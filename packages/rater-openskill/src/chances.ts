import { expectedScore, shareOfPairs } from '@openladder/rating';
import { predictWin } from 'openskill';
import type { OpenSkillSettings } from './settings.js';
import type { OpenSkillState } from './state.js';

type Side = readonly OpenSkillState[];

/**
 * The chance of one side to win against another, by the model that rates them: logistic for Plackett-Luce and Bradley-Terry, normal for
 * Thurstone-Mosteller. `predictWin` of openskill is normal for all of them, and so 1.7 times as sure as the logistic models are.
 */
export function chance(own: Side, other: Side, { model, beta }: OpenSkillSettings): number {
  if (model === 'thurstoneMosteller') return predictWin([[...own], [...other]], { beta })[0]!;
  const [one, two] = [strengthOf(own), strengthOf(other)];
  return expectedScore(one.mu - two.mu, Math.sqrt(one.variance + two.variance + 2 * beta ** 2));
}

/**
 * Each side's chance to be in front of all others. Plackett-Luce says it itself: in proportion to exp(mu / c), with the c of its updates,
 * which grows with the number of sides. The models of pairs know only pairs.
 */
export function chances(sides: readonly Side[], settings: OpenSkillSettings): number[] {
  if (settings.model !== 'plackettLuce' || sides.length === 2) {
    return shareOfPairs(sides.length, (a, b) => chance(sides[a]!, sides[b]!, settings));
  }
  const strengths = sides.map(strengthOf);
  const c = Math.sqrt(strengths.reduce((sum, { variance }) => sum + variance + settings.beta ** 2, 0));
  // Only differences count; those to the greatest do not overflow.
  const greatest = Math.max(...strengths.map(({ mu }) => mu));
  const shares = strengths.map(({ mu }) => Math.exp((mu - greatest) / c));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** A side is the sum of its players. */
function strengthOf(side: Side) {
  let [mu, variance] = [0, 0];
  for (const player of side) {
    mu += player.mu;
    variance += player.sigma ** 2;
  }
  return { mu, variance };
}
