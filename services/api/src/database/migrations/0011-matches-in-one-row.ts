import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A match and its participants in one row: a row and two index entries for each participant were a fifth of what a duel
 * costs the database. The matches of a player are found by the journal, and those that it has no line of by a small table.
 */
export class MatchesInOneRow1764518400000 implements MigrationInterface {
  readonly name = 'MatchesInOneRow1764518400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE match
        ADD COLUMN player_ids integer[],
        ADD COLUMN sides smallint[],
        ADD COLUMN guests boolean[],
        ADD COLUMN scores double precision[],
        ADD COLUMN minutes_played double precision[],
        ADD COLUMN scores_against double precision[];

      UPDATE match SET
        player_ids = own.player_ids, sides = own.sides, guests = own.guests, scores = own.scores,
        minutes_played = own.minutes_played, scores_against = own.scores_against
      FROM (
        SELECT league_id, sequence, array_agg(player_id ORDER BY position) AS player_ids,
          CASE WHEN bool_or(side <> position) THEN array_agg(side ORDER BY position) END AS sides,
          CASE WHEN bool_or(is_guest) THEN array_agg(is_guest ORDER BY position) END AS guests,
          CASE WHEN count(score) > 0 THEN array_agg(score ORDER BY position) END AS scores,
          CASE WHEN count(minutes_played) > 0 THEN array_agg(minutes_played ORDER BY position) END AS minutes_played,
          CASE WHEN count(scores_against) > 0 THEN (
            SELECT array_agg(COALESCE(
              own.scores_against, array_fill(NULL::double precision, ARRAY[count(participant.position)::integer])
            ) ORDER BY own.position)
            FROM participant AS own
            WHERE own.league_id = participant.league_id AND own.sequence = participant.sequence
          ) END AS scores_against
        FROM participant GROUP BY league_id, sequence
      ) AS own
      WHERE match.league_id = own.league_id AND match.sequence = own.sequence;

      ALTER TABLE match ALTER COLUMN player_ids SET NOT NULL;
      DROP TABLE participant;

      CREATE TABLE unrated_appearance (
        league_id integer NOT NULL,
        player_id integer NOT NULL,
        sequence integer NOT NULL,
        CONSTRAINT unrated_appearance_pkey PRIMARY KEY (league_id, player_id, sequence)
      );
      ALTER TABLE unrated_appearance ALTER COLUMN league_id SET STATISTICS 0;
      INSERT INTO unrated_appearance (league_id, player_id, sequence)
      SELECT league_id, player_ids[number], sequence
      FROM match CROSS JOIN LATERAL generate_subscripts(player_ids, 1) AS number
      WHERE (guests IS NOT NULL OR status = 'VOID') AND (status = 'VOID' OR guests[number] OR 2 > (
        SELECT count(DISTINCT COALESCE(sides[rated], rated)) FROM generate_subscripts(player_ids, 1) AS rated
        WHERE NOT guests[rated]));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE participant (
        league_id integer NOT NULL,
        sequence integer NOT NULL,
        position smallint NOT NULL,
        side smallint NOT NULL,
        player_id integer NOT NULL,
        is_guest boolean NOT NULL,
        score double precision,
        minutes_played double precision,
        scores_against double precision[]
      );
      INSERT INTO participant
      SELECT league_id, sequence, number - 1, COALESCE(sides[number], number - 1), player_ids[number],
        COALESCE(guests[number], false), scores[number], match.minutes_played[number],
        CASE WHEN EXISTS (SELECT FROM unnest(match.scores_against[number:number]) AS score WHERE score IS NOT NULL)
          THEN ARRAY(SELECT unnest(match.scores_against[number:number])) END
      FROM match CROSS JOIN LATERAL generate_subscripts(player_ids, 1) AS number;
      ALTER TABLE participant
        ADD CONSTRAINT participant_pkey PRIMARY KEY (league_id, sequence, position),
        ALTER COLUMN league_id SET STATISTICS 0;
      CREATE UNIQUE INDEX participant_player ON participant (league_id, player_id, sequence);
      DROP TABLE unrated_appearance;
      ALTER TABLE match
        DROP COLUMN player_ids,
        DROP COLUMN sides,
        DROP COLUMN guests,
        DROP COLUMN scores,
        DROP COLUMN minutes_played,
        DROP COLUMN scores_against;
    `);
  }
}
