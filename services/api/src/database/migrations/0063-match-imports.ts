import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of matches can be handed in, mapped, checked and imported in the background. */
export class AdditiveMatchImports1769097600000 implements MigrationInterface {
  readonly name = 'AdditiveMatchImports1769097600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE match_import (
        league_id integer NOT NULL,
        id integer GENERATED ALWAYS AS IDENTITY,
        status text NOT NULL,
        file_name text NOT NULL,
        bytes integer DEFAULT 0 NOT NULL,
        format text DEFAULT 'CSV' NOT NULL,
        delimiter text,
        columns jsonb DEFAULT '[]' NOT NULL,
        rows jsonb DEFAULT '[]' NOT NULL,
        plan jsonb,
        report jsonb,
        actor_id integer,
        actor text NOT NULL,
        attempts integer DEFAULT 0 NOT NULL,
        progress double precision DEFAULT 0 NOT NULL,
        accepted integer DEFAULT 0 NOT NULL,
        replayed integer DEFAULT 0 NOT NULL,
        refusals jsonb,
        error text,
        requested_at timestamptz NOT NULL,
        finished_at timestamptz,
        CONSTRAINT match_import_pkey PRIMARY KEY (league_id, id),
        CONSTRAINT match_import_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT match_import_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token (id),
        CONSTRAINT match_import_status_check CHECK (status IN
          ('UPLOADING', 'UPLOADED', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'CANCELLED', 'FAILED')),
        CONSTRAINT match_import_format_check CHECK (format IN ('CSV', 'JSON_LINES')),
        CONSTRAINT match_import_progress_check CHECK (progress BETWEEN 0 AND 1),
        CONSTRAINT match_import_over_check
          CHECK ((status IN ('DONE', 'CANCELLED', 'FAILED')) = (finished_at IS NOT NULL)),
        CONSTRAINT match_import_error_check CHECK ((status = 'FAILED') = (error IS NOT NULL)),
        CONSTRAINT match_import_report_check
          CHECK (report IS NOT NULL OR status NOT IN ('CHECKED', 'IMPORTING', 'DONE'))
      );
      CREATE INDEX match_import_pending ON match_import (id) WHERE status IN ('CHECKING', 'IMPORTING');
      CREATE TABLE match_import_part (
        league_id integer NOT NULL,
        import_id integer NOT NULL,
        number integer NOT NULL,
        content bytea NOT NULL,
        CONSTRAINT match_import_part_pkey PRIMARY KEY (league_id, import_id, number),
        CONSTRAINT match_import_part_import_id_fkey FOREIGN KEY (league_id, import_id)
          REFERENCES match_import (league_id, id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE match_import_part, match_import');
  }
}
