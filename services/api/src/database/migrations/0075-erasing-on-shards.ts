import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A transaction that may erase from a table may do so in its parts too: where leagues are spread over several servers, the copies of a table
 * have its name with a number.
 */
export class AdditiveErasingOnShards1770134400000 implements MigrationInterface {
  readonly name = 'AdditiveErasingOnShards1770134400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refuseChange(`regexp_replace(TG_TABLE_NAME, '_\\d+$', '')`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(refuseChange('TG_TABLE_NAME'));
  }
}

const refuseChange = (table: string) => `
  CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND current_setting('openladder.erases', true) = ${table} THEN
        RETURN NULL;
      END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END
  $$`;
