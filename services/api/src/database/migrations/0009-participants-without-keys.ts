import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ParticipantsWithoutKeys1764345600000 implements MigrationInterface {
  readonly name = 'ParticipantsWithoutKeys1764345600000';

  async up(runner: QueryRunner): Promise<void> {
    // A fifth of what a match costs the database went into checking what the statement that writes it has just made sure of.
    await runner.query(`
      ALTER TABLE participant
        DROP CONSTRAINT participant_match_fkey,
        DROP CONSTRAINT participant_player_id_fkey;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE participant
        ADD CONSTRAINT participant_match_fkey FOREIGN KEY (league_id, sequence) REFERENCES match (league_id, sequence),
        ADD CONSTRAINT participant_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id);
    `);
  }
}
