import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Superseded lines have contributions only where a state comes back from them: a free-for-all of 200 has 2 MB of them, which every
 * late match before it would keep once more.
 */
export class SupersededValues1765555200000 implements MigrationInterface {
  readonly name = 'SupersededValues1765555200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE superseded_change ALTER COLUMN contributions DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE superseded_change SET contributions = '{}' WHERE contributions IS NULL`);
    await runner.query('ALTER TABLE superseded_change ALTER COLUMN contributions SET NOT NULL');
  }
}
