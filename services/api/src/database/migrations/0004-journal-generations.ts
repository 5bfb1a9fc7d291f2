import type { MigrationInterface, QueryRunner } from 'typeorm';

export class JournalGenerations1763913600000 implements MigrationInterface {
  readonly name = 'JournalGenerations1763913600000';

  async up(runner: QueryRunner): Promise<void> {
    // Lines are derived from the log: `openladder verify` proves that they are of its matches and players.
    await runner.query(`
      ALTER TABLE league ADD COLUMN generation integer NOT NULL DEFAULT 1;
      ALTER TABLE league_revision ADD COLUMN generation integer NOT NULL DEFAULT 1;
      ALTER TABLE league_revision ALTER COLUMN generation DROP DEFAULT;

      ALTER TABLE rating_change
        DROP CONSTRAINT rating_change_match_fkey,
        DROP CONSTRAINT rating_change_player_id_fkey,
        DROP CONSTRAINT rating_change_pkey,
        ADD COLUMN generation integer NOT NULL DEFAULT 1;
      ALTER TABLE rating_change ALTER COLUMN generation DROP DEFAULT;
      ALTER TABLE rating_change
        ADD CONSTRAINT rating_change_pkey PRIMARY KEY (league_id, generation, player_id, played_at, sequence);
      ALTER TABLE rating_change ALTER COLUMN generation SET STATISTICS 0;

      ALTER TABLE superseded_change
        DROP CONSTRAINT superseded_change_match_fkey,
        DROP CONSTRAINT superseded_change_player_id_fkey;

      -- One for all leagues: a number that was drawn for a recompute that died is never drawn again.
      CREATE SEQUENCE journal_generation AS integer START 2;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP SEQUENCE journal_generation;
      DELETE FROM rating_change USING league
        WHERE league.id = rating_change.league_id AND league.generation <> rating_change.generation;
      ALTER TABLE rating_change DROP CONSTRAINT rating_change_pkey, DROP COLUMN generation;
      ALTER TABLE rating_change
        ADD CONSTRAINT rating_change_pkey PRIMARY KEY (league_id, player_id, played_at, sequence),
        ADD CONSTRAINT rating_change_match_fkey FOREIGN KEY (league_id, sequence) REFERENCES match (league_id, sequence),
        ADD CONSTRAINT rating_change_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id);
      ALTER TABLE superseded_change
        ADD CONSTRAINT superseded_change_match_fkey FOREIGN KEY (league_id, sequence) REFERENCES match (league_id, sequence),
        ADD CONSTRAINT superseded_change_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id);
      ALTER TABLE league_revision DROP COLUMN generation;
      ALTER TABLE league DROP COLUMN generation;
    `);
  }
}
