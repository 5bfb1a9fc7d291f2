/** Ratings by the package openskill, which has the mathematics. */
import {
  type Contribution,
  type Match,
  type PlayerId,
  pairwiseResults,
  type Rated,
  sideMerits,
  withoutGuests,
} from '@openladder/rating';
import { type Model as Formula, rate } from 'openskill';
import { bradleyTerryFull, plackettLuce, thurstoneMostellerFull } from 'openskill/models';
import { chance } from './chances.js';
import type { Model, OpenSkillSettings } from './settings.js';
import type { OpenSkillState } from './state.js';

const FORMULAS: Readonly<Record<Model, Formula>> = {
  plackettLuce,
  bradleyTerry: bradleyTerryFull,
  thurstoneMosteller: thurstoneMostellerFull,
};

/** Rates a match. openskill says how far each player moves, but not because of whom, so each opponent gets an equal part. */
export function rateMatch(
  match: Match,
  states: ReadonlyMap<PlayerId, OpenSkillState>,
  settings: OpenSkillSettings,
): Map<PlayerId, Rated<OpenSkillState>> {
  const contest = withoutGuests(match);
  const players = contest.sides.map(({ participants }) => participants.map(({ player }) => player));
  const teams = players.map((side) => side.map((player) => states.get(player)!));
  const rank = sideMerits(contest)!.map((merit) => -merit);
  const { model, beta, tau, limitSigma } = settings;
  const after = rate(teams, { model: FORMULAS[model], rank, beta, tau, limitSigma });
  const results = pairwiseResults(contest);

  const rated = new Map<PlayerId, Rated<OpenSkillState>>();
  for (const [own, side] of players.entries()) {
    const opponents = players.flatMap((others, other) => {
      if (other === own) return [];
      const expected = chance(teams[own]!, teams[other]!, settings);
      return others.map((opponent) => ({ opponent, expected, actual: results[own]![other]! }));
    });
    const weight = 1 / opponents.length;
    for (const [index, player] of side.entries()) {
      const { mu, sigma } = after[own]![index]!;
      const delta = (mu - states.get(player)!.mu) * weight;
      const contributions = opponents.map(
        (each): Contribution => ({ ...each, opponentValue: states.get(each.opponent)!.mu, weight, delta }),
      );
      rated.set(player, { state: { mu, sigma }, contributions });
    }
  }
  return rated;
}
