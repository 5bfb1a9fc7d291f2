import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Corrections1763740800000 implements MigrationInterface {
  readonly name = 'Corrections1763740800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE league_revision (
        league_id integer NOT NULL,
        revision integer NOT NULL,
        rater text NOT NULL,
        rater_version text NOT NULL,
        settings jsonb NOT NULL,
        reason text NOT NULL,
        applied_at timestamptz NOT NULL,
        CONSTRAINT league_revision_pkey PRIMARY KEY (league_id, revision),
        CONSTRAINT league_revision_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id)
      );
      INSERT INTO league_revision
        SELECT id, revision, rater, rater_version, settings, 'the league was created', applied_at FROM league;

      CREATE TABLE superseded_change (
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        played_at timestamptz NOT NULL,
        sequence integer NOT NULL,
        revision integer NOT NULL,
        before_value double precision,
        before_deviation double precision,
        after_value double precision,
        after_deviation double precision,
        score double precision NOT NULL,
        is_provisional boolean NOT NULL,
        verdict smallint NOT NULL,
        contributions double precision[] NOT NULL,
        superseded_in integer NOT NULL,
        CONSTRAINT superseded_change_pkey PRIMARY KEY (league_id, player_id, played_at, sequence, revision),
        CONSTRAINT superseded_change_match_fkey FOREIGN KEY (league_id, sequence) REFERENCES match (league_id, sequence),
        CONSTRAINT superseded_change_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );

      ALTER TABLE superseded_change ALTER COLUMN league_id SET STATISTICS 0;

      CREATE TABLE player_merge (
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        into_id integer NOT NULL,
        merged_at timestamptz NOT NULL,
        CONSTRAINT player_merge_pkey PRIMARY KEY (league_id, player_id),
        CONSTRAINT player_merge_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT player_merge_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id),
        CONSTRAINT player_merge_into_id_fkey FOREIGN KEY (into_id) REFERENCES player (id),
        CONSTRAINT player_merge_self_check CHECK (player_id <> into_id)
      );

      CREATE TABLE player_alias (
        handle_key text NOT NULL,
        handle text NOT NULL,
        player_id integer NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT player_alias_pkey PRIMARY KEY (handle_key),
        CONSTRAINT player_alias_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      CREATE INDEX player_alias_player ON player_alias (player_id);

      CREATE TABLE recompute (
        id integer GENERATED ALWAYS AS IDENTITY,
        league_id integer NOT NULL,
        status text NOT NULL,
        correction jsonb NOT NULL,
        reason text NOT NULL,
        actor_id integer,
        actor text NOT NULL,
        done integer NOT NULL DEFAULT 0,
        total integer NOT NULL DEFAULT 0,
        revision integer,
        error text,
        requested_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz,
        CONSTRAINT recompute_pkey PRIMARY KEY (id),
        CONSTRAINT recompute_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT recompute_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token (id),
        CONSTRAINT recompute_status_check CHECK (status IN ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'))
      );
      CREATE UNIQUE INDEX recompute_pending ON recompute (league_id) WHERE status IN ('QUEUED', 'RUNNING');
      CREATE INDEX recompute_league ON recompute (league_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recompute, player_alias, player_merge, superseded_change, league_revision');
  }
}
