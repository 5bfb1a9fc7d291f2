import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lines keep what a state has beside its value and deviation, such as a volatility, so that it comes back from the newest one. */
export class AdditiveMemoryOfLines1768492800000 implements MigrationInterface {
  readonly name = 'AdditiveMemoryOfLines1768492800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rating_change ADD COLUMN memory double precision[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rating_change DROP COLUMN memory');
  }
}
