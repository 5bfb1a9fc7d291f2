import { hasBatch } from '@openladder/rating';
import type { RatingSystem } from '../../raters/rating-system.js';
import { BatchLogRater } from './batch-log-rater.js';
import type { LogRater } from './log-rater.js';
import { PlainLogRater } from './plain-log-rater.js';
import type { PlayerIndex } from './player-index.js';

/**
 * Rates in batches if the rater has that form; the result is the same to the bit.
 * @param stateBytes about how many bytes of states to keep in memory, if states can have any size
 */
export function chooseLogRater(
  { rater, settings, shownThrough }: RatingSystem,
  playerIndex: PlayerIndex,
  stateBytes: number,
): LogRater {
  return hasBatch(rater)
    ? new BatchLogRater({ rater, settings, shownThrough }, playerIndex)
    : new PlainLogRater({ rater, settings, shownThrough }, playerIndex, stateBytes);
}
