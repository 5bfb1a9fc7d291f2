import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A league may fit the chances of its rating system to its history; each revision says how. */
export class AdditiveFittedChances1769529600000 implements MigrationInterface {
  readonly name = 'AdditiveFittedChances1769529600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league ADD COLUMN chance_fit jsonb;
      ALTER TABLE league_revision ADD COLUMN chance_fit jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league_revision DROP COLUMN chance_fit;
      ALTER TABLE league DROP COLUMN chance_fit;
    `);
  }
}
