import type { Refusal } from '../kit/refusal.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { WordCounts } from './placement-words.js';
import { type MatchReading, type Reading, refusedBy } from './reading.js';
import { RefusalLog } from './refusal-log.js';

/** The contents of a file, found by reading it once before anything is written. */
export interface Survey {
  /** Matches of the file that pass the check. */
  readonly matches: number;
  readonly refusals: RefusalLog;
  /** Times of the earliest and the latest match; null if there is none. */
  readonly firstPlayedAt: Date | null;
  readonly lastPlayedAt: Date | null;
  /** Matches played before the one that precedes them in the file. */
  readonly outOfOrder: number;
  /** Placements of the matches that are words. */
  readonly words: WordCounts;
}

/**
 * Reads the whole file and counts. Survey a file before importing it: colliding names and scattered matches show only at their
 * second occurrence, when the first could have been submitted already. After a survey, the file refuses them from the start.
 * @param check checks a match as far as possible without writing it
 * @param refusals counts the refused matches
 * @throws MappingError, FileError as the readings do
 */
export async function survey(
  readings: AsyncIterable<Reading>,
  check: (submission: MatchSubmission) => Refusal | undefined = () => undefined,
  refusals = new RefusalLog(),
): Promise<Survey> {
  const words = new WordCounts();
  let matches = 0;
  let outOfOrder = 0;
  let previous: MatchReading | undefined;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;

  for await (const reading of readings) {
    if (reading.kind === 'refused') {
      refusals.add(reading);
      continue;
    }
    const refusal = check(reading.submission);
    if (refusal) {
      refusals.add(refusedBy(reading.line, refusal));
      continue;
    }
    const playedAt = timeOf(reading);
    matches++;
    words.add(reading.words ?? []);
    if (previous && playedAt < timeOf(previous)) outOfOrder++;
    previous = reading;
    earliest = Math.min(earliest, playedAt);
    latest = Math.max(latest, playedAt);
  }

  return {
    matches,
    refusals,
    firstPlayedAt: matches > 0 ? new Date(earliest) : null,
    lastPlayedAt: matches > 0 ? new Date(latest) : null,
    outOfOrder,
    words,
  };
}

function timeOf({ submission }: MatchReading): number {
  return submission.playedAt?.getTime() ?? Number.NaN;
}
