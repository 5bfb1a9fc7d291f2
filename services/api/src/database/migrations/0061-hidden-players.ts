import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Players can be hidden from the boards of a league. Null where they are not: older replicas copy the table for a recompute, and fill
 * the columns that they know.
 */
export class AdditiveHiddenPlayers1768924800000 implements MigrationInterface {
  readonly name = 'AdditiveHiddenPlayers1768924800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rating ADD COLUMN hidden_at timestamptz;
      CREATE INDEX rating_hidden ON rating (league_id, player_id) WHERE hidden_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rating DROP COLUMN hidden_at');
  }
}
