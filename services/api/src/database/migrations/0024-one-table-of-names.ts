import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Handles and former handles under one unique key, so that a name never leads to two players. Where two players hold a
 * name already, it leads to the one whose handle it is; the claim of the other waits in `contested_name` to be mended.
 */
export class OneTableOfNames1765728000000 implements MigrationInterface {
  readonly name = 'OneTableOfNames1765728000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE player_name (
        handle_key text NOT NULL,
        handle text NOT NULL,
        player_id integer NOT NULL,
        given_up_at timestamptz,
        CONSTRAINT player_name_pkey PRIMARY KEY (handle_key),
        CONSTRAINT player_name_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      CREATE TABLE contested_name (
        handle_key text NOT NULL,
        handle text NOT NULL,
        player_id integer NOT NULL,
        given_up_at timestamptz NOT NULL,
        CONSTRAINT contested_name_pkey PRIMARY KEY (handle_key),
        CONSTRAINT contested_name_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      INSERT INTO player_name (handle_key, handle, player_id) SELECT handle_key, handle, id FROM player;
      INSERT INTO contested_name (handle_key, handle, player_id, given_up_at)
        SELECT handle_key, alias.handle, player_id, alias.created_at
        FROM player_alias AS alias JOIN player USING (handle_key) WHERE player.id <> player_id;
      INSERT INTO player_name (handle_key, handle, player_id, given_up_at)
        SELECT handle_key, handle, player_id, created_at FROM player_alias
        ON CONFLICT (handle_key) DO NOTHING;
      CREATE UNIQUE INDEX player_name_current ON player_name (player_id) WHERE given_up_at IS NULL;
      CREATE INDEX player_name_former ON player_name (player_id, given_up_at) WHERE given_up_at IS NOT NULL;
      DROP TABLE player_alias;

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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER player_has_name ON player;
      DROP FUNCTION name_players();
      CREATE TABLE player_alias (
        handle_key text NOT NULL,
        handle text NOT NULL,
        player_id integer NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT player_alias_pkey PRIMARY KEY (handle_key),
        CONSTRAINT player_alias_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      CREATE INDEX player_alias_player ON player_alias (player_id);
      INSERT INTO player_alias (handle_key, handle, player_id, created_at)
        SELECT handle_key, handle, player_id, given_up_at FROM player_name WHERE given_up_at IS NOT NULL
        UNION ALL SELECT handle_key, handle, player_id, given_up_at FROM contested_name;
      DROP TABLE contested_name, player_name;
    `);
  }
}
