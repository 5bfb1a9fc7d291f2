export { adjustmentsOf, changeLine, remainder } from './adjustments.js';
export { scoreBaselines } from './baselines.js';
export { type Calibration, greatestMiss } from './calibration.js';
export { type ChanceFit, type Estimate, type EstimatedFit, fitOf, fittedChances } from './chance-fit.js';
export { type DailyLosses, type LossDifference, lossDifference } from './daily-losses.js';
export { evaluate, scoreLog } from './evaluate.js';
export {
  type Evaluation,
  EvaluationParts,
  EvaluationSums,
  type MatchScores,
  type PartEvaluation,
} from './evaluation.js';
export {
  boardSentence,
  type Ending,
  type ExplanationOptions,
  explainChange,
  explainWhole,
  explanationOf,
  type Language,
  languageOf,
  type ReasonWords,
} from './explanation.js';
export { beliefsWithinField, type LikelySpread } from './field-beliefs.js';
export { fitChances } from './fit-chances.js';
export { ForeseenMatches } from './foreseen-matches.js';
export {
  isRatable,
  type Match,
  type Participant,
  type PlayerId,
  pairwiseResults,
  type RatedParticipant,
  type Result,
  ratedParticipants,
  resultOf,
  type Side,
  sideMerits,
  sideScore,
  type Verdict,
  verdicts,
  type Wait,
  withoutGuests,
} from './match.js';
export { favouritesChance, mostEvenOpponent, QUEUE_BAND, QUEUE_WAIT_SECONDS } from './matchmaking.js';
export { evaluatePacked, type PackedLog, type PackedWaits, scorePackedLog } from './packed/evaluate-packed.js';
export {
  CONTRIBUTION_WIDTH,
  contributionOf,
  explain,
  type LineDetail,
  matchWeight,
  PackedLines,
  type PackedMatches,
  participantsOf,
  roleOf,
  withRoom,
} from './packed/lines.js';
export { MatchPacker, packMatch } from './packed/packer.js';
export type { BatchForm } from './packed/states.js';
export { PackedStates, type StatePacking } from './packed/states.js';
export type { PairEvaluation } from './pair-sums.js';
export { power } from './power.js';
export {
  expectedScore,
  fieldDecisiveness,
  scoreAtOdds,
  shareOfPairs,
  shareOfPlayers,
  teamDecisiveness,
  underdogsOdds,
  winningInRaces,
} from './predict.js';
export {
  type Adjustment,
  arePossible,
  type BreakableLaw,
  type ChangeLine,
  type Contribution,
  defaultSettings,
  defineRater,
  displayRating,
  type Formats,
  type JournalLine,
  type Json,
  type Memory,
  type Outlook,
  type Preset,
  type Rated,
  type Rater,
  type RatingValue,
  type Restore,
  type SettingSchema,
  type SettingsOf,
  type SettingsProblem,
  type SettingsSchema,
  settingsProblems,
  settingsSchema,
} from './rater.js';
export { type Belief, repetitionOfPairs } from './repeated-games.js';
export {
  type BatchRater,
  displayProblem,
  hasBatch,
  type PackedChange,
  packedStates,
  RaterFault,
  type RatingChange,
  rateAsBatch,
  rateBatch,
  rateMatch,
  ratingProblem,
  replay,
  stateAt,
  unpackChanges,
  unpackContributions,
} from './replay.js';
