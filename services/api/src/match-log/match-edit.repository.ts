import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { MatchDetails } from './details.js';
import type { MatchStatus, StoredSide } from './match.js';
import type { MatchKey } from './match.repository.js';
import { sideColumns, weightColumn } from './side-columns.js';
import { deleteUnrated, insertUnratedAnew } from './unrated-appearance.repository.js';

/** Changes whether matches count. @param sequences of matches that have another status now, each once */
export async function updateMatchStatus(
  tx: Sql,
  leagueId: number,
  sequences: readonly number[],
  status: MatchStatus,
): Promise<void> {
  await deleteUnrated(tx, leagueId, sequences);
  const [, touched] = await tx.query(
    `UPDATE match SET status = $3, version = version + 1
     WHERE league_id = $1 AND sequence = ANY($2::integer[]) AND status <> $3`,
    [leagueId, sequences, status],
  );
  expectRows('updateMatchStatus', touched, sequences.length);
  await insertUnratedAnew(tx, leagueId, sequences);
}

/** What a correction changes of a match. */
export interface NewContent {
  readonly playedAt: Date;
  /** Null: unchanged. */
  readonly sides: readonly StoredSide[] | null;
  readonly weight: number;
  readonly details: MatchDetails | null;
}

/** Corrects a match's time, weight and details and, if given, its sides. */
export async function updateMatchContent(
  tx: Sql,
  key: MatchKey,
  { playedAt, sides, weight, details }: NewContent,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE match SET played_at = $3, details = $4, weight = $5, version = version + 1
     WHERE league_id = $1 AND sequence = $2`,
    [key.leagueId, key.sequence, playedAt, details && JSON.stringify(details), weightColumn(weight)],
  );
  expectRows('updateMatchContent', touched, 1);
  if (!sides) return;
  await deleteUnrated(tx, key.leagueId, [key.sequence]);
  const columns = sideColumns(sides);
  const assignments = Object.keys(columns).map((name, n) => `${name} = $${n + 3}`);
  await tx.query(`UPDATE match SET ${assignments.join(', ')} WHERE league_id = $1 AND sequence = $2`, [
    key.leagueId,
    key.sequence,
    ...Object.values(columns),
  ]);
  await insertUnratedAnew(tx, key.leagueId, [key.sequence]);
}
