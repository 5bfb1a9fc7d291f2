import type { Access } from '../access/access.js';
import { checkReason } from '../audit/check-reason.js';
import { isSystemOf } from '../compare/compare-rating-systems.js';
import type { CorrectedLeague } from '../correction/configure-rating-system.js';
import { type CorrectNeeds, correct } from '../correction/correct.js';
import type { CorrectionRequest } from '../correction/correction-request.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type Analysis, COMPARISONS, type ComparisonKind } from './analysis.js';
import { findAnalysisOf } from './request-analysis.js';

export interface ConfigureChances extends CorrectionRequest {
  /** Slug. */
  readonly league: string;
  /** Id of the comparison whose fit is used; null for the rating system's own chances; 0 for an id that is none. */
  readonly comparison: number | null;
}

/**
 * Starts or stops using the fit of a comparison for the chances that a league shows. Ratings stay as they are.
 * @throws Refused if the comparison has no fit of the rating system that the league has now
 */
export async function configureChances(
  needs: CorrectNeeds,
  access: Access,
  input: ConfigureChances,
): Promise<CorrectedLeague> {
  const league = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const chanceFit = input.comparison === null ? null : await fitIn(needs, access, league, input.comparison);
  const { rater, raterVersion, settings } = league;
  const correction = { kind: 'configureChances', rater, raterVersion, settings, chanceFit } as const;
  const corrected = await correct(needs, access, league.id, correction, input);
  return { league: await getLeague(needs.database.manager, league.id), ...corrected };
}

async function fitIn(
  needs: NeedsDatabase & NeedsRaters,
  access: Access,
  league: League,
  id: number,
): Promise<LeagueChances> {
  const comparison = (await findAnalysisOf(needs, access, id, COMPARISONS)) as Analysis<ComparisonKind> | null;
  if (comparison?.leagueId !== league.id || !comparison.result) {
    const message = `comparison must be the id of a comparison of ${league.slug} that is done`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'comparison'], message));
  }
  const rater = needs.raters.get(league.rater);
  const system = comparison.result.systems.find(
    ({ ratingSystem, version, settings }) =>
      rater?.key === ratingSystem && version === league.raterVersion && isSystemOf(league, { rater, settings }),
  );
  if (!system?.fit) {
    const rule = system
      ? 'must hold out matches, and have found a slope'
      : `must be of the rating system that ${league.slug} has now`;
    throw new Refused(refuse('CONFLICT', ['input', 'comparison'], `comparison ${rule}; compare again`));
  }
  const { matches, slope, sideAdvantage, sideRole = null, favouriteAdvantage = null, gain } = system.fit;
  const { sequence, revision } = comparison;
  const fit = { matches, slope, sideAdvantage, sideRole, favouriteAdvantage, gain };
  return { ...fit, sequence: sequence!, revision: revision! };
}
