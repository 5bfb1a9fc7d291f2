import { hasBatch } from '@openladder/rating';
import { isApart } from '../../raters/apart.js';
import type { RatingSystem } from '../../raters/rating-system.js';
import { ApartLogRater } from './apart-log-rater.js';
import { BatchLogRater } from './batch-log-rater.js';
import type { LogRater } from './log-rater.js';
import { PlainLogRater } from './plain-log-rater.js';
import type { PlayerIndex } from './player-index.js';

/**
 * Rates in the thread of a third party's rater. Others rate in batches if the rater has that form; the result is the same to the bit.
 * @param stateBytes about how many bytes of states to keep in memory, if states can have any size
 * @param lastSequence matches that arrived later are new
 */
export function chooseLogRater(
  { rater, settings, shownThrough }: RatingSystem,
  playerIndex: PlayerIndex,
  stateBytes: number,
  lastSequence: number,
): LogRater {
  if (isApart(rater))
    return new ApartLogRater({ rater, settings, shownThrough }, playerIndex, stateBytes, lastSequence);
  return hasBatch(rater)
    ? new BatchLogRater({ rater, settings, shownThrough }, playerIndex)
    : new PlainLogRater({ rater, settings, shownThrough }, playerIndex, stateBytes);
}
