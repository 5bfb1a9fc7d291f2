import { hasBatch } from '@openladder/rating';
import type { RatingSystem } from '../../rating/rating-system.js';
import { BatchLogRater } from './batch-log-rater.js';
import type { LogRater } from './log-rater.js';
import { PlainLogRater } from './plain-log-rater.js';
import type { Roster } from './roster.js';

/** By batches where the rater has that form, to the bit as one by one. */
export function chooseLogRater({ rater, settings, shownThrough }: RatingSystem, roster: Roster): LogRater {
  return hasBatch(rater)
    ? new BatchLogRater({ rater, settings, shownThrough }, roster)
    : new PlainLogRater({ rater, settings, shownThrough }, roster);
}
