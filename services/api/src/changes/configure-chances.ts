import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@openladder/rating';
import type { Access } from '../access/access.js';
import { type Analysis, COMPARISONS, type ComparisonKind } from '../analysis/analysis.js';
import { findAnalysisOf } from '../analysis/request-analysis.js';
import { isSystemOf } from '../compare/compare-rating-systems.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import {
  type ChangeNeeds,
  type ChangeRequest,
  defineChange,
  type FoundLeague,
  findLeagueOf,
  showLeague,
} from '../league-log/change.js';
import type { LeagueChances } from '../raters/league-chances.js';
import { installedSystemOf, type SettingValues } from '../raters/rating-system.js';

export interface ConfigureChances extends ChangeRequest {
  /** Slug. */
  readonly league: string;
  /** Id of the comparison whose fit is used; null for the rating system's own chances; 0 for an id of no comparison. */
  readonly comparison: number | null;
  /** The id as it was given, which a refusal names. */
  readonly given?: string;
}

/** A fit with its rating system. */
interface ChosenChances {
  readonly rater: string;
  readonly raterVersion: string;
  readonly settings: SettingValues;
  /** null: the chances are the rating system's own. */
  readonly chanceFit: LeagueChances | null;
}

/**
 * Starts or stops using the fit of a comparison for the chances that a league shows. Ratings stay as they are; a new revision records when
 * the chances changed.
 */
export const configureChances = defineChange<ConfigureChances, FoundLeague, ChosenChances, FoundLeague>({
  kind: 'configureChances',
  undoneBy: 'configureChances',
  isNoCorrection: true,
  find: findLeagueOf,
  async check(needs, access, { league }, { comparison, given }) {
    const chanceFit = comparison === null ? null : await fitIn(needs, access, league, { id: comparison, given });
    const { rater, raterVersion, settings } = league;
    return { rater, raterVersion, settings, chanceFit };
  },
  async apply({ raters }, _, league, { rater, raterVersion, settings, chanceFit }) {
    const isPresent =
      rater === league.rater && raterVersion === league.raterVersion && isDeepStrictEqual(settings, league.settings);
    if (chanceFit && !isPresent) {
      throw new Refused(refuse('COMPARISON_OF_OTHER_SYSTEM', ['input', 'comparison'], { league: league.slug }));
    }
    const { ratedThrough: playedAt, lastSequence: sequence } = league;
    return {
      system: { ...installedSystemOf(raters, league), chanceFit },
      from: playedAt && { playedAt, sequence },
      seeds: [],
      before: { chanceFit: league.chanceFit && chancesView(league.chanceFit) },
      after: { chanceFit: chanceFit && chancesView(chanceFit) },
    };
  },
  show: showLeague,
});

/** Chances as the audit log shows them. */
function chancesView(chances: LeagueChances): Json {
  const { slope, sideAdvantage, sideRole, favouriteAdvantage, slopeBySides, sequence, revision } = chances;
  const fit = { slope: slope.value, sideAdvantage: sideAdvantage?.value ?? null };
  const ofRaces = {
    ...(favouriteAdvantage && { favouriteAdvantage: favouriteAdvantage.value }),
    ...(slopeBySides && { slopeBySides: slopeBySides.value }),
  };
  return { ...fit, ...(sideRole != null && { sideRole }), ...ofRaces, sequence, revision };
}

/** The fit of a comparison. @throws Refused if it has none of the rating system that the league has now */
async function fitIn(
  needs: ChangeNeeds,
  access: Access,
  league: League,
  { id, given }: { readonly id: number; readonly given: string | undefined },
): Promise<LeagueChances> {
  const comparison = (await findAnalysisOf(needs, access, id, COMPARISONS)) as Analysis<ComparisonKind> | null;
  if (comparison?.leagueId !== league.id || !comparison.result) {
    throw new Refused(refuse('COMPARISON_ID', ['input', 'comparison'], { league: league.slug, value: shown(given) }));
  }
  const rater = needs.raters.get(league.rater);
  const system = comparison.result.systems.find(
    ({ ratingSystem, version, settings }) =>
      rater?.key === ratingSystem && version === league.raterVersion && isSystemOf(league, { rater, settings }),
  );
  if (!system?.fit) {
    const path = ['input', 'comparison'];
    throw new Refused(
      system
        ? refuse('COMPARISON_WITHOUT_SLOPE', path)
        : refuse('COMPARISON_OF_OTHER_SYSTEM', path, { league: league.slug }),
    );
  }
  const { evaluation: _, isRecommended: __, ...fit } = system.fit;
  const { sequence, revision } = comparison;
  const none = { sideRole: null, favouriteAdvantage: null, slopeBySides: null };
  return { ...none, ...fit, sequence: sequence!, revision: revision! };
}
