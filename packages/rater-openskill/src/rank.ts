import {
  type Contribution,
  type Match,
  type PlayerId,
  pairwiseResults,
  type Rated,
  sideMerits,
  withoutGuests,
} from '@openladder/rating';
import { chance, strengthsOf } from './chances.js';
import { judge } from './models.js';
import type { OpenSkillSettings } from './settings.js';
import type { OpenSkillState } from './state.js';

/** kappa: the least remaining share of a variance after any match. */
const LEAST_SHARE = 1e-4;

/** Rates a match. The models give the move of each team, but not by opponent, so each opponent gets an equal part. */
export function rateMatch(
  match: Match,
  states: ReadonlyMap<PlayerId, OpenSkillState>,
  settings: OpenSkillSettings,
): Map<PlayerId, Rated<OpenSkillState>> {
  const contest = withoutGuests(match);
  const players = contest.sides.map(({ participants }) => participants.map(({ player }) => player));
  const sides = players.map((side) => side.map((player) => states.get(player)!));
  const grown = sides.map((side) => side.map((state) => grow(state, settings)));
  const merits = sideMerits(contest)!;
  const teams = strengthsOf(grown, settings).map((strength, side) => ({ merit: merits[side]!, ...strength }));
  const strengths = strengthsOf(sides, settings);
  const verdicts = judge(teams, settings.model, settings.beta);
  const results = pairwiseResults(contest);

  const rated = new Map<PlayerId, Rated<OpenSkillState>>();
  for (const [own, side] of players.entries()) {
    const { omega, delta } = verdicts[own]!;
    const opponents = players.flatMap((others, other) => {
      if (other === own) return [];
      const expected = chance(strengths[own]!, strengths[other]!, settings);
      return others.map((opponent) => ({ opponent, expected, actual: results[own]![other]! }));
    });
    const weight = 1 / opponents.length;
    for (const [index, player] of side.entries()) {
      const before = sides[own]![index]!;
      const { sigma } = grown[own]![index]!;
      const share = (sigma * sigma) / teams[own]!.variance;
      const less = sigma * Math.sqrt(Math.max(1 - share * delta, LEAST_SHARE));
      const mu = before.mu + share * omega;
      const part = (mu - before.mu) * weight;
      const contributions = opponents.map(
        ({ opponent, expected, actual }): Contribution => ({
          opponent,
          opponentValue: states.get(opponent)!.mu,
          expected,
          actual,
          weight,
          delta: part,
        }),
      );
      rated.set(player, { state: { mu, sigma: limited(less, before, settings) }, contributions });
    }
  }
  return rated;
}

/** As before a match: tau makes a rating more uncertain. */
function grow({ mu, sigma }: OpenSkillState, { tau }: OpenSkillSettings): OpenSkillState {
  return { mu, sigma: Math.sqrt(sigma * sigma + tau * tau) };
}

function limited(sigma: number, before: OpenSkillState, { limitSigma }: OpenSkillSettings): number {
  return limitSigma ? Math.min(sigma, before.sigma) : sigma;
}
