import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { LeaguePicture } from './league-picture.js';

/** Replaces the picture of a league, whose row has its name. @param picture null: it has none any more */
export async function storePicture(tx: Sql, leagueId: number, picture: LeaguePicture | null): Promise<void> {
  if (picture === null) {
    await tx.query('DELETE FROM league_picture WHERE league_id = $1', [leagueId]);
    return;
  }
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_picture (league_id, name, content) VALUES ($1, $2, $3)
     ON CONFLICT (league_id) DO UPDATE SET name = $2, content = $3 RETURNING league_id`,
    [leagueId, picture.name, picture.content],
  );
  expectRows('storePicture', rows.length, 1);
}

/** The content of a picture; null if the league has another one by now. */
export async function findPicture(sql: Sql, leagueId: number, name: string): Promise<Buffer | null> {
  const rows: { content: Buffer }[] = await sql.query(
    'SELECT content FROM league_picture WHERE league_id = $1 AND name = $2',
    [leagueId, name],
  );
  return rows[0]?.content ?? null;
}
