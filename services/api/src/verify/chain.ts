import { isDeepStrictEqual } from 'node:util';
import type { Findings } from './findings.js';
import type { CheckedEntry } from './journal-entries.js';

interface Link {
  readonly sequence: number;
  readonly revision: number;
  readonly value: number | null;
  readonly deviation: number | null;
}

/**
 * Checks the journal without a replay, entry by entry in the total order: each line begins with the rating at which the player's line
 * before it ended. The lines of a match have one revision, and later lines of its players have none below it, because a correction
 * rates again everything that its players played since.
 * @param first the first revision of the journal's generation
 * @param revision the league's own
 */
export function chainChecker(first: number, revision: number, findings: Findings): (entry: CheckedEntry) => void {
  const ends = new Map<number, Link>();
  return ({ sequence, lines }) => {
    const least = Math.max(first, ...lines.map(({ player_id }) => ends.get(player_id)?.revision ?? first));
    const own = Math.min(Math.max(least, Math.min(...lines.map((line) => line.revision))), revision);
    for (const line of lines) {
      const at = `match ${sequence}, player ${line.player_id}`;
      if (line.revision !== own) findings.add('chain', `${at}, revision`, own, line.revision);
      const last = ends.get(line.player_id);
      if (last) {
        const end = { value: last.value, deviation: last.deviation };
        const begin = { value: line.before_value, deviation: line.before_deviation };
        if (!isDeepStrictEqual(end, begin)) findings.add('chain', `${at}, after match ${last.sequence}`, end, begin);
      }
      ends.set(line.player_id, {
        sequence,
        revision: own,
        value: line.after_value,
        deviation: line.after_deviation,
      });
    }
  };
}
