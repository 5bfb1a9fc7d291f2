import { isDeepStrictEqual } from 'node:util';
import type { Findings } from './findings.js';
import type { JournalEntry } from './journal-entries.js';

interface Link {
  readonly sequence: number;
  readonly value: number | null;
  readonly deviation: number | null;
}

/**
 * Follows the journal by itself, entry by entry in the total order: each line begins where the player's last one ended;
 * and revisions never fall, since a recompute derives all that comes after its change point.
 * @param first the first revision of the journal's generation
 * @param revision the league's own
 */
export function chainChecker(first: number, revision: number, findings: Findings): (entry: JournalEntry) => void {
  const ends = new Map<number, Link>();
  let least = first;
  return ({ sequence, lines }) => {
    for (const line of lines) {
      const at = `match ${sequence}, player ${line.player_id}`;
      if (line.revision < least || line.revision > revision) {
        findings.add('chain', `${at}, revision`, least === revision ? least : `${least} to ${revision}`, line.revision);
      } else {
        least = line.revision;
      }
      const last = ends.get(line.player_id);
      if (last) {
        const end = { value: last.value, deviation: last.deviation };
        const begin = { value: line.before_value, deviation: line.before_deviation };
        if (!isDeepStrictEqual(end, begin)) findings.add('chain', `${at}, after match ${last.sequence}`, end, begin);
      }
      ends.set(line.player_id, { sequence, value: line.after_value, deviation: line.after_deviation });
    }
  };
}
