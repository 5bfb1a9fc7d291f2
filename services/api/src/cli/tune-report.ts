import { isSame } from '../compare/compare-rating-systems.js';
import type { Tuning } from '../compare/tune-rating-system.js';
import { withNoun } from '../kit/with-noun.js';
import { comparisonJson, comparisonReport, differenceText, nameOf } from './compare-report.js';

/** What a search for settings found, for people: the comparison that measures it, and how to use it. */
export function tuningReport(tuning: Tuning): string[] {
  return [...comparisonReport(tuning.comparison), '', ...verdictOf(tuning)];
}

function verdictOf({ rater, settings, isRecommended, evaluations, comparison }: Tuning): string[] {
  const { league, systems } = comparison;
  const row = systems.find((system) => isSame(system, { rater, settings }))!;
  const tried = `Of ${withNoun(evaluations, 'setting')} tried`;
  if (row.isPresent) return [`${tried}, none is better than the current settings of ${league.slug}.`];
  const found = `${tried}, ${nameOf({ rater, settings })} is the best before the held-out matches.`;
  const difference = row.heldOutDifference ? `: ${differenceText(row.heldOutDifference)}` : '';
  if (!isRecommended) {
    return [
      `${found} On these matches it is not certainly better than the current settings of ${league.slug}${difference}.`,
    ];
  }
  const input = { league: league.slug, ratingSystem: rater.key, settings, reason: 'tuned', dryRun: true };
  return [
    `${found} On these matches it is better than the current settings of ${league.slug}${difference}.`,
    'To preview its effect on the board, send configureRatingSystem with this input:',
    JSON.stringify({ input }),
  ];
}

/** The same for programs. */
export function tuningJson({ rater, comparison, ...found }: Tuning): string {
  const tuning = { ratingSystem: rater.key, version: rater.version, ...found };
  return JSON.stringify({ ...JSON.parse(comparisonJson(comparison)), tuning }, null, 2);
}
