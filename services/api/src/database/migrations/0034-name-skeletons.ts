import type { MigrationInterface, QueryRunner } from 'typeorm';
import { skeletonsOf } from '../../kit/skeleton.js';

/** How many names go to the database at once. */
const BATCH = 10_000;

/**
 * Skeletons of names (UTS 39), by which look-alikes are found. Existing look-alikes stay, numbered one after the other. Versions before
 * this one would store names without skeletons, so they must not go on, and the trigger that named their players goes; until they
 * notice, their statements fail as if a lock were not available, which callers are told to try again after.
 */
export class NameSkeletons1766592000000 implements MigrationInterface {
  readonly name = 'NameSkeletons1766592000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER player_has_name ON player;
      DROP FUNCTION name_players();
      ALTER TABLE player_name ADD small_skeleton text, ADD capital_skeleton text, ADD look_alike integer NOT NULL DEFAULT 0;
      UPDATE player_name SET small_skeleton = handle_key, capital_skeleton = handle_key WHERE handle_key !~ '[^[:ascii:]]';
    `);
    await storeSkeletons(runner);
    await runner.query(`
      UPDATE player_name SET look_alike = number FROM (
        SELECT handle_key AS key, row_number() OVER (ORDER BY player_id, handle_key) AS number FROM (
          SELECT handle_key, player_id,
                 row_number() OVER (PARTITION BY small_skeleton ORDER BY player_id, handle_key) AS small,
                 row_number() OVER (PARTITION BY capital_skeleton ORDER BY player_id, handle_key) AS capital
          FROM player_name
        ) AS placed WHERE small > 1 OR capital > 1
      ) AS numbered WHERE handle_key = key;
      ALTER TABLE player_name ALTER small_skeleton SET NOT NULL, ALTER capital_skeleton SET NOT NULL,
        ALTER look_alike DROP DEFAULT,
        ADD CONSTRAINT player_name_small_skeleton UNIQUE (small_skeleton, look_alike),
        ADD CONSTRAINT player_name_capital_skeleton UNIQUE (capital_skeleton, look_alike);
      CREATE FUNCTION refuse_names_without_skeletons() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'names are kept with their skeletons' USING ERRCODE = 'lock_not_available';
      END $$;
      CREATE TRIGGER player_name_has_skeletons BEFORE INSERT ON player_name
        FOR EACH ROW WHEN (NEW.small_skeleton IS NULL) EXECUTE FUNCTION refuse_names_without_skeletons();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER IF EXISTS player_name_has_skeletons ON player_name;
      DROP FUNCTION IF EXISTS refuse_names_without_skeletons();
      ALTER TABLE player_name DROP small_skeleton, DROP capital_skeleton, DROP look_alike;
      CREATE FUNCTION name_players() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO player_name (handle_key, handle, player_id)
            SELECT handle_key, handle, id FROM after
            WHERE NOT EXISTS (SELECT FROM player_name
                              WHERE player_name.handle_key = after.handle_key AND player_id = after.id);
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER player_has_name AFTER INSERT ON player REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION name_players();
    `);
  }
}

/** Stores the skeletons of names that are not in ASCII: PostgreSQL can't tell them. */
async function storeSkeletons(runner: QueryRunner): Promise<void> {
  for (;;) {
    const rows: { key: string }[] = await runner.query(
      `SELECT handle_key AS key FROM player_name WHERE small_skeleton IS NULL LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return;
    const keys = rows.map(({ key }) => key);
    const skeletons = keys.map(skeletonsOf);
    await runner.query(
      `UPDATE player_name SET small_skeleton = small, capital_skeleton = capital
       FROM unnest($1::text[], $2::text[], $3::text[]) AS new (key, small, capital) WHERE handle_key = key`,
      [keys, skeletons.map(({ small }) => small), skeletons.map(({ capital }) => capital)],
    );
  }
}
