import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Long calculations over the logs of leagues, such as comparisons of rating systems, run in the background and keep their results. */
export class AdditiveAnalyses1769443200000 implements MigrationInterface {
  readonly name = 'AdditiveAnalyses1769443200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE analysis (
        id integer GENERATED ALWAYS AS IDENTITY,
        league_id integer NOT NULL,
        kind text NOT NULL,
        status text NOT NULL,
        request jsonb NOT NULL,
        actor_id integer,
        actor text NOT NULL,
        attempts integer DEFAULT 0 NOT NULL,
        progress double precision DEFAULT 0 NOT NULL,
        sequence integer,
        revision integer,
        result jsonb,
        error text,
        requested_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz,
        CONSTRAINT analysis_pkey PRIMARY KEY (id),
        CONSTRAINT analysis_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT analysis_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token (id),
        CONSTRAINT analysis_status_check CHECK (status IN ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
        CONSTRAINT analysis_progress_check CHECK (progress BETWEEN 0 AND 1),
        CONSTRAINT analysis_over_check CHECK ((status IN ('QUEUED', 'RUNNING')) = (finished_at IS NULL)),
        CONSTRAINT analysis_error_check CHECK ((status = 'FAILED') = (error IS NOT NULL)),
        CONSTRAINT analysis_result_check
          CHECK (num_nonnulls(result, sequence, revision) = CASE WHEN status = 'DONE' THEN 3 ELSE 0 END)
      );
      CREATE INDEX analysis_league ON analysis (league_id, id);
      CREATE UNIQUE INDEX analysis_pending ON analysis (league_id) WHERE status IN ('QUEUED', 'RUNNING');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE analysis');
  }
}
