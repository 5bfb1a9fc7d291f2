import { type Evaluation, greatestMiss, type Rater } from '@openladder/rating';
import { Float, Int } from 'type-graphql';
import type { Analysis, AnalysisKind, AnalysisStatus } from '../../analysis/analysis.js';
import { presetNameOf } from '../../compare/compare-rating-systems.js';
import type { Baseline } from '../../compare/comparison.js';
import type { MissingRater } from '../../raters/raters.js';
import type { SettingValues } from '../../raters/rating-system.js';
import type { Context } from '../context.js';
import { type ComputedField, type FieldType, field, objectType, optional } from '../declare.js';
import { itsLeague } from '../league/league.type.js';
import { RatingSystemType } from '../rating/rating-system.resolver.js';
import { DateTimeScalar, enumOf, globalId, JsonScalar, type NodeKind } from '../scalars.js';
import { EstimateType, FITTED_FIELDS, LossDifferenceType } from './chances.type.js';

const AnalysisStatusEnum = enumOf<AnalysisStatus>(
  'AnalysisStatus',
  'State of a long calculation over the log of a league. It changes nothing in the league.',
  {
    QUEUED: 'It is waiting for its turn: the service runs one at a time.',
    RUNNING: 'It is running.',
    DONE: 'It is done, and its result is stored.',
    CANCELLED: 'It was cancelled.',
    FAILED: 'It failed; the error says why.',
  },
);

/** The fields of a long calculation. @param what its noun */
export const analysisFields = (kind: NodeKind, what: string) => ({
  id: globalId(kind, ({ id }: Analysis) => [id]),
  league: itsLeague(),
  requestedBy: field(String, 'Name of the token that requested it.', ({ actor }: Analysis) => actor),
  status: field(AnalysisStatusEnum, `State of the ${what}.`),
  progress: field(Float, 'Share of the work that is done, 0 to 1.'),
  sequence: optional(
    Int,
    `Sequence number of the newest match in the log when it was read; null until the ${what} is done.`,
  ),
  revision: optional(Int, `The league's revision at that time; null until the ${what} is done.`),
  error: optional(String, 'Why it failed; null if it did not.'),
  requestedAt: field(DateTimeScalar, 'When it was requested.'),
  finishedAt: optional(DateTimeScalar, 'When it was done, cancelled or failed; null before.'),
});

/** A field of the result of a long calculation. */
export function whenDone<Kind extends AnalysisKind>(
  type: FieldType,
  description: string,
  of: (result: NonNullable<Analysis<Kind>['result']>, context: Context) => unknown,
): ComputedField<Analysis<Kind>> {
  return optional(
    type,
    `${description}; null until it is done.`,
    ({ result }: Analysis<Kind>, context) => result && of(result, context),
  );
}

const HELD_OUT_EVALUATION = 'How well it predicts the held-out matches; null if there are none.';

const CalibrationType = objectType(
  'Calibration',
  'Sides grouped by predicted chance to win, one group for each tenth.',
  {
    predicted: field(Float, 'Mean predicted chance, 0 to 1.'),
    actual: field(Float, 'Mean actual result, 0 to 1: 1 for a win, an equal share for a shared first place.'),
    count: field(Int, 'Number of sides.'),
  },
);

const PartEvaluationType = objectType('PartEvaluation', 'Matches of one kind, scored by themselves.', {
  matches: field(Int, 'Number of matches.'),
  logLoss: optional(Float, 'Their mean log loss; null if there are none.'),
});

const PairEvaluationType = objectType(
  'PairEvaluation',
  'How well the order of any two sides of a match is predicted.',
  {
    count: field(Int, 'Number of pairs.'),
    logLoss: field(
      Float,
      'Mean of -ln of the chance given to the side in front; a tie counts half for each. Guessing scores 0.69315.',
    ),
    brier: field(Float, 'Mean squared error of the chances.'),
    order: optional(
      Float,
      'Share of the pairs without ties in which the favourite finished ahead, 0 to 1; null if all are ties.',
    ),
  },
);

const EvaluationType = objectType(
  'Evaluation',
  'How well a rating system predicts each match of a league from the matches before it.',
  {
    logLoss: field(
      Float,
      'Mean of -ln of the chance given to the winner. Lower is better; guessing scores 0.69315 in duels.',
    ),
    brier: field(
      Float,
      'Mean squared error of the chances: half the sum over the sides. Lower is better; guessing scores 0.25 in duels without draws.',
    ),
    accuracy: field(Float, 'Share of matches won by the favourite, 0 to 1.'),
    won: field(PartEvaluationType, 'Matches that one side won alone.'),
    drawn: field(PartEvaluationType, 'Matches whose first place was shared.'),
    pairs: field(PairEvaluationType, 'All pairs of sides.'),
    rankedProbability: optional(
      Float,
      'Mean ranked probability score of the matches of two sides, for which a draw is nearer to a win than a loss is. Draws are expected as often as they happened before. Lower is better; null without such matches.',
    ),
    calibrationSlope: optional(
      Float,
      'Slope of the results over the predicted chances, both as log odds: 1 is accurate, less means overconfident, more means underconfident. Null if there are too few matches.',
    ),
    calibration: field(
      [CalibrationType],
      'Predicted chances against actual results by tenths; tenths without a side are omitted.',
    ),
    miss: optional(
      CalibrationType,
      'The tenth with the largest difference between results and chances, among tenths of at least 100 sides with a significant difference of more than 0.05. Null if there is none: the chances are accurate. See `fit` for a remedy.',
      ({ calibration }: Pick<Evaluation, 'calibration'>) => greatestMiss(calibration),
    ),
  },
);

const BaselineEnum = enumOf<Baseline>('Baseline', 'What a rating system has to beat.', {
  EVEN: 'All sides have the same chance.',
  BASE_RATES:
    'Each side wins as often as the sides of its role have won so far, or without roles those listed in its place, which includes any advantage of the first side. Even where a place or a role may just be the result, such as in races listed by place.',
  ELO: 'The rating system `elo` with its default settings.',
});

export const ComparisonBaseline = objectType(
  'ComparisonBaseline',
  'What a rating system has to beat, over the same matches.',
  {
    baseline: field(BaselineEnum, 'Which one.'),
    evaluation: field(EvaluationType, 'How well it predicts.'),
    heldOut: optional(EvaluationType, HELD_OUT_EVALUATION),
  },
);

const FittedChances = objectType(
  'FittedChances',
  "The improvement of a rating system's chances by fitting them to the league's history, outside of the rating system: log odds are multiplied by a slope, and one of two sides has an advantage: by its role if sides have roles, or else the first one. In matches of more than two sides, favourites may win more or less often than the slope predicts, and the slope may go with the number of sides.",
  {
    slope: field(EstimateType, 'The slope: less than 1 if the chances are overconfident.'),
    sideAdvantage: optional(
      EstimateType,
      'Advantage of one of two sides, such as the home side, in log odds; null if there are no such matches, or if the winner is listed first.',
    ),
    ...FITTED_FIELDS,
    matches: field(Int, 'Number of matches that they are fitted to: all after the burn-in.'),
    evaluation: field(
      EvaluationType,
      'How well a fit to the matches before the held-out ones predicts the held-out ones.',
    ),
    gain: field(LossDifferenceType, 'Change of the log loss on the held-out matches; below 0 if fitting helps.'),
    isRecommended: field(
      Boolean,
      'Whether it helps, this is unlikely to be chance (the whole interval is below 0), and no tenth of its chances misses by more than the worst did without it: see `Evaluation.miss`.',
    ),
  },
);

export const ComparedRatingSystem = objectType('ComparedRatingSystem', 'A rating system in a comparison.', {
  system: field(RatingSystemType, 'The rating system.'),
  settings: field(JsonScalar, 'Value of every setting.'),
  isPresent: field(Boolean, 'Whether the league uses it now.'),
  evaluation: optional(
    EvaluationType,
    'How well it predicts the matches before the held-out ones; null if there is a problem.',
  ),
  difference: optional(
    LossDifferenceType,
    "Difference to the league's current system; null for that one, and if either has a problem.",
  ),
  worseThan: optional(
    BaselineEnum,
    'The best of EVEN and BASE_RATES that it fails to beat, over the held-out matches if there are any, so it is no better than guessing. Null if it beats both.',
  ),
  heldOut: optional(EvaluationType, HELD_OUT_EVALUATION),
  heldOutDifference: optional(LossDifferenceType, 'The same as `difference`, over the held-out matches.'),
  fit: optional(
    FittedChances,
    'The improvement from a slope and from advantages of a side and of favourites; null without held-out matches, or if there are too few.',
  ),
  problem: optional(
    String,
    'The reason it was not compared: it cannot rate all of the matches, fails on one of them or takes too long.',
  ),
  problemRule: optional(
    String,
    'Name of the rule that is the reason, one of `schema/rules.json`; null without a problem, and in comparisons stored by earlier versions.',
  ),
  problemParameters: optional(
    JsonScalar,
    "Values of the rule's sentence by their names, as in `UserError.parameters`; null where the rule is.",
  ),
  preset: optional(
    String,
    'Name of the preset that has these settings; null if none has.',
    ({ system: rater, settings }: { readonly system: Rater | MissingRater; readonly settings: SettingValues }) =>
      presetNameOf({ rater, settings }),
  ),
});

const TriedSettingsType = objectType('TriedSettings', 'Settings that a search tried.', {
  settings: field(JsonScalar, 'Value of every setting.'),
  logLoss: field(
    Float,
    'Their log loss over the matches between the burn-in and the held-out ones, after a fit to these, by which they were chosen.',
  ),
});

export const TuningType = objectType('Tuning', 'What a search for better settings found.', {
  system: field(RatingSystemType, 'The rating system.'),
  settings: field(
    JsonScalar,
    'Value of every setting, to be passed to `configureRatingSystem`; where the search began, if it found nothing better.',
  ),
  isRecommended: field(
    Boolean,
    "Whether they predict the held-out matches better than the league's current system, both after a fit to the matches before, and this is unlikely to be chance: the whole interval is below 0.",
  ),
  evaluations: field(Int, 'Number of settings that were tried.'),
  isTimeOver: field(
    Boolean,
    'Whether time ran out before the search had tried every candidate. False for searches of earlier versions.',
  ),
  path: field([TriedSettingsType], 'The best settings so far, each time the search found better ones, in that order.'),
});
