import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { EventKind } from '../outbox/league-event.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** The events name every match once, in order of arrival, and every revision since the first event. */
export async function checkEvents(tx: Sql, league: League, findings: Findings): Promise<void> {
  await checkTold(tx, league, findings);
  await checkOrder(tx, league, findings);
  await checkRevisions(tx, league, findings);
  await checkNumbers(tx, league, findings);
  await checkCauses(tx, league, findings);
}

async function checkTold(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { sequence: number; isMatch: boolean; times: number }[] = await tx.query(
    `SELECT sequence, match.sequence IS NOT NULL AS "isMatch", coalesce(times, 0)::integer AS times
     FROM (SELECT sequence FROM match WHERE league_id = $1) AS match
     FULL JOIN (SELECT sequence, count(*) AS times FROM league_event, unnest(sequences) AS sequence
                WHERE league_id = $1 GROUP BY sequence) AS told USING (sequence)
     WHERE match.sequence IS NULL OR times IS DISTINCT FROM 1 ORDER BY sequence LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { sequence, isMatch, times } of odd) {
    findings.add('events', `match ${sequence}, times told`, isMatch ? 1 : 0, times);
  }
}

async function checkOrder(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { number: number; before: number; sequence: number }[] = await tx.query(
    `SELECT number, before, sequence
     FROM (SELECT number, place, sequence, lag(sequence, 1, 0) OVER (ORDER BY number, place) AS before
           FROM league_event, unnest(sequences) WITH ORDINALITY AS told (sequence, place) WHERE league_id = $1) AS step
     WHERE sequence < before ORDER BY number, place LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { number, before, sequence } of odd) {
    findings.add('events', `event ${number}, order of arrival`, `matches after ${before}`, sequence);
  }
}

interface RevisionStep {
  readonly number: number;
  readonly kind: EventKind;
  readonly revision: number;
  /** The number of the event before. */
  readonly before: number;
}

/** Each new revision has an event, and the newest event has the revision of the league. */
async function checkRevisions(tx: Sql, { id, revision }: League, findings: Findings): Promise<void> {
  const odd: RevisionStep[] = await tx.query(
    `SELECT number, kind, revision, before
     FROM (SELECT number, kind, revision, lag(revision) OVER (ORDER BY number) AS before
           FROM league_event WHERE league_id = $1) AS step
     WHERE revision <> before + CASE kind WHEN 'RECOMPUTED' THEN 1 ELSE 0 END ORDER BY number LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { number, kind, before, revision: found } of odd) {
    findings.add('events', `event ${number}, revision`, kind === 'RECOMPUTED' ? before + 1 : before, found);
  }
  const newest: { number: number; revision: number }[] = await tx.query(
    'SELECT number, revision FROM league_event WHERE league_id = $1 ORDER BY number DESC LIMIT 1',
    [id],
  );
  for (const { number, revision: told } of newest) {
    if (told !== revision) findings.add('events', `event ${number}, revision of the league`, revision, told);
  }
}

async function checkNumbers(tx: Sql, { id, version }: League, findings: Findings): Promise<void> {
  const odd: { number: number }[] = await tx.query(
    'SELECT number FROM league_event WHERE league_id = $1 AND number NOT BETWEEN 1 AND $2 ORDER BY number LIMIT $3',
    [id, version, MAX_FINDINGS],
  );
  for (const { number } of odd) findings.add('events', `event ${number}`, `a number from 1 to ${version}`, number);
}

/** The audit log has the cause of each event. Events of earlier versions name none. */
async function checkCauses(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { number: number; action: string; subject: string }[] = await tx.query(
    `SELECT number, action, subject FROM league_event AS event
     WHERE league_id = $1 AND action IS NOT NULL AND NOT EXISTS (
       SELECT FROM audit_entry AS entry
       WHERE entry.league_id = $1 AND entry.subject = event.subject AND entry.action = event.action AND entry.at = event.at)
     ORDER BY number LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { number, action, subject } of odd) {
    findings.add('events', `event ${number}, entry in the audit log`, `${action} of ${subject}`, 'none');
  }
}
