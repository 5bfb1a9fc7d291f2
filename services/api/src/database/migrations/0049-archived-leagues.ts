import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Leagues can be archived, deleted and given another slug. Versions before this one would write to archived leagues, show deleted
 * ones and give former slugs to others, so they must not go on. The audit log still refuses changes, except of transactions
 * that say that they erase.
 */
export class ArchivedLeagues1767888000000 implements MigrationInterface {
  readonly name = 'ArchivedLeagues1767888000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league
        ADD archived_at timestamptz,
        ADD deleted_at timestamptz,
        ADD CONSTRAINT league_deleted_check CHECK (deleted_at IS NULL OR archived_at IS NOT NULL);
      DROP INDEX league_refresh;
      CREATE INDEX league_refresh ON league (refresh_due_at) WHERE archived_at IS NULL;
      CREATE INDEX league_deleted ON league (id) WHERE deleted_at IS NOT NULL;
      CREATE TABLE former_slug (
        slug text NOT NULL,
        league_id integer NOT NULL,
        given_up_at timestamptz NOT NULL,
        CONSTRAINT former_slug_pkey PRIMARY KEY (slug),
        CONSTRAINT former_slug_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id)
      );
      CREATE INDEX former_slug_league ON former_slug (league_id);
      CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP <> 'TRUNCATE' AND current_setting('openladder.erases', true) = TG_TABLE_NAME THEN
            RETURN NULL;
          END IF;
          RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
        END
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
        END
      $$;
      DROP TABLE former_slug;
      DROP INDEX league_refresh;
      CREATE INDEX league_refresh ON league (refresh_due_at);
      ALTER TABLE league DROP archived_at, DROP deleted_at;
    `);
  }
}
