import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Matches can count more or less than others, and sides can have roles. Null where nothing was said, as in all older matches. */
export class AdditiveWeightsAndRoles1769356800000 implements MigrationInterface {
  readonly name = 'AdditiveWeightsAndRoles1769356800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE match ADD COLUMN weight double precision, ADD COLUMN side_roles text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE match DROP COLUMN weight, DROP COLUMN side_roles');
  }
}
