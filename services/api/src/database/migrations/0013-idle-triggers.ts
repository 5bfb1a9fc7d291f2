import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in migration 0012. */
const GROUP = 255;

/**
 * Triggers of `rating` look whether they have something to do: a statement mostly moves players who are on record, in a
 * league that has no buckets, and writing nothing takes PostgreSQL longer than to look.
 */
export class IdleTriggers1764777600000 implements MigrationInterface {
  readonly name = 'IdleTriggers1764777600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
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

      CREATE OR REPLACE FUNCTION move_in_rank_buckets() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'DELETE' THEN
            INSERT INTO rank_bucket AS kept (league_id, span, bucket, players)
              SELECT league_id, span, score_bucket(score, buckets_per_point) | span, -count(*)
              FROM before JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (${GROUP})) AS spans (span)
              WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3
              ON CONFLICT (league_id, span, bucket) DO UPDATE SET players = kept.players + excluded.players;
          ELSIF NOT EXISTS (SELECT FROM rank_scale JOIN after USING (league_id)) THEN
            NULL;
          ELSIF TG_OP = 'INSERT' THEN
            INSERT INTO rank_bucket AS kept (league_id, span, bucket, players)
              SELECT league_id, span, score_bucket(score, buckets_per_point) | span, count(*)
              FROM after JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (${GROUP})) AS spans (span)
              WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3
              ON CONFLICT (league_id, span, bucket) DO UPDATE SET players = kept.players + excluded.players;
          ELSE
            INSERT INTO rank_bucket AS kept (league_id, span, bucket, players)
              SELECT league_id, span, score_bucket(score, buckets_per_point) | span, sum(change)
              FROM (SELECT league_id, score, matches_played, is_provisional, 1 AS change FROM after
                    UNION ALL SELECT league_id, score, matches_played, is_provisional, -1 FROM before) AS moves
              JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (${GROUP})) AS spans (span)
              WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3 HAVING sum(change) <> 0
              ON CONFLICT (league_id, span, bucket) DO UPDATE SET players = kept.players + excluded.players;
          END IF;
          RETURN NULL;
        END
      $$;
    `);
  }

  /** Restores the previous triggers, which do the same. */
  async down(): Promise<void> {}
}
