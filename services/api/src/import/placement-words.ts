/** Meaning of a word in place of a placement: the participant shares last place, or is omitted. */
export type PlacementEnd = 'last' | 'out';

export const PLACEMENT_ENDS: readonly PlacementEnd[] = ['last', 'out'];

/** Meanings of words in a placement column; keys in lower case. */
export type PlacementWords = ReadonlyMap<string, PlacementEnd>;

/**
 * Abbreviations and words of result lists for those who did not finish. Single letters are not among them: `W` is
 * "withdrawn" in one list and "won" in another. Nor is `WO`, a walkover, which somebody wins.
 */
const UNFINISHED = [
  ...['dnf', 'did not finish', 'not finished', 'ret', 'retired', 'abd', 'abandoned', 'nc', 'not classified'],
  ...['dns', 'did not start', 'dnp', 'did not play', 'wd', 'withdrawn', 'withdrew', 'ns', 'no show', 'absent'],
  ...['dsq', 'dq', 'disq', 'disqualified', 'exc', 'excluded', 'ff', 'forfeit', 'forfeited', 'otl'],
  ...['dnq', 'did not qualify', 'failed to qualify', 'ocs', 'bfd', 'ufd', 'raf', 'dnc'],
];

/** The words that need no mapping: they all share the last place. A mapping can add words, or give these another meaning. */
export function placementWords(mapped: PlacementWords = new Map()): PlacementWords {
  return new Map([...UNFINISHED.map((word) => [word, 'last'] as const), ...mapped]);
}

/** A participant whose placement was a word, and what it was taken to mean. */
export interface WordedPlacement {
  /** As the file has it. */
  readonly word: string;
  readonly end: PlacementEnd;
}

/** How many placements of a file were words, by word. */
export class WordCounts {
  readonly #counts = new Map<string, { readonly word: string; readonly end: PlacementEnd; count: number }>();

  add(words: readonly WordedPlacement[]): void {
    for (const { word, end } of words) {
      const key = word.toLowerCase();
      const known = this.#counts.get(key);
      if (known) known.count++;
      else this.#counts.set(key, { word, end, count: 1 });
    }
  }

  /** The words with one meaning, the most frequent first. */
  of(end: PlacementEnd): readonly { readonly word: string; readonly count: number }[] {
    return [...this.#counts.values()].filter((counted) => counted.end === end).sort((a, b) => b.count - a.count);
  }
}
