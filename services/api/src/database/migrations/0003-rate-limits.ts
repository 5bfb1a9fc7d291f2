import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RateLimits1763827200000 implements MigrationInterface {
  readonly name = 'RateLimits1763827200000';

  async up(runner: QueryRunner): Promise<void> {
    // The form that rate-limiter-flexible expects. Unlogged: a crash forgives everybody.
    await runner.query(`
      CREATE UNLOGGED TABLE rate_limit (
        key text NOT NULL,
        points integer NOT NULL,
        expire bigint,
        CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_limit');
  }
}
