import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A token gets a new secret, and its old one works on for a while: secrets that were replaced, and when they end. */
export class AdditiveFormerSecrets1767283200000 implements MigrationInterface {
  readonly name = 'AdditiveFormerSecrets1767283200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE former_secret (
        secret_hash bytea NOT NULL,
        token_id integer NOT NULL,
        ends_at timestamptz NOT NULL,
        CONSTRAINT former_secret_pkey PRIMARY KEY (secret_hash),
        CONSTRAINT former_secret_token_id_fkey FOREIGN KEY (token_id) REFERENCES token (id)
      );
      CREATE INDEX former_secret_token ON former_secret (token_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE former_secret');
  }
}
