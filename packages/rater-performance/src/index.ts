export { GameFormatError, parseGames, printGame, ratingAccuracy } from './game-list.js';
export type { Games, PlayedGame } from './games.js';
export type { History } from './history.js';
export { type Game, rounded, type Stability, solveRating, stability } from './performance.js';
export { rater, rater as default } from './rater.js';
export {
  RATING_LIMIT,
  type Settings,
  SOURCE_WEIGHTS,
  VARIANTS,
  type Variant,
  type WeightSettings,
} from './settings.js';
