import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The result of mutations that were sent with an Idempotency-Key. */
export class IdempotencyKeys1765123200000 implements MigrationInterface {
  readonly name = 'IdempotencyKeys1765123200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_key (
        token_id integer NOT NULL,
        key text NOT NULL,
        mutation text NOT NULL,
        input_hash bytea NOT NULL,
        outcome jsonb,
        created_at timestamptz NOT NULL,
        CONSTRAINT idempotency_key_pkey PRIMARY KEY (token_id, key)
      );
      CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
  }
}
