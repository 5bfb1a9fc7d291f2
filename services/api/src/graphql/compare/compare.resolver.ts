import { Float, ID, Int } from 'type-graphql';
import { type Analysis, COMPARISONS, type ComparisonKind } from '../../analysis/analysis.js';
import { listAnalyses } from '../../analysis/analysis.repository.js';
import { systemsOf, tuningOf } from '../../analysis/kept-comparison.js';
import { cancelAnalysis, requestComparison, requestTuning, watchAnalysis } from '../../analysis/request-analysis.js';
import { configureChances } from '../../changes/configure-chances.js';
import { compareWithinRequest } from '../../compare/compare-within-request.js';
import {
  DEFAULT_BURN_IN,
  DEFAULT_EVALUATIONS,
  DEFAULT_HELD_OUT,
  DEFAULT_SECONDS,
} from '../../compare/tune-rating-system.js';
import type { League } from '../../league/league.js';
import {
  computeFields,
  connectionType,
  field,
  inputType,
  NEEDS_ADMIN,
  nodeType,
  optional,
  pagesBy,
  pagesForAdmins,
  subscription,
} from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { change, mutation } from '../mutation.js';
import { leagueCorrection } from '../recompute/correction.mutations.js';
import { DateTimeScalar, idNumber, JsonScalar } from '../scalars.js';
import { analysisFields, ComparedRatingSystem, ComparisonBaseline, TuningType, whenDone } from './comparison.type.js';

const ComparisonType = nodeType(
  'Comparison',
  "A comparison of rating systems, or a search for better settings, in the background, for the league's admins. The newest 20 comparisons and checks of a league are stored.",
  {
    ...analysisFields('Comparison', 'comparison'),
    startedAt: optional(DateTimeScalar, 'When it last started; null before.'),
  },
);

const BURN_IN =
  'Share of the matches, at the beginning, that are rated and not scored, because everybody is new then; 0 to 0.9.';

const HELD_OUT =
  'Share of the matches, at the end, that are held out and scored separately, 0 to 0.9. They evaluate choices made on the other matches.';

const ComparedRatingSystemInput = inputType('ComparedRatingSystemInput', 'A rating system to compare.', {
  ratingSystem: field(String, 'Key of an installed rating system.'),
  settings: optional(JsonScalar, 'Settings that match its `settingsSchema`; omitted settings have their defaults.'),
});

type Comparison = Analysis<ComparisonKind>;

subscription(
  'comparisonProgressed',
  ComparisonType,
  `Sends a comparison as it is now and as it progresses; ends when the comparison is over. ${NEEDS_ADMIN}`,
  { comparison: field(ID, 'Global id of the comparison.') },
  ({ comparison }, { app, access }) =>
    watchAnalysis(app, access, idNumber(app, 'Comparison', comparison), COMPARISONS, 'comparison'),
);

computeFields<Comparison>(ComparisonType, {
  isTuning: field(
    Boolean,
    'Whether it is a search for better settings by `tuneRatingSystem`.',
    ({ kind }) => kind === 'TUNE',
  ),
  matches: whenDone(Int, 'Number of matches that every rating system had to predict', ({ matches }) => matches),
  burnInMatches: whenDone(
    Int,
    'Number of matches at the beginning that are not scored',
    ({ burnInMatches }) => burnInMatches,
  ),
  heldOutMatches: whenDone(
    Int,
    'Number of matches at the end that are scored by themselves',
    ({ heldOutMatches }) => heldOutMatches,
  ),
  baselines: whenDone([ComparisonBaseline], 'What the rating systems have to beat', ({ baselines }) => baselines),
  systems: whenDone([ComparedRatingSystem], 'The rating systems, as in `compareRatingSystems`', (result, { app }) =>
    systemsOf(result, app.raters),
  ),
  tuning: optional(
    TuningType,
    'The settings that a search by `tuneRatingSystem` found; null for other comparisons, and until it is done.',
    ({ result }, { app }) => (result && 'tuning' in result ? tuningOf(result, app.raters) : null),
  ),
});

computeFields<League>(LeagueType, {
  comparisons: pagesForAdmins(
    connectionType('Comparison', ComparisonType, 'comparisons'),
    ['comparisons', 'Comparisons in the background, newest first.'],
    pagesBy('comparison', ['integer'], ({ id }: Analysis) => [id]),
    ({ id }, { app }, limit, beforeId) => listAnalyses(app.database, id, COMPARISONS, { limit, beforeId }),
  ),
});

mutation('compareRatingSystems', {
  description:
    'Compares how well rating systems, or settings, would have predicted the matches of a league. Changes nothing. Takes at most 30 seconds, or runs in the background. Requires the scope league:admin for the league.',
  input: 'Rating systems to compare on the matches of a league.',
  fields: {
    league: field(String, 'Slug of the league.'),
    systems: optional(
      [ComparedRatingSystemInput],
      "At most 16, besides the league's current one. If omitted, all installed rating systems with their default settings.",
    ),
    presets: field(
      Boolean,
      'Whether to compare the presets of these rating systems as well. They count among the 16.',
      { defaultValue: false },
    ),
    burnIn: field(Float, BURN_IN, { defaultValue: 0 }),
    heldOut: field(Float, HELD_OUT, { defaultValue: 0 }),
    inBackground: field(
      Boolean,
      'Whether to compare in the background, without a time limit. The response then contains only `comparison`, and the result is stored.',
      { defaultValue: false },
    ),
  },
  payload: {
    league: optional(LeagueType, 'The league; null if the request was refused.'),
    matches: optional(
      Int,
      'Number of matches that every rating system had to predict; null if the request was refused.',
    ),
    baselines: optional(
      [ComparisonBaseline],
      'What the rating systems have to beat; those that did not finish in time or cannot rate all of the matches are omitted.',
    ),
    systems: optional(
      [ComparedRatingSystem],
      "The rating systems in the order requested, without duplicates. The league's current one comes first unless it was requested.",
    ),
    burnInMatches: optional(
      Int,
      'Number of matches at the beginning that are not scored; null if the request was refused.',
    ),
    heldOutMatches: optional(
      Int,
      'Number of matches at the end that are scored by themselves; null if the request was refused.',
    ),
    comparison: optional(
      ComparisonType,
      'The comparison in the background; null if it was refused or is not in the background.',
    ),
  },
  async run(input, { app, access, left }) {
    if (input.inBackground) return { comparison: await requestComparison(app, access, input) };
    const { systems, ...comparison } = await compareWithinRequest(app, access, input, left);
    return { ...comparison, systems: systems.map(({ rater, ...system }) => ({ system: rater, ...system })) };
  },
});

mutation('cancelComparison', {
  description: `Cancels a comparison. One that is over is not changed. ${NEEDS_ADMIN}`,
  input: 'A comparison to cancel.',
  fields: { comparison: field(ID, 'Global id of the comparison.') },
  payload: { comparison: optional(ComparisonType, 'The comparison; null if the request was refused.') },
  async run(input, { app, access }) {
    const key = idNumber(app, 'Comparison', input.comparison);
    return { comparison: await cancelAnalysis(app, access, key, COMPARISONS, 'comparison') };
  },
});

mutation('tuneRatingSystem', {
  description:
    'Searches in the background for the settings with which a rating system predicts the first matches of a league best, and measures them on the last ones. Changes nothing: pass the result to `configureRatingSystem`. Requires the scope league:admin for the league.',
  input: 'A search for the settings with which a rating system predicts the matches of a league best.',
  fields: {
    league: field(String, 'Slug of the league.'),
    ratingSystem: optional(String, "Key of an installed rating system; if omitted, the league's current one."),
    settings: optional(
      JsonScalar,
      "Settings to begin with. Omitted settings are the league's current ones, or have their defaults if the league has another rating system.",
    ),
    only: optional([String], 'Names of the settings that may change; if omitted, all.'),
    evaluations: field(Int, 'How many settings to try at most, 1 to 1,000.', { defaultValue: DEFAULT_EVALUATIONS }),
    seconds: field(Int, 'How long it may take in seconds, 1 to 3,600; fewer settings are tried if they take longer.', {
      defaultValue: DEFAULT_SECONDS,
    }),
    burnIn: field(Float, BURN_IN, { defaultValue: DEFAULT_BURN_IN }),
    heldOut: field(Float, `${HELD_OUT} More than 0.`, { defaultValue: DEFAULT_HELD_OUT }),
  },
  payload: {
    comparison: optional(
      ComparisonType,
      'The search in the background; `tuning` will contain its result. Null if the request was refused.',
    ),
  },
  run: async (input, { app, access }) => ({ comparison: await requestTuning(app, access, input) }),
});

mutation('configureChances', {
  description:
    'Fits the chances that a league shows to its history: log odds are multiplied by a slope, and the first of two sides has an advantage. Ratings stay as they are; predictions, the queue and comparisons change, and a new revision records it. Requires the scope league:admin for the league.',
  input: 'Whether a league fits its chances to its history.',
  fields: {
    league: field(String, 'Slug of the league.'),
    comparison: optional(
      ID,
      "Global id of a comparison with held-out matches, whose fit of the league's current rating system applies from now on. Null: the rating system's own chances apply.",
    ),
    reason: field(String, 'Reason for the audit log, 1 to 200 characters.'),
    dryRun: field(Boolean, 'Whether to return the effect without changing anything.', { defaultValue: false }),
  },
  payload: leagueCorrection,
  async run(input, context) {
    const comparison = input.comparison == null ? null : idNumber(context.app, 'Comparison', input.comparison);
    return change(context, configureChances, { ...input, comparison, given: input.comparison ?? undefined });
  },
});
