import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counted bytes of a line of the journal, before and after it is superseded. */
const [LINE, SUPERSEDED_LINE] = [160, 48];
const PAST_GENERATIONS = `
  SELECT own.league_id, count(*) AS lines FROM rating_change AS line
  JOIN (SELECT DISTINCT league_id, generation FROM league_revision) AS own USING (league_id, generation)
  JOIN league ON league.id = own.league_id AND league.generation <> own.generation GROUP BY own.league_id`;

/**
 * Superseded lines are kept in stretches, a row each: what the lines of a stretch have in common is there once. A line takes about
 * 45 bytes instead of 240. Versions before this one would write single lines, so they must not go on; until they notice, their
 * statements fail as if a lock were not available, which callers are told to try again after. The first statement locks out writers:
 * the bytes of lines that they supersede while they are counted would not be.
 */
export class SupersededStretches1767801600000 implements MigrationInterface {
  readonly name = 'SupersededStretches1767801600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league ADD packed_generation integer NOT NULL DEFAULT 1;
      UPDATE league SET journal_bytes = journal_bytes - ${LINE - SUPERSEDED_LINE} * old.lines
      FROM (SELECT league_id, sum(lines) AS lines FROM (
              SELECT league_id, count(*) AS lines FROM superseded_change GROUP BY league_id
              UNION ALL ${PAST_GENERATIONS}
            ) AS line GROUP BY league_id) AS old
      WHERE id = old.league_id;
      ALTER TABLE superseded_change RENAME TO superseded_line;
      CREATE TABLE superseded_stretch (
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        superseded_in integer NOT NULL,
        revision integer NOT NULL,
        played_at timestamptz NOT NULL,
        before_value double precision,
        before_deviation double precision,
        sequence integer NOT NULL,
        marks text NOT NULL,
        played_ats timestamptz[] NOT NULL,
        sequences integer[] NOT NULL,
        numbers double precision[] NOT NULL,
        contributions text[],
        digest bytea NOT NULL,
        CONSTRAINT superseded_stretch_pkey PRIMARY KEY (league_id, player_id, played_at, sequence, superseded_in)
      );

      WITH stretch AS (
        SELECT league_id, player_id, superseded_in, revision, min(played_at) AS played_at,
          (array_agg(before_value ORDER BY played_at, sequence))[1] AS before_value,
          (array_agg(before_deviation ORDER BY played_at, sequence))[1] AS before_deviation,
          (array_agg(sequence ORDER BY played_at, sequence))[1] AS sequence,
          string_agg(substr(CASE WHEN is_provisional THEN 'ldw' ELSE 'LDW' END, verdict + 2, 1), '' ORDER BY played_at, sequence) AS marks,
          array_agg(played_at ORDER BY played_at, sequence) AS played_ats,
          array_agg(sequence ORDER BY played_at, sequence) AS sequences,
          array_agg(after_value ORDER BY played_at, sequence) || array_agg(after_deviation ORDER BY played_at, sequence)
            || array_agg(nullif(score, coalesce(after_value, '-Infinity')) ORDER BY played_at, sequence) AS numbers,
          CASE WHEN bool_or(contributions IS NOT NULL)
            THEN array_agg(contributions::text ORDER BY played_at, sequence) END AS contributions
        FROM (
          SELECT *, (row_number() OVER (PARTITION BY league_id, player_id, superseded_in, run ORDER BY played_at, sequence) - 1) / 48 AS part
          FROM (
            SELECT *, count(*) FILTER (WHERE begins) OVER own AS run
            FROM (
              SELECT *, (revision, before_value, before_deviation) IS DISTINCT FROM
                  (lag(revision) OVER own, lag(after_value) OVER own, lag(after_deviation) OVER own) AS begins
              FROM superseded_line WINDOW own AS (PARTITION BY league_id, player_id, superseded_in ORDER BY played_at, sequence)
            ) AS line WINDOW own AS (PARTITION BY league_id, player_id, superseded_in ORDER BY played_at, sequence)
          ) AS line
        ) AS line
        GROUP BY league_id, player_id, superseded_in, run, part, revision
      )
      INSERT INTO superseded_stretch
      SELECT *, substring(sha256(array_send(played_ats) || array_send(sequences) || array_send(numbers) || convert_to(
        concat_ws(' ', player_id, superseded_in, revision, before_value, before_deviation, marks, contributions), 'UTF8')) FOR 8)
      FROM stretch;
      DROP TABLE superseded_line;

      CREATE VIEW superseded_change AS
        SELECT league_id, player_id, line.played_at, line.sequence, revision,
          CASE place WHEN 1 THEN before_value ELSE numbers[place - 1] END AS before_value,
          CASE place WHEN 1 THEN before_deviation ELSE numbers[cardinality(sequences) + place - 1] END AS before_deviation,
          numbers[place] AS after_value,
          numbers[cardinality(sequences) + place] AS after_deviation,
          coalesce(numbers[2 * cardinality(sequences) + place], numbers[place], '-Infinity') AS score,
          strpos('ldw', substr(marks, place::integer, 1)) > 0 AS is_provisional,
          (strpos('ldw', lower(substr(marks, place::integer, 1))) - 2)::smallint AS verdict,
          contributions[place]::double precision[] AS contributions,
          superseded_in,
          stretch.played_at AS first_played_at,
          stretch.sequence AS first_sequence
        FROM superseded_stretch AS stretch
        CROSS JOIN LATERAL unnest(played_ats, sequences) WITH ORDINALITY AS line (played_at, sequence, place);

      CREATE FUNCTION refuse_single_lines() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'superseded lines are kept in superseded_stretch' USING ERRCODE = 'lock_not_available';
      END $$;
      CREATE TRIGGER superseded_change_refuses INSTEAD OF INSERT OR UPDATE OR DELETE ON superseded_change
        FOR EACH ROW EXECUTE FUNCTION refuse_single_lines();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE superseded_line (
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
        contributions double precision[],
        superseded_in integer NOT NULL
      );
      ALTER TABLE superseded_line ALTER COLUMN league_id SET STATISTICS 0;
      INSERT INTO superseded_line SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation,
        after_value, after_deviation, score, is_provisional, verdict, contributions, superseded_in FROM superseded_change;
      DROP VIEW superseded_change;
      DROP FUNCTION refuse_single_lines();
      DROP TABLE superseded_stretch;
      ALTER TABLE superseded_line RENAME TO superseded_change;
      ALTER TABLE superseded_change
        ADD CONSTRAINT superseded_change_pkey PRIMARY KEY (league_id, player_id, played_at, sequence, revision);
      ALTER TABLE league DROP packed_generation;

      UPDATE league SET journal_bytes = journal_bytes + ${LINE - SUPERSEDED_LINE} * old.lines
      FROM (SELECT league_id, sum(lines) AS lines FROM (
              SELECT league_id, count(*) AS lines FROM superseded_change GROUP BY league_id
              UNION ALL ${PAST_GENERATIONS}
            ) AS line GROUP BY league_id) AS old
      WHERE id = old.league_id;
    `);
  }
}
