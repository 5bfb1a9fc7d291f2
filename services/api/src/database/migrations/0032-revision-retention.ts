import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A league knows from which revision on its journal tells, and a revision how many lines it replaced, so that `verify` can count
 * them. Versions before this one would answer of revisions that are not kept, so they must not go on.
 */
export class RevisionRetention1766419200000 implements MigrationInterface {
  readonly name = 'RevisionRetention1766419200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league
        ADD kept_revision integer NOT NULL DEFAULT 1,
        ADD kept_since timestamptz,
        ADD thinned_revision integer NOT NULL DEFAULT 1;
      ALTER TABLE league_revision ADD superseded integer;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league_revision DROP superseded;
      ALTER TABLE league DROP kept_revision, DROP kept_since, DROP thinned_revision;
    `);
  }
}
