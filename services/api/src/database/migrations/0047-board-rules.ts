import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leagues can ask for a number of matches, and for recent ones, before a player has a rank. */
export class AdditiveBoardRules1767715200000 implements MigrationInterface {
  readonly name = 'AdditiveBoardRules1767715200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league
        ADD COLUMN min_matches integer NOT NULL DEFAULT 0,
        ADD COLUMN active_within integer,
        ADD CONSTRAINT league_min_matches_check CHECK (min_matches BETWEEN 0 AND 1000),
        ADD CONSTRAINT league_active_within_check CHECK (active_within BETWEEN 1 AND 36500);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league DROP COLUMN min_matches, DROP COLUMN active_within');
  }
}
