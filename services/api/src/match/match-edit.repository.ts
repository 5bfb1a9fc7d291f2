import type { EntityManager } from 'typeorm';
import { expectRows, type Sql } from '../persistence/transaction.js';
import type { MatchStatus, Side } from './match.js';
import type { MatchKey } from './match.repository.js';
import { insertParticipants, sideColumns } from './match-insert.repository.js';

/** Changes whether a match counts. */
export async function updateMatchStatus(tx: Sql, { leagueId, sequence }: MatchKey, status: MatchStatus): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE match SET status = $3, version = version + 1 WHERE league_id = $1 AND sequence = $2 AND status <> $3',
    [leagueId, sequence, status],
  );
  expectRows('updateMatchStatus', touched, 1);
}

/** Corrects a match's time and, where they are given, its sides. */
export async function updateMatchContent(
  tx: EntityManager,
  { leagueId, sequence }: MatchKey,
  playedAt: Date,
  sides: readonly Side[] | null,
): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE match SET played_at = $3, version = version + 1 WHERE league_id = $1 AND sequence = $2',
    [leagueId, sequence, playedAt],
  );
  expectRows('updateMatchContent', touched, 1);
  if (!sides) return;
  const { placements, scores, names } = sideColumns(sides);
  await tx.query(
    `UPDATE match SET placements = $3::integer[], side_scores = $4::double precision[], side_names = $5::text[]
     WHERE league_id = $1 AND sequence = $2`,
    [leagueId, sequence, placements, scores, names],
  );
  await tx.query('DELETE FROM participant WHERE league_id = $1 AND sequence = $2', [leagueId, sequence]);
  await insertParticipants(tx, leagueId, [{ sequence, sides }]);
}
