import type { PackedLines, PackedMatches } from './lines.js';
import type { StatePacking } from './states.js';

/**
 * How a rater rates many matches at a time, over packed states, with the same numbers as its `rate`, to the bit. A rater may have
 * one if every rating has a value before and after each match, and each participant gets one contribution from each opponent,
 * in the order of the match.
 */
export interface BatchForm<Settings, State> extends StatePacking<State> {
  /** Whether ratings have a deviation: all of them do, or none. */
  readonly hasDeviation: boolean;
  /**
   * Rates the matches one after the other, as `rate` does each.
   * @param matches matches that fit `formats`
   * @param states the numbers of the states before, replaced by those after
   * @param lines has room for all changes of the matches, and for `Restore.memory` of each participant. If it asks for ratings alone, the states have the same bits
   */
  rate(matches: PackedMatches, states: Float64Array, settings: Settings, lines: PackedLines): void;
}
