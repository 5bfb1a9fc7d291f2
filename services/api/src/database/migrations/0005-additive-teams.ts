import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Knows teams, the names of sides, and when each played last: no index of matches has them. */
export class AdditiveTeams1772150400000 implements MigrationInterface {
  readonly name = 'AdditiveTeams1772150400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE team (
        league_id integer NOT NULL,
        name text NOT NULL,
        played_at timestamp with time zone NOT NULL,
        CONSTRAINT team_pkey PRIMARY KEY (league_id, name)
      );
      ALTER TABLE team ALTER COLUMN league_id SET STATISTICS 0;
      CREATE INDEX team_begins ON team (league_id, lower(name) text_pattern_ops);

      INSERT INTO team (league_id, name, played_at)
      SELECT league_id, side, max(played_at) FROM match CROSS JOIN unnest(side_names) AS side
      WHERE side_names IS NOT NULL AND side IS NOT NULL GROUP BY league_id, side;

      CREATE FUNCTION note_teams() RETURNS trigger LANGUAGE plpgsql
      AS $$
      BEGIN
        INSERT INTO team (league_id, name, played_at)
        SELECT DISTINCT NEW.league_id, side, NEW.played_at FROM unnest(NEW.side_names) AS side WHERE side IS NOT NULL
        ON CONFLICT (league_id, name) DO UPDATE SET played_at = excluded.played_at WHERE team.played_at < excluded.played_at;
        RETURN NULL;
      END
      $$;
      CREATE TRIGGER match_names_teams AFTER INSERT OR UPDATE OF side_names, played_at ON match
        FOR EACH ROW WHEN (NEW.side_names IS NOT NULL) EXECUTE FUNCTION note_teams();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER match_names_teams ON match');
    await runner.query('DROP FUNCTION note_teams()');
    await runner.query('DROP TABLE team');
  }
}
