import type { MatchSubmission } from '../match-log/checks.js';
import type { MatchReading, Reading } from './reading.js';

/** Memory for matches that are being sorted, in bytes. */
const ROOM = 64_000_000;
/** Memory of a match in addition to its text, in bytes. */
const OVERHEAD = 120;
const BYTES_PER_CHARACTER = 2;

interface Kept {
  readonly playedAt: number;
  readonly line: number;
  /** Position among matches of the same moment. */
  readonly place: number;
  /** The submission as JSON, which takes a fifth of the memory of its objects. */
  readonly text: string;
}

/**
 * The matches of a file in the order in which they were played; matches of the same moment keep the file's order, or are reversed if it is newest first.
 * Ratings are then the same as for a sorted file. Refused readings come first. A file that does not fit into memory is read several times: each time it gives
 * the earliest of the remaining matches.
 * @param read the file from its beginning, the same each time
 * @param room memory for matches, in bytes; at least one match is kept
 */
export async function* sortByTime(
  read: () => AsyncIterable<Reading>,
  room = ROOM,
  isNewestFirst = false,
): AsyncGenerator<Reading> {
  let given: Kept | undefined;
  for (;;) {
    const earliest = new Earliest(room);
    for await (const reading of read()) {
      if (reading.kind === 'match') {
        const key = timeKey(reading, isNewestFirst);
        if (!given || isPlayedBefore(given, key)) earliest.add(reading, key);
      } else if (!given) {
        yield reading;
      }
    }
    for (const { playedAt, line, text } of earliest.sorted()) {
      const submission: MatchSubmission = { ...JSON.parse(text), playedAt: new Date(playedAt) };
      yield { kind: 'match', line, submission };
    }
    if (!earliest.last) return;
    given = earliest.last;
  }
}

/** The earliest of the added matches, as many as fit. */
class Earliest {
  #kept: Kept[] = [];
  #bytes = 0;
  /** The last kept match, once there was no room for others. */
  last: Kept | undefined;

  constructor(private readonly room: number) {}

  add(reading: MatchReading, key: Key): void {
    if (this.last && isPlayedBefore(this.last, key)) return;
    const match = { ...key, text: JSON.stringify(reading.submission) };
    this.#kept.push(match);
    this.#bytes += bytesOf(match);
    // Sorting is cheaper when half of the matches go.
    if (this.#bytes > 2 * this.room) this.#leaveOut();
  }

  /** The matches that fit, in order. Nothing can be added afterwards. */
  sorted(): readonly Kept[] {
    this.#leaveOut();
    return this.#kept;
  }

  #leaveOut(): void {
    this.#kept.sort((one, other) => (isPlayedBefore(one, other) ? -1 : 1));
    let bytes = 0;
    const count = this.#kept.findIndex((match, index) => {
      if (index > 0 && bytes + bytesOf(match) > this.room) return true;
      bytes += bytesOf(match);
      return false;
    });
    this.#bytes = bytes;
    if (count < 0) return;
    this.#kept.length = count;
    this.last = this.#kept[count - 1];
  }
}

type Key = Omit<Kept, 'text'>;

function timeKey({ line, submission }: MatchReading, isNewestFirst: boolean): Key {
  return { playedAt: submission.playedAt!.getTime(), line, place: isNewestFirst ? -line : line };
}

function isPlayedBefore(one: Key, other: Key): boolean {
  return one.playedAt < other.playedAt || (one.playedAt === other.playedAt && one.place < other.place);
}

function bytesOf({ text }: Kept): number {
  return OVERHEAD + BYTES_PER_CHARACTER * text.length;
}
