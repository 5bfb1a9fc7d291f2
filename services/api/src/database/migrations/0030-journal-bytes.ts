import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The size of a league's journal with its superseded lines, in counted bytes: 160 for a line and 8 for each number of its
 * contributions. Versions before this one would write lines without counting them, so they must not go on.
 */
export class JournalBytes1766246400000 implements MigrationInterface {
  readonly name = 'JournalBytes1766246400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league ADD journal_bytes bigint NOT NULL DEFAULT 0;
      UPDATE league SET journal_bytes = counted.bytes FROM (
        SELECT league_id, sum(160 + 8 * coalesce(cardinality(contributions), 0))::bigint AS bytes FROM (
          SELECT league_id, contributions FROM superseded_change
          UNION ALL
          SELECT league_id, contributions FROM rating_change AS line WHERE EXISTS (
            SELECT FROM league_revision AS own WHERE own.league_id = line.league_id AND own.generation = line.generation)
        ) AS line GROUP BY league_id
      ) AS counted WHERE league.id = counted.league_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league DROP journal_bytes');
  }
}
