import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A revision knows what its replay wrote and on whose account, so that quotas of work and storage can be counted from revisions. */
export class ReplayUse1766505600000 implements MigrationInterface {
  readonly name = 'ReplayUse1766505600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league_revision ADD lines integer, ADD bytes bigint, ADD token_id integer;
      CREATE INDEX league_revision_use ON league_revision (league_id, applied_at);
      CREATE INDEX league_revision_token_use ON league_revision (token_id, applied_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX league_revision_use, league_revision_token_use;
      ALTER TABLE league_revision DROP lines, DROP bytes, DROP token_id;
    `);
  }
}
