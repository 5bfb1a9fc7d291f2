import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When tokens were last used, in a table of its own: it changes with the requests, and where leagues are spread over several servers, a
 * change of `token` needs all of them.
 */
export class AdditiveTokenUses1770048000000 implements MigrationInterface {
  readonly name = 'AdditiveTokenUses1770048000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE token_use (
        token_id integer NOT NULL,
        last_used_at timestamp with time zone NOT NULL,
        CONSTRAINT token_use_pkey PRIMARY KEY (token_id)
      );
      INSERT INTO token_use (token_id, last_used_at) SELECT id, last_used_at FROM token WHERE last_used_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token_use');
  }
}
