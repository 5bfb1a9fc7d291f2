import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In a league of fewer players to count them is faster than to keep their number. */
const MANY_PLAYERS = 20_000;
/** A standard deviation of scores has so many buckets: of a million players 1,600 are in the fullest. */
const BUCKETS_PER_DEVIATION = 250;

export class RankBuckets1764000000000 implements MigrationInterface {
  readonly name = 'RankBuckets1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rank_scale (
        league_id integer NOT NULL,
        buckets_per_point double precision NOT NULL,
        CONSTRAINT rank_scale_pkey PRIMARY KEY (league_id)
      );
      -- Room for new versions of a row beside the old one, which then need no entry in the index.
      CREATE TABLE rank_bucket (
        league_id integer NOT NULL,
        bucket integer NOT NULL,
        players integer NOT NULL,
        CONSTRAINT rank_bucket_pkey PRIMARY KEY (league_id, bucket)
      ) WITH (fillfactor = 50);
      ALTER TABLE rank_scale ALTER COLUMN league_id SET STATISTICS 0;
      ALTER TABLE rank_bucket ALTER COLUMN league_id SET STATISTICS 0;

      CREATE FUNCTION score_bucket(score double precision, buckets_per_point double precision) RETURNS integer
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        AS $$ SELECT floor(least(greatest(score * buckets_per_point, -1e9), 1e9))::integer $$;

      CREATE FUNCTION build_rank_buckets(league integer) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
          per_point double precision;
        BEGIN
          SELECT coalesce(${BUCKETS_PER_DEVIATION} / nullif(stddev_pop(score), 0), 1) INTO per_point FROM rating
            WHERE league_id = league AND matches_played > 0 AND NOT is_provisional AND score > '-Infinity';
          DELETE FROM rank_bucket WHERE league_id = league;
          DELETE FROM rank_scale WHERE league_id = league;
          INSERT INTO rank_scale (league_id, buckets_per_point) VALUES (league, per_point);
          INSERT INTO rank_bucket (league_id, bucket, players)
            SELECT league, score_bucket(score, per_point), count(*) FROM rating
            WHERE league_id = league AND matches_played > 0 AND NOT is_provisional GROUP BY 2;
        END
      $$;

      -- At the end of a transaction, when all its ratings are there.
      CREATE FUNCTION open_rank_buckets() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM build_rank_buckets(NEW.id);
          RETURN NULL;
        END
      $$;
      CREATE CONSTRAINT TRIGGER league_rank_buckets AFTER UPDATE OF player_count, rater, settings ON league
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        WHEN (NEW.player_count > ${MANY_PLAYERS} AND (OLD.player_count <= ${MANY_PLAYERS}
          OR NEW.rater <> OLD.rater OR NEW.settings <> OLD.settings))
        EXECUTE FUNCTION open_rank_buckets();

      CREATE FUNCTION move_in_rank_buckets() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO rank_bucket AS kept (league_id, bucket, players)
              SELECT league_id, score_bucket(score, buckets_per_point), count(*) FROM after JOIN rank_scale USING (league_id)
              WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2
              ON CONFLICT (league_id, bucket) DO UPDATE SET players = kept.players + excluded.players;
          ELSIF TG_OP = 'DELETE' THEN
            INSERT INTO rank_bucket AS kept (league_id, bucket, players)
              SELECT league_id, score_bucket(score, buckets_per_point), -count(*) FROM before JOIN rank_scale USING (league_id)
              WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2
              ON CONFLICT (league_id, bucket) DO UPDATE SET players = kept.players + excluded.players;
          ELSE
            INSERT INTO rank_bucket AS kept (league_id, bucket, players)
              SELECT league_id, score_bucket(score, buckets_per_point), sum(change)
              FROM (SELECT league_id, score, matches_played, is_provisional, 1 AS change FROM after
                    UNION ALL SELECT league_id, score, matches_played, is_provisional, -1 FROM before) AS moves
              JOIN rank_scale USING (league_id)
              WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2 HAVING sum(change) <> 0
              ON CONFLICT (league_id, bucket) DO UPDATE SET players = kept.players + excluded.players;
          END IF;
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER rating_enters_ranks AFTER INSERT ON rating REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION move_in_rank_buckets();
      CREATE TRIGGER rating_moves_in_ranks AFTER UPDATE ON rating REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION move_in_rank_buckets();
      CREATE TRIGGER rating_leaves_ranks AFTER DELETE ON rating REFERENCING OLD TABLE AS before
        FOR EACH STATEMENT EXECUTE FUNCTION move_in_rank_buckets();

      SELECT build_rank_buckets(id) FROM league WHERE player_count > ${MANY_PLAYERS};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER rating_leaves_ranks ON rating;
      DROP TRIGGER rating_moves_in_ranks ON rating;
      DROP TRIGGER rating_enters_ranks ON rating;
      DROP FUNCTION move_in_rank_buckets();
      DROP TRIGGER league_rank_buckets ON league;
      DROP FUNCTION open_rank_buckets();
      DROP FUNCTION build_rank_buckets(integer);
      DROP FUNCTION score_bucket(double precision, double precision);
      DROP TABLE rank_bucket;
      DROP TABLE rank_scale;
    `);
  }
}
