import type { MigrationInterface, QueryRunner } from 'typeorm';
import { foldedName } from '../../kit/fold.js';

/** How many names go to the database at once. */
const BATCH = 10_000;

/**
 * Display names, folded, by which players are found: with the player, and with each league that may show the name. Versions before this
 * one would give names that nobody finds, so they must not go on.
 */
export class SearchedNames1769011200000 implements MigrationInterface {
  readonly name = 'SearchedNames1769011200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE player ADD COLUMN name_key text;
      ALTER TABLE membership ADD COLUMN name_key text;
    `);
    await storeKeys(runner);
    await runner.query(`
      UPDATE membership SET name_key = player.name_key FROM player
        WHERE player.id = player_id AND player.name_key IS NOT NULL AND since <= named_at;
      CREATE INDEX membership_shown_name
        ON membership (league_id, name_key COLLATE "C", handle_key COLLATE "C", player_id) WHERE name_key IS NOT NULL;
      ${functions(', name_key', ', CASE WHEN now() <= named_at THEN name_key END', ', name_key = excluded.name_key')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${functions('', '', '')}
      ALTER TABLE membership DROP COLUMN name_key;
      ALTER TABLE player DROP COLUMN name_key;
    `);
  }
}

async function storeKeys(runner: QueryRunner): Promise<void> {
  for (let last = 0; ; ) {
    const rows: { id: number; name: string }[] = await runner.query(
      `SELECT id, display_name AS name FROM player WHERE display_name IS NOT NULL AND id > $1 ORDER BY id LIMIT ${BATCH}`,
      [last],
    );
    await runner.query(
      `UPDATE player SET name_key = new.key FROM unnest($1::integer[], $2::text[]) AS new (id, key) WHERE player.id = new.id`,
      [rows.map(({ id }) => id), rows.map(({ name }) => foldedName(name))],
    );
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}

/** What keeps memberships, with or without the key of a name: its column, its value for a player, and how it follows another. */
const functions = (column: string, ofPlayer: string, follow: string) => `
  CREATE OR REPLACE FUNCTION begin_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM after) THEN
        INSERT INTO membership (player_id, league_id, since, handle, handle_key${column})
          SELECT player.id, league_id, now(), player.handle, player.handle_key${ofPlayer}
          FROM after JOIN player ON player.id = player_id ORDER BY player.id
          ON CONFLICT (player_id, league_id) DO NOTHING;
      END IF;
      RETURN NULL;
    END
  $$;
  CREATE OR REPLACE FUNCTION begin_membership() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO membership (player_id, league_id, since, handle, handle_key${column})
        SELECT id, NEW.league_id, now(), handle, handle_key${ofPlayer} FROM player WHERE id = NEW.player_id
        ON CONFLICT (player_id, league_id) DO NOTHING;
      RETURN NULL;
    END
  $$;
  CREATE OR REPLACE FUNCTION publish_players(players integer[]) RETURNS void LANGUAGE sql AS $$
    DELETE FROM membership
    WHERE league_id = 0 AND player_id = ANY(players) AND NOT EXISTS (
      SELECT FROM membership AS own JOIN league ON league.id = own.league_id
      WHERE own.player_id = membership.player_id AND visibility = 'PUBLIC');
    INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key${column})
      SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key${column}
      FROM membership JOIN league ON league.id = league_id AND visibility = 'PUBLIC'
      WHERE player_id = ANY(players) ORDER BY player_id, since, league_id
      ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since${follow} WHERE known.since <> excluded.since
  $$;
  CREATE OR REPLACE FUNCTION publish_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM after JOIN league ON league.id = league_id AND visibility = 'PUBLIC') THEN
        INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key${column})
          SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key${column}
          FROM after JOIN league ON league.id = league_id AND visibility = 'PUBLIC' ORDER BY player_id, since
          ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since${follow} WHERE known.since > excluded.since;
      END IF;
      RETURN NULL;
    END
  $$;
`;
