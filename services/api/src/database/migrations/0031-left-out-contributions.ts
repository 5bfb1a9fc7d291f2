import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lines of large matches have no contributions: a free-for-all of 200 has 39,800 of them, 2 MB, which follow from the lines before
 * it. Versions before this one cannot read such lines, so they must not go on.
 */
export class LeftOutContributions1766332800000 implements MigrationInterface {
  readonly name = 'LeftOutContributions1766332800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rating_change ALTER COLUMN contributions DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE rating_change SET contributions = '{}' WHERE contributions IS NULL`);
    await runner.query('ALTER TABLE rating_change ALTER COLUMN contributions SET NOT NULL');
  }
}
