import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By how much the matches that a token sent in their order made journals grow on its newest day, for the quota of its storage. */
export class AdditiveTokenGrowth1766678400000 implements MigrationInterface {
  readonly name = 'AdditiveTokenGrowth1766678400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE token_growth (
        token_id integer NOT NULL,
        day timestamptz NOT NULL,
        bytes bigint NOT NULL,
        CONSTRAINT token_growth_pkey PRIMARY KEY (token_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token_growth');
  }
}
