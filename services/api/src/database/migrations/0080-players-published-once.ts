import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ends what triggers do for versions before: the service says by statements of its own which players a league and everybody know, and gives
 * names their skeletons. Databases whose leagues were spread over several servers before have none of these triggers.
 */
export class PlayersPublishedOnce1770566400000 implements MigrationInterface {
  readonly name = 'PlayersPublishedOnce1770566400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO membership (player_id, league_id, since, handle, handle_key, name_key)
        SELECT DISTINCT ON (league_id, player.id) player.id, league_id, merged_at, player.handle, player.handle_key,
          CASE WHEN merged_at <= named_at THEN name_key END
        FROM player_merge JOIN player ON player.id = into_id ORDER BY league_id, player.id, merged_at
        ON CONFLICT (player_id, league_id) DO NOTHING;
      DROP TRIGGER IF EXISTS player_merge_begins_membership ON player_merge;
      DROP TRIGGER IF EXISTS rating_begins_membership ON rating;
      DROP TRIGGER IF EXISTS rating_ends_membership ON rating;
      DROP TRIGGER IF EXISTS unrated_appearance_begins_membership ON unrated_appearance;
      DROP TRIGGER IF EXISTS unrated_appearance_ends_membership ON unrated_appearance;
      DROP FUNCTION IF EXISTS begin_membership(), begin_memberships(), end_membership();
      DROP TRIGGER IF EXISTS league_publishes_players ON league;
      DROP TRIGGER IF EXISTS membership_is_withdrawn ON membership;
      DROP TRIGGER IF EXISTS membership_is_published ON membership;
      DROP FUNCTION IF EXISTS publish_league(), withdraw_memberships(), publish_memberships(), publish_players(integer[]);
      DROP TRIGGER IF EXISTS player_name_has_skeletons ON player_name;
      DROP FUNCTION IF EXISTS refuse_names_without_skeletons();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION publish_players(players integer[]) RETURNS void LANGUAGE sql AS $$
    DELETE FROM membership
    WHERE league_id = 0 AND player_id = ANY(players) AND NOT EXISTS (
      SELECT FROM membership AS own JOIN league ON league.id = own.league_id
      WHERE own.player_id = membership.player_id AND visibility = 'PUBLIC');
    INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key, name_key)
      SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key, name_key
      FROM membership JOIN league ON league.id = league_id AND visibility = 'PUBLIC'
      WHERE player_id = ANY(players) ORDER BY player_id, since, league_id
      ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since, name_key = excluded.name_key WHERE known.since <> excluded.since
  $$;
      CREATE FUNCTION publish_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM after JOIN league ON league.id = league_id AND visibility = 'PUBLIC') THEN
        INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key, name_key)
          SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key, name_key
          FROM after JOIN league ON league.id = league_id AND visibility = 'PUBLIC' ORDER BY player_id, since
          ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since, name_key = excluded.name_key WHERE known.since > excluded.since;
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
      CREATE FUNCTION begin_membership() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO membership (player_id, league_id, since, handle, handle_key, name_key)
        SELECT id, NEW.league_id, now(), handle, handle_key, CASE WHEN now() <= named_at THEN name_key END FROM player WHERE id = NEW.player_id
        ON CONFLICT (player_id, league_id) DO NOTHING;
      RETURN NULL;
    END
  $$;
      CREATE FUNCTION begin_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM after) THEN
        INSERT INTO membership (player_id, league_id, since, handle, handle_key, name_key)
          SELECT player.id, league_id, now(), player.handle, player.handle_key, CASE WHEN now() <= named_at THEN name_key END
          FROM after JOIN player ON player.id = player_id ORDER BY player.id
          ON CONFLICT (player_id, league_id) DO NOTHING;
      END IF;
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
    `);
  }
}
