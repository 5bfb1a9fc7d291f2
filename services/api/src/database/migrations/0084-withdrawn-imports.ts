import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports know which matches they have added, so that these can be withdrawn together. Of earlier imports nobody knows. */
export class AdditiveWithdrawnImports1770912000000 implements MigrationInterface {
  readonly name = 'AdditiveWithdrawnImports1770912000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE match_import ADD begun_after integer, ADD added int4multirange, ADD withdrawn int4multirange,
        ADD CONSTRAINT match_import_withdrawn_check CHECK (withdrawn <@ added)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE match_import DROP CONSTRAINT match_import_withdrawn_check,
        DROP begun_after, DROP added, DROP withdrawn
    `);
  }
}
