import { settingsProblems } from '@openladder/rating';
import type { League } from '../league/league.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { isOtherVersion, type RatingSystem } from '../raters/rating-system.js';
import type { Findings } from './findings.js';

/**
 * The installed version of a league's rater if another version rated the league, for example "timed-glicko 2.0.0". Null if the versions
 * are the same or the rater is not installed.
 */
export function pendingVersion(raters: RaterCatalogue, league: League): string | null {
  const rater = raters.get(league.rater);
  return rater && isOtherVersion(league, { rater }) ? `${rater.key} ${rater.version}` : null;
}

/**
 * The rating system to replay the league with.
 * @returns null if the version that rated the league is not installed
 */
export function systemToReplay(raters: RaterCatalogue, league: League, findings: Findings): RatingSystem | null {
  const { slug, settings } = league;
  const rater = raters.get(league.rater);
  if (!rater) {
    const rated = `${league.rater} ${league.raterVersion}`;
    findings.add(
      'ratingSystem',
      `league ${slug} cannot be replayed, installed rater`,
      rated,
      `no rater "${league.rater}"`,
    );
    return null;
  }
  for (const { setting, rule } of settingsProblems(rater, settings)) {
    findings.add('ratingSystem', `league ${slug}, settings.${setting}`, 'a setting that is accepted', rule);
  }
  const { minMatches, activeWithin } = league;
  return { rater, settings, shownThrough: league.refreshedThrough, boardRule: { minMatches, activeWithin } };
}
