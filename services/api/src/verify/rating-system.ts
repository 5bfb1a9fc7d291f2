import { settingsProblems } from '@openladder/rating';
import type { League } from '../league/league.js';
import type { RaterCatalogue } from '../raters/raters.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { Findings } from './findings.js';

/**
 * The rating system to replay the league with.
 * @returns null where it cannot be replayed exactly: the rater that rated it is not here, or is here in another version
 */
export function systemToReplay(raters: RaterCatalogue, league: League, findings: Findings): RatingSystem | null {
  const { slug, settings } = league;
  const rated = `${league.rater} ${league.raterVersion}`;
  const rater = raters.get(league.rater);
  if (!rater || rater.version !== league.raterVersion) {
    const installed = rater ? `${rater.key} ${rater.version}` : `no rater "${league.rater}"`;
    findings.add('ratingSystem', `league ${slug} cannot be replayed, installed rater`, rated, installed);
    return null;
  }
  for (const { setting, rule } of settingsProblems(rater, settings)) {
    findings.add('ratingSystem', `league ${slug}, settings.${setting}`, 'a setting that is accepted', rule);
  }
  return { rater, settings, shownThrough: league.refreshedThrough };
}
