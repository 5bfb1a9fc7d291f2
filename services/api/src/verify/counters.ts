import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { sumOfJournalBytes } from '../league/quota.js';
import type { Findings } from './findings.js';

/** Checks the counters of the log in the row of the league. Void matches count, because they are never deleted. */
export async function checkCounters(tx: Sql, league: League, findings: Findings): Promise<void> {
  const rows: { matches: number; last: number; newest: Date | null }[] = await tx.query(
    `SELECT count(*)::integer AS matches, greatest(coalesce(max(sequence), 0),
              (SELECT max(sequence) FROM log_wait WHERE league_id = $1)) AS last,
            max(played_at) FILTER (WHERE status = 'RATED') AS newest
     FROM match WHERE league_id = $1`,
    [league.id],
  );
  const { matches, last, newest } = rows[0]!;
  const { matchCount, lastSequence, ratedThrough } = league;
  const expected = { matchCount: matches, lastSequence: last, ratedThrough: newest };
  findings.compare('counters', `league ${league.slug}`, expected, { matchCount, lastSequence, ratedThrough });
}

/** Checks the size of the journal in the row of the league. Lines of all revisions count, except those of a running recompute. */
export async function checkJournalBytes(
  tx: Sql,
  { id, slug, generation, journalBytes }: League,
  findings: Findings,
): Promise<void> {
  const [expected] = await tx.query(
    `SELECT ${sumOfJournalBytes('is_superseded')} AS "journalBytes" FROM (
       SELECT contributions, true AS is_superseded FROM superseded_change WHERE league_id = $1
       UNION ALL
       SELECT contributions, generation <> $2 FROM rating_change WHERE league_id = $1
         AND generation IN (SELECT generation FROM league_revision WHERE league_id = $1)
     ) AS line`,
    [id, generation],
  );
  findings.compare('counters', `league ${slug}`, expected, { journalBytes });
}

/** @param players how many players have a rated match */
export function checkPlayerCount(league: League, players: number, findings: Findings): void {
  findings.compare('counters', `league ${league.slug}`, { playerCount: players }, { playerCount: league.playerCount });
}
