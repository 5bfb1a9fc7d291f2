import type { Once } from '../access/once.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { ReplayWork } from '../replay/replay-work.js';

/** How a correction is asked for, whatever it corrects. */
export interface CorrectionRequest {
  /** For the audit log. */
  readonly reason: string;
  /** Whether to tell the effect and change nothing. */
  readonly dryRun: boolean;
  /** Aborted when the caller no longer waits. */
  readonly left?: AbortSignal;
  /** Null or left out: every request is carried out. */
  readonly once?: Once | null;
  /** Told how much the request rated again. */
  readonly charge?: (work: ReplayWork) => void;
  /** Looks at the league before anything changes; throws if the correction is impossible. */
  readonly check?: (sql: Sql) => Promise<void>;
}
