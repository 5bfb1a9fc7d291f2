import type { EntityManager } from 'typeorm';
import { copyIn } from '../../kit/sql/copy-in.js';
import { expectRows } from '../../kit/sql/transaction.js';
import { LINE_COLUMNS } from './line-encoder.js';

/**
 * Writes lines into the journal.
 * @param pieces those of a `lineEncoder`
 * @param lines how many there are
 */
export async function copyLines(tx: EntityManager, pieces: Iterable<Buffer>, lines: number): Promise<void> {
  expectRows('copyLines', await copyIn(tx, `rating_change (${LINE_COLUMNS})`, pieces), lines);
}

/** A number that no generation has ever had. */
export async function drawGeneration(tx: EntityManager): Promise<number> {
  const [{ generation }] = await tx.query(`SELECT nextval('journal_generation')::integer AS generation`);
  return generation;
}

/** Deletes the lines of a recompute that died. Call it while no recompute of the league is running. */
export async function deleteOrphans(tx: EntityManager, leagueId: number): Promise<void> {
  // Steps along the key from one generation to the next; DISTINCT would read every line.
  const orphans: { generation: number }[] = await tx.query(
    `WITH RECURSIVE step AS (
       SELECT min(generation) AS generation FROM rating_change WHERE league_id = $1
       UNION ALL
       SELECT (SELECT min(generation) FROM rating_change WHERE league_id = $1 AND generation > step.generation)
       FROM step WHERE generation IS NOT NULL
     )
     SELECT generation FROM step
     WHERE generation NOT IN (SELECT generation FROM league_revision WHERE league_id = $1)`,
    [leagueId],
  );
  for (const { generation } of orphans) {
    await tx.query('DELETE FROM rating_change WHERE league_id = $1 AND generation = $2', [leagueId, generation]);
  }
}
