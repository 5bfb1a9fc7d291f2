import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who knows whom, since when and by which name: `membership` has a row for everybody whom a league knows, guests and merged
 * players too, and one of the league 0 for each player whom a public league knows, so for everybody. What a caller sees of
 * players is read from these rows alone, and costs nothing for players that the caller may not see.
 */
export class KnownPlayers1765987200000 implements MigrationInterface {
  readonly name = 'KnownPlayers1765987200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER rating_begins_membership ON rating;
      DROP TRIGGER rating_ends_membership ON rating;
      DROP FUNCTION keep_memberships();

      ALTER TABLE membership ADD since timestamptz, ADD handle text, ADD handle_key text;
      INSERT INTO membership (player_id, league_id)
        SELECT player_id, league_id FROM unrated_appearance UNION SELECT player_id, league_id FROM player_merge
        ON CONFLICT DO NOTHING;
      UPDATE membership SET
        since = coalesce(seen.since, GREATEST(player.created_at, league.created_at)),
        handle = player.handle, handle_key = player.handle_key
      FROM membership AS own
        JOIN player ON player.id = own.player_id
        JOIN league ON league.id = own.league_id
        LEFT JOIN (SELECT league_id, player_id, min(submitted_at) AS since
                   FROM match CROSS JOIN LATERAL unnest(player_ids) AS player_id GROUP BY 1, 2) AS seen
          ON seen.league_id = own.league_id AND seen.player_id = own.player_id
      WHERE membership.player_id = own.player_id AND membership.league_id = own.league_id;
      INSERT INTO membership (player_id, league_id, since, handle, handle_key)
        SELECT player_id, 0, min(since), min(handle), min(handle_key)
        FROM membership JOIN league ON league.id = league_id AND visibility = 'PUBLIC' GROUP BY player_id;
      ALTER TABLE membership ALTER since SET NOT NULL, ALTER handle SET NOT NULL, ALTER handle_key SET NOT NULL;
      CREATE UNIQUE INDEX membership_name ON membership (league_id, handle_key);

      CREATE TABLE former_name (
        handle_key text NOT NULL,
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        handle text NOT NULL,
        given_up_at timestamptz NOT NULL,
        CONSTRAINT former_name_pkey PRIMARY KEY (handle_key, league_id)
      );
      INSERT INTO former_name (handle_key, league_id, player_id, handle, given_up_at)
        SELECT name.handle_key, league_id, player_id, name.handle, given_up_at
        FROM player_name AS name JOIN membership USING (player_id) WHERE given_up_at > since AND league_id <> 0;
      CREATE INDEX former_name_player ON former_name (player_id);

      CREATE FUNCTION begin_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM after) THEN
            INSERT INTO membership (player_id, league_id, since, handle, handle_key)
              SELECT player.id, league_id, now(), player.handle, player.handle_key
              FROM after JOIN player ON player.id = player_id ORDER BY player.id
              ON CONFLICT (player_id, league_id) DO NOTHING;
          END IF;
          RETURN NULL;
        END
      $$;
      CREATE FUNCTION begin_membership() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO membership (player_id, league_id, since, handle, handle_key)
            SELECT id, NEW.league_id, now(), handle, handle_key FROM player WHERE id = NEW.player_id
            ON CONFLICT (player_id, league_id) DO NOTHING;
          RETURN NULL;
        END
      $$;
      CREATE FUNCTION end_membership() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          DELETE FROM membership
          WHERE player_id = OLD.player_id AND league_id = OLD.league_id
            AND NOT EXISTS (SELECT FROM rating WHERE league_id = OLD.league_id AND player_id = OLD.player_id)
            AND NOT EXISTS (SELECT FROM unrated_appearance WHERE league_id = OLD.league_id AND player_id = OLD.player_id)
            AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = OLD.league_id AND player_id = OLD.player_id);
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER rating_begins_membership AFTER INSERT ON rating REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION begin_memberships();
      CREATE CONSTRAINT TRIGGER rating_ends_membership AFTER DELETE ON rating DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_membership();
      CREATE TRIGGER unrated_appearance_begins_membership AFTER INSERT ON unrated_appearance
        FOR EACH ROW EXECUTE FUNCTION begin_membership();
      CREATE CONSTRAINT TRIGGER unrated_appearance_ends_membership AFTER DELETE ON unrated_appearance
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_membership();
      CREATE TRIGGER player_merge_begins_membership AFTER INSERT ON player_merge
        FOR EACH ROW EXECUTE FUNCTION begin_membership();

      CREATE FUNCTION publish_players(players integer[]) RETURNS void LANGUAGE sql AS $$
        DELETE FROM membership
        WHERE league_id = 0 AND player_id = ANY(players) AND NOT EXISTS (
          SELECT FROM membership AS own JOIN league ON league.id = own.league_id
          WHERE own.player_id = membership.player_id AND visibility = 'PUBLIC');
        INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key)
          SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key
          FROM membership JOIN league ON league.id = league_id AND visibility = 'PUBLIC'
          WHERE player_id = ANY(players) ORDER BY player_id, since, league_id
          ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since WHERE known.since <> excluded.since
      $$;
      CREATE FUNCTION publish_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM after JOIN league ON league.id = league_id AND visibility = 'PUBLIC') THEN
            INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key)
              SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key
              FROM after JOIN league ON league.id = league_id AND visibility = 'PUBLIC' ORDER BY player_id, since
              ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since WHERE known.since > excluded.since;
          END IF;
          RETURN NULL;
        END
      $$;
      CREATE FUNCTION withdraw_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          DELETE FROM former_name USING before
          WHERE former_name.player_id = before.player_id AND former_name.league_id = before.league_id;
          IF EXISTS (SELECT FROM before WHERE league_id <> 0) THEN
            PERFORM publish_players(array_agg(player_id ORDER BY player_id)) FROM before WHERE league_id <> 0;
          END IF;
          RETURN NULL;
        END
      $$;
      CREATE FUNCTION publish_league() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM publish_players(array_agg(player_id ORDER BY player_id)) FROM membership WHERE league_id = NEW.id;
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER membership_is_published AFTER INSERT ON membership REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION publish_memberships();
      CREATE TRIGGER membership_is_withdrawn AFTER DELETE ON membership REFERENCING OLD TABLE AS before
        FOR EACH STATEMENT EXECUTE FUNCTION withdraw_memberships();
      CREATE TRIGGER league_publishes_players AFTER UPDATE OF visibility ON league
        FOR EACH ROW WHEN (OLD.visibility <> NEW.visibility) EXECUTE FUNCTION publish_league();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER league_publishes_players ON league;
      DROP TRIGGER membership_is_withdrawn ON membership;
      DROP TRIGGER membership_is_published ON membership;
      DROP TRIGGER player_merge_begins_membership ON player_merge;
      DROP TRIGGER unrated_appearance_ends_membership ON unrated_appearance;
      DROP TRIGGER unrated_appearance_begins_membership ON unrated_appearance;
      DROP TRIGGER rating_ends_membership ON rating;
      DROP TRIGGER rating_begins_membership ON rating;
      DROP FUNCTION publish_league(), withdraw_memberships(), publish_memberships(), publish_players(integer[]),
        end_membership(), begin_membership(), begin_memberships();
      DROP TABLE former_name;
      DROP INDEX membership_name;
      DELETE FROM membership WHERE NOT EXISTS (
        SELECT FROM rating WHERE rating.league_id = membership.league_id AND rating.player_id = membership.player_id);
      ALTER TABLE membership DROP since, DROP handle, DROP handle_key;

      CREATE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'DELETE' THEN
            DELETE FROM membership USING before
            WHERE membership.player_id = before.player_id AND membership.league_id = before.league_id;
          ELSIF EXISTS (SELECT FROM after) THEN
            INSERT INTO membership (player_id, league_id) SELECT player_id, league_id FROM after;
          END IF;
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER rating_begins_membership AFTER INSERT ON rating REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION keep_memberships();
      CREATE TRIGGER rating_ends_membership AFTER DELETE ON rating REFERENCING OLD TABLE AS before
        FOR EACH STATEMENT EXECUTE FUNCTION keep_memberships();
    `);
  }
}
