import type { Once } from '../access/once.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { ReplayWork } from '../replay/replay-strategy.js';

/** What every request for a correction has. */
export interface CorrectionRequest {
  /** For the audit log. */
  readonly reason: string;
  /** Whether to report the effect and change nothing. */
  readonly dryRun: boolean;
  /** Aborted when the caller no longer waits. */
  readonly left?: AbortSignal;
  /** Null or omitted: repeated requests are carried out again. */
  readonly once?: Once | null;
  /** Called with the work that the request caused. */
  readonly charge?: (work: ReplayWork) => void;
  /** Checks the league before anything changes; throws if the correction is impossible. */
  readonly check?: (sql: Sql) => Promise<void>;
}
