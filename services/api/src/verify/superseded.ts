import type { League } from '../league/league.js';
import type { Sql } from '../persistence/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';
import { type PastLine, pastChecker } from './past-chain.js';
import { rowsOf } from './snapshot.js';

/** Lines that a revision replaced are kept, and show with the journal what the board showed at each revision. */
export async function checkSuperseded(tx: Sql, league: League, findings: Findings): Promise<void> {
  await checkSpans(tx, league, findings);
  const lines = rowsOf<PastLine>(tx, 'past_lines', PAST_LINES, [league.id, league.revision]);
  const checkPast = pastChecker(findings);
  for await (const page of lines) for (const line of page) checkPast(line);
}

async function checkSpans(tx: Sql, { id, revision }: League, findings: Findings): Promise<void> {
  const odd: { sequence: number; player: number; made: number; supersededIn: number }[] = await tx.query(
    `SELECT sequence, player_id AS player, revision AS made, superseded_in AS "supersededIn" FROM superseded_change
     WHERE league_id = $1 AND NOT (1 <= revision AND revision < superseded_in AND superseded_in <= $2)
     ORDER BY player_id, played_at, sequence, revision LIMIT $3`,
    [id, revision, MAX_FINDINGS],
  );
  for (const { sequence, player, made, supersededIn } of odd) {
    const at = `match ${sequence}, player ${player}, superseded line of revision ${made}`;
    findings.add('superseded', at, `superseded in a later revision, ${revision} at most`, supersededIn);
  }
}

/** Every line that somebody ever had of whom a line was superseded; those of now last until after the newest revision. */
const PAST_LINES = `
  SELECT player_id, played_at, sequence, revision, superseded_in, before_value, before_deviation, after_value,
         after_deviation
  FROM superseded_change WHERE league_id = $1
  UNION ALL
  SELECT player_id, played_at, sequence, revision, $2::integer + 1, before_value, before_deviation, after_value,
         after_deviation
  FROM rating_change
  WHERE league_id = $1 AND player_id IN (SELECT player_id FROM superseded_change WHERE league_id = $1)
  ORDER BY player_id, played_at, sequence, revision`;
