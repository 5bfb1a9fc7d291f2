import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators sign in to the console with a browser: their sessions, and codes that open one. */
export class AdditiveSessions1768406400000 implements MigrationInterface {
  readonly name = 'AdditiveSessions1768406400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE session (
        id_hash bytea NOT NULL,
        is_code boolean NOT NULL,
        token_id integer NOT NULL,
        secret_hash bytea NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT session_pkey PRIMARY KEY (id_hash),
        CONSTRAINT session_token_id_fkey FOREIGN KEY (token_id) REFERENCES token (id),
        CONSTRAINT session_id_hash_check CHECK (length(id_hash) = 32)
      );
      CREATE INDEX session_token ON session (token_id);
      CREATE INDEX session_expires_at ON session (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE session');
  }
}
