import { migration } from './migration.js';

const END_OF_DAY = (time: string) => `date_trunc('day', ${time}, 'UTC') + interval '1 day'`;
const LATEST = `ON CONFLICT (league_id, name) DO UPDATE SET played_at = excluded.played_at WHERE team.played_at < excluded.played_at`;

/**
 * Teams, the names of sides, with the day on which each played last: no index of matches has them. A day, because a transaction of very many
 * matches would otherwise write a team's row for each of them, and pass over all former ones each time.
 */
export const AdditiveTeams1772150400000 = migration('AdditiveTeams1772150400000', [
  `
      CREATE TABLE team (
        league_id integer NOT NULL,
        name text NOT NULL,
        played_at timestamp with time zone NOT NULL,
        CONSTRAINT team_pkey PRIMARY KEY (league_id, name)
      );
      ALTER TABLE team ALTER COLUMN league_id SET STATISTICS 0;
      CREATE INDEX team_begins ON team (league_id, lower(name) text_pattern_ops);

      CREATE FUNCTION note_teams() RETURNS trigger LANGUAGE plpgsql
      AS $$
      BEGIN
        INSERT INTO team (league_id, name, played_at)
        SELECT DISTINCT NEW.league_id, side, ${END_OF_DAY('NEW.played_at')} FROM unnest(NEW.side_names) AS side WHERE side IS NOT NULL
        ${LATEST};
        RETURN NULL;
      END
      $$;
      CREATE TRIGGER match_names_teams AFTER INSERT ON match
        FOR EACH ROW WHEN (NEW.side_names IS NOT NULL) EXECUTE FUNCTION note_teams();

      -- A team that none of the matches has among which it would be looked for is known no more.
      CREATE FUNCTION renew_teams() RETURNS trigger LANGUAGE plpgsql
      AS $$
      BEGIN
        INSERT INTO team (league_id, name, played_at)
        SELECT league_id, side, max(${END_OF_DAY('played_at')}) FROM after CROSS JOIN unnest(side_names) AS side
        WHERE side_names IS NOT NULL AND side IS NOT NULL AND status = 'RATED' GROUP BY league_id, side ORDER BY league_id, side
        ${LATEST};
        DELETE FROM team USING (
          SELECT DISTINCT league_id, side FROM before CROSS JOIN unnest(side_names) AS side WHERE side_names IS NOT NULL AND side IS NOT NULL
        ) AS former
        WHERE team.league_id = former.league_id AND name = side AND NOT EXISTS (
          SELECT FROM (
            SELECT side_names FROM match WHERE match.league_id = former.league_id AND status = 'RATED' AND match.played_at <= team.played_at
            ORDER BY match.played_at DESC, sequence DESC LIMIT 5000
          ) AS newest WHERE side = ANY(side_names));
        RETURN NULL;
      END
      $$;
      CREATE TRIGGER match_renews_teams AFTER UPDATE ON match REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION renew_teams();

      -- After the triggers, which have waited for every writer: later matches go through them.
      INSERT INTO team (league_id, name, played_at)
      SELECT league_id, side, max(${END_OF_DAY('played_at')}) FROM match CROSS JOIN unnest(side_names) AS side
      WHERE side_names IS NOT NULL AND side IS NOT NULL AND status = 'RATED' GROUP BY league_id, side;
    `,
]);
