import type { Once } from '../access/once.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { Correction } from '../replay/correction.js';
import type { ReplayWork } from '../replay/replay-work.js';

/** Somebody's wish to correct a league. */
export interface CorrectionRequest {
  readonly correction: Correction;
  /** For the audit log. */
  readonly reason: string;
  /** Answers what would be, and changes nothing. */
  readonly isDryRun: boolean;
  /** Whether it can be carried out, as a look at the league tells; throws where not. */
  readonly check?: (sql: Sql) => Promise<void>;
  /** Aborted when nobody waits for the answer any more: a dry run ends then. */
  readonly left?: AbortSignal;
  /** Null or left out: as often as it is asked for. */
  readonly once?: Once | null;
  /** Told of what was rated anew within the request. */
  readonly charge?: (work: ReplayWork) => void;
}
