import type { Refusal } from '../kit/refusal.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { WordCounts } from './placement-words.js';
import { type MatchReading, type Reading, refusedBy } from './reading.js';
import { RefusalLog } from './refusal-log.js';

/** Contents of a file, found by reading it once before anything is written. */
export interface Survey {
  /** Matches that the file gives and that pass the check. */
  readonly matches: number;
  readonly refusals: RefusalLog;
  /** Times of the earliest and the latest match; null if there is none. */
  readonly firstPlayedAt: Date | null;
  readonly lastPlayedAt: Date | null;
  /** Matches played before the one in front of them in the file. */
  readonly outOfOrder: number;
  /** The first of them, with the match in front of it. */
  readonly firstOutOfOrder: readonly [before: MatchReading, late: MatchReading] | null;
  /** Placements of the matches that are words. */
  readonly words: WordCounts;
}

/**
 * Reads the whole file and counts. Colliding names and scattered matches show only at their second occurrence, when the
 * first may have been submitted already: so survey first. The file then refuses them from the start.
 * @param check tells what can be told of a match without writing it
 * @param refusals where to count what is left out
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
  let firstOutOfOrder: Survey['firstOutOfOrder'] = null;
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
    if (previous && playedAt < timeOf(previous)) {
      outOfOrder++;
      firstOutOfOrder ??= [previous, reading];
    }
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
    firstOutOfOrder,
    words,
  };
}

function timeOf({ submission }: MatchReading): number {
  return submission.playedAt?.getTime() ?? Number.NaN;
}
