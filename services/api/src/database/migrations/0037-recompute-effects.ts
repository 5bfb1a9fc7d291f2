import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A recompute that is done tells what it did to the board. */
export class AdditiveRecomputeEffects1766851200000 implements MigrationInterface {
  readonly name = 'AdditiveRecomputeEffects1766851200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recompute ADD effect jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recompute DROP effect');
  }
}
