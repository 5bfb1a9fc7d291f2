import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LeaguesAndMatches1763654400000 implements MigrationInterface {
  readonly name = 'LeaguesAndMatches1763654400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE league (
        id integer GENERATED ALWAYS AS IDENTITY,
        slug text NOT NULL,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        visibility text NOT NULL,
        is_open_entry boolean NOT NULL DEFAULT true,
        late_matches text NOT NULL DEFAULT 'REPLAY',
        opens_at timestamptz,
        rater text NOT NULL,
        rater_version text NOT NULL,
        settings jsonb NOT NULL,
        revision integer NOT NULL DEFAULT 1,
        applied_at timestamptz NOT NULL,
        match_count integer NOT NULL DEFAULT 0,
        player_count integer NOT NULL DEFAULT 0,
        last_sequence integer NOT NULL DEFAULT 0,
        rated_through timestamptz,
        version bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        CONSTRAINT league_pkey PRIMARY KEY (id),
        CONSTRAINT league_slug_key UNIQUE (slug),
        CONSTRAINT league_visibility_check CHECK (visibility IN ('PUBLIC', 'PRIVATE')),
        CONSTRAINT league_late_matches_check CHECK (late_matches IN ('REPLAY', 'REJECT'))
      );

      CREATE TABLE player (
        id integer GENERATED ALWAYS AS IDENTITY,
        handle text NOT NULL,
        handle_key text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT player_pkey PRIMARY KEY (id),
        CONSTRAINT player_handle_key UNIQUE (handle_key)
      );

      CREATE TABLE token (
        id integer GENERATED ALWAYS AS IDENTITY,
        name text NOT NULL,
        secret_hash bytea NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        CONSTRAINT token_pkey PRIMARY KEY (id),
        CONSTRAINT token_secret_hash_key UNIQUE (secret_hash)
      );

      CREATE TABLE token_league (
        token_id integer NOT NULL,
        league_id integer NOT NULL,
        CONSTRAINT token_league_pkey PRIMARY KEY (token_id, league_id),
        CONSTRAINT token_league_token_id_fkey FOREIGN KEY (token_id) REFERENCES token (id),
        CONSTRAINT token_league_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id)
      );

      CREATE TABLE match (
        league_id integer NOT NULL,
        sequence integer NOT NULL,
        external_id text NOT NULL,
        played_at timestamptz NOT NULL,
        status text NOT NULL DEFAULT 'RATED',
        version integer NOT NULL DEFAULT 1,
        placements integer[],
        side_scores double precision[],
        side_names text[],
        content_hash bytea NOT NULL,
        submitted_at timestamptz NOT NULL,
        submitted_by integer,
        CONSTRAINT match_pkey PRIMARY KEY (league_id, sequence),
        CONSTRAINT match_external_id_key UNIQUE (league_id, external_id),
        CONSTRAINT match_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT match_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES token (id),
        CONSTRAINT match_status_check CHECK (status IN ('RATED', 'VOID'))
      );
      CREATE UNIQUE INDEX match_total_order ON match (league_id, played_at, sequence);

      CREATE TABLE participant (
        league_id integer NOT NULL,
        sequence integer NOT NULL,
        position smallint NOT NULL,
        side smallint NOT NULL,
        player_id integer NOT NULL,
        is_guest boolean NOT NULL,
        score double precision,
        minutes_played double precision,
        scores_against double precision[],
        CONSTRAINT participant_pkey PRIMARY KEY (league_id, sequence, position),
        CONSTRAINT participant_match_fkey FOREIGN KEY (league_id, sequence) REFERENCES match (league_id, sequence),
        CONSTRAINT participant_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      CREATE UNIQUE INDEX participant_player ON participant (league_id, player_id, sequence);

      CREATE TABLE rating (
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        value double precision,
        deviation double precision,
        score double precision NOT NULL,
        is_provisional boolean NOT NULL,
        display text NOT NULL,
        state jsonb,
        matches_played integer NOT NULL,
        wins integer NOT NULL,
        draws integer NOT NULL,
        losses integer NOT NULL,
        peak double precision,
        last_played_at timestamptz,
        CONSTRAINT rating_pkey PRIMARY KEY (league_id, player_id),
        CONSTRAINT rating_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT rating_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      CREATE INDEX rating_standing ON rating (league_id, is_provisional, score DESC, player_id) WHERE matches_played > 0;
      CREATE INDEX rating_player ON rating (player_id, league_id);

      CREATE TABLE rating_change (
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
        CONSTRAINT rating_change_pkey PRIMARY KEY (league_id, player_id, played_at, sequence),
        CONSTRAINT rating_change_match_fkey FOREIGN KEY (league_id, sequence) REFERENCES match (league_id, sequence),
        CONSTRAINT rating_change_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );

      -- The planner knows from its statistics which leagues there were; one that is newer it takes for empty, and then
      -- joins its whole journal for each of a hundred matches. Without them it takes every league for one of many.
      ALTER TABLE match ALTER COLUMN league_id SET STATISTICS 0;
      ALTER TABLE participant ALTER COLUMN league_id SET STATISTICS 0;
      ALTER TABLE rating ALTER COLUMN league_id SET STATISTICS 0;
      ALTER TABLE rating_change ALTER COLUMN league_id SET STATISTICS 0;

      CREATE TABLE audit_entry (
        id bigint GENERATED ALWAYS AS IDENTITY,
        league_id integer,
        actor_id integer,
        actor text NOT NULL,
        action text NOT NULL,
        reason text NOT NULL,
        before jsonb,
        after jsonb,
        at timestamptz NOT NULL,
        CONSTRAINT audit_entry_pkey PRIMARY KEY (id),
        CONSTRAINT audit_entry_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token (id)
      );
      CREATE INDEX audit_entry_league ON audit_entry (league_id, id);

      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
        END
      $$;
      CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_entry, rating_change, rating, participant, match, token_league, token, player, league;
      DROP FUNCTION refuse_change();
    `);
  }
}
