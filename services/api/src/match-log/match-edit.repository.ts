import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { MatchDetails } from './details.js';
import type { MatchStatus, StoredSide } from './match.js';
import type { MatchKey } from './match.repository.js';
import { sideColumns } from './side-columns.js';
import { deleteUnrated, insertUnratedAnew } from './unrated-appearance.repository.js';

/** Changes whether a match counts. */
export async function updateMatchStatus(tx: Sql, key: MatchKey, status: MatchStatus): Promise<void> {
  await deleteUnrated(tx, key);
  const [, touched] = await tx.query(
    'UPDATE match SET status = $3, version = version + 1 WHERE league_id = $1 AND sequence = $2 AND status <> $3',
    [key.leagueId, key.sequence, status],
  );
  expectRows('updateMatchStatus', touched, 1);
  await insertUnratedAnew(tx, key);
}

/** What a correction gives to a match. */
export interface NewContent {
  readonly playedAt: Date;
  /** Null: unchanged. */
  readonly sides: readonly StoredSide[] | null;
  readonly details: MatchDetails | null;
}

/** Corrects a match's time and details and, where they are given, its sides. */
export async function updateMatchContent(
  tx: Sql,
  key: MatchKey,
  { playedAt, sides, details }: NewContent,
): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE match SET played_at = $3, details = $4, version = version + 1 WHERE league_id = $1 AND sequence = $2',
    [key.leagueId, key.sequence, playedAt, details && JSON.stringify(details)],
  );
  expectRows('updateMatchContent', touched, 1);
  if (!sides) return;
  await deleteUnrated(tx, key);
  const columns = sideColumns(sides);
  const assignments = Object.keys(columns).map((name, n) => `${name} = $${n + 3}`);
  await tx.query(`UPDATE match SET ${assignments.join(', ')} WHERE league_id = $1 AND sequence = $2`, [
    key.leagueId,
    key.sequence,
    ...Object.values(columns),
  ]);
  await insertUnratedAnew(tx, key);
}
