export { type Baselines, baselines } from './baselines.js';
export type { Calibration } from './calibration.js';
export { type DailyLosses, type LossDifference, lossDifference } from './daily-losses.js';
export { evaluate } from './evaluate.js';
export type { Evaluation, PartEvaluation } from './evaluation.js';
export {
  isRatable,
  type Match,
  type Participant,
  type PlayerId,
  type RatedParticipant,
  ratedParticipants,
  type Side,
  sideScore,
  type Wait,
  withoutGuests,
} from './match.js';
export { favouritesChance, mostEvenOpponent, QUEUE_BAND, QUEUE_WAIT_SECONDS } from './matchmaking.js';
export { pairwiseResults, type Result, resultOf, sideMerits, type Verdict, verdicts } from './outcome.js';
export {
  type BatchRater,
  hasBatch,
  packedStates,
  rateAsBatch,
  rateBatch,
} from './packed/batch.js';
export type { BatchForm } from './packed/batch-form.js';
export { evaluatePacked, type PackedLog, type PackedWaits } from './packed/evaluate-packed.js';
export { CONTRIBUTION_WIDTH, explain, type LineDetail, PackedLines } from './packed/lines.js';
export { type PackedMatches, participantsOf, withRoom } from './packed/matches.js';
export { MatchPacker, packMatch } from './packed/packer.js';
export { PackedStates, type StatePacking } from './packed/states.js';
export { type PackedChange, unpackChanges, unpackContributions } from './packed/unpack.js';
export type { PairEvaluation } from './pair-sums.js';
export {
  expectedScore,
  scoreAtOdds,
  shareOfPairs,
  shareOfPlayers,
  teamDecisiveness,
  underdogsOdds,
} from './predict.js';
export {
  type BreakableLaw,
  type Contribution,
  defineRater,
  displayRating,
  type Formats,
  type JournalLine,
  type Rated,
  type Rater,
  type RatingValue,
  type Restore,
} from './rater.js';
export { RaterFault, type RatingChange, rateMatch, replay, stateAt } from './replay.js';
export {
  defaultSettings,
  type Json,
  type SettingSchema,
  type SettingsProblem,
  type SettingsSchema,
  settingsProblems,
  settingsSchema,
} from './settings.js';
