import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key by which ids and cursors are sealed, and up to where clients know ids from before. */
export class AdditiveIdSeal1766160000000 implements MigrationInterface {
  readonly name = 'AdditiveIdSeal1766160000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE id_seal (
        id smallint NOT NULL,
        key bytea NOT NULL,
        plain jsonb NOT NULL,
        CONSTRAINT id_seal_pkey PRIMARY KEY (id),
        CONSTRAINT id_seal_once CHECK (id = 1)
      )
    `);
    await runner.query(
      `INSERT INTO id_seal (id, key, plain) VALUES (1, $1, jsonb_build_object(
        'League', (SELECT coalesce(max(id), 0) FROM league),
        'Player', (SELECT coalesce(max(id), 0) FROM player),
        'Token', (SELECT coalesce(max(id), 0) FROM token),
        'Recompute', (SELECT coalesce(max(id), 0) FROM recompute),
        'QueueTicket', (SELECT coalesce(max(id), 0) FROM queue_ticket)))`,
      [randomBytes(32)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE id_seal');
  }
}
