import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The slugs of leagues, and whether everybody may know of them, in a table of their own: where leagues are spread over several servers, it is
 * on each of them, so that no statement has to ask all. The trigger keeps the table for versions that do not know it.
 */
export class AdditiveLeagueSlugs1769961600000 implements MigrationInterface {
  readonly name = 'AdditiveLeagueSlugs1769961600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE league_slug (
        slug text NOT NULL,
        league_id integer NOT NULL,
        visibility text NOT NULL,
        CONSTRAINT league_slug_pkey PRIMARY KEY (slug),
        CONSTRAINT league_slug_league_id_key UNIQUE (league_id)
      );
      CREATE FUNCTION keep_league_slug() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'DELETE' THEN
            DELETE FROM league_slug WHERE league_id = OLD.id;
          ELSE
            INSERT INTO league_slug AS kept (slug, league_id, visibility) VALUES (NEW.slug, NEW.id, NEW.visibility)
              ON CONFLICT (league_id) DO UPDATE SET slug = excluded.slug, visibility = excluded.visibility
              WHERE (kept.slug, kept.visibility) <> (excluded.slug, excluded.visibility);
          END IF;
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER league_has_slug AFTER INSERT OR DELETE OR UPDATE OF slug, visibility ON league
        FOR EACH ROW EXECUTE FUNCTION keep_league_slug();
      INSERT INTO league_slug (slug, league_id, visibility) SELECT slug, id, visibility FROM league;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER league_has_slug ON league;
      DROP FUNCTION keep_league_slug();
      DROP TABLE league_slug;
    `);
  }
}
