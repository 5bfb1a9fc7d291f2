import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is on record in which league, by player: an index of `rating` for it took an entry with every match, as any index
 * of a table does whose rows move. And a match no longer looks up what the statement that writes it knows.
 */
export class Memberships1764432000000 implements MigrationInterface {
  readonly name = 'Memberships1764432000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE match
        DROP CONSTRAINT match_league_id_fkey,
        DROP CONSTRAINT match_submitted_by_fkey;

      CREATE TABLE membership (
        player_id integer NOT NULL,
        league_id integer NOT NULL,
        CONSTRAINT membership_pkey PRIMARY KEY (player_id, league_id)
      );
      ALTER TABLE membership ALTER COLUMN league_id SET STATISTICS 0;
      INSERT INTO membership (player_id, league_id) SELECT player_id, league_id FROM rating;
      DROP INDEX rating_player;

      CREATE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO membership (player_id, league_id) SELECT player_id, league_id FROM after;
          ELSE
            DELETE FROM membership USING before
            WHERE membership.player_id = before.player_id AND membership.league_id = before.league_id;
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER rating_begins_membership ON rating;
      DROP TRIGGER rating_ends_membership ON rating;
      DROP FUNCTION keep_memberships();
      DROP TABLE membership;
      CREATE INDEX rating_player ON rating (player_id, league_id);
      ALTER TABLE match
        ADD CONSTRAINT match_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        ADD CONSTRAINT match_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES token (id);
    `);
  }
}
