import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Matches can have details, which are shown and never rated. */
export class AdditiveMatchDetails1767369600000 implements MigrationInterface {
  readonly name = 'AdditiveMatchDetails1767369600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE match ADD COLUMN details jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE match DROP COLUMN details');
  }
}
