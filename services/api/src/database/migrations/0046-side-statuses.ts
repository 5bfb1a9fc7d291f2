import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sides can end a match otherwise than by finishing it, and leagues say how such sides are rated. */
export class AdditiveSideStatuses1767628800000 implements MigrationInterface {
  readonly name = 'AdditiveSideStatuses1767628800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE match ADD COLUMN reported jsonb;
      ALTER TABLE league ADD COLUMN status_rules jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league DROP COLUMN status_rules; ALTER TABLE match DROP COLUMN reported');
  }
}
