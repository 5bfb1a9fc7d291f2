import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A league keeps the result of the last verification of its board. */
export class AdditiveLeagueVerifications1766937600000 implements MigrationInterface {
  readonly name = 'AdditiveLeagueVerifications1766937600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE league_verification (
        league_id integer NOT NULL,
        verified_at timestamptz NOT NULL,
        sequence integer NOT NULL,
        revision integer NOT NULL,
        problems integer NOT NULL,
        CONSTRAINT league_verification_pkey PRIMARY KEY (league_id),
        CONSTRAINT league_verification_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE league_verification');
  }
}
