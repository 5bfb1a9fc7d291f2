import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two indexes for pages. One holds void matches, which are few, so that they can be counted. The other holds a league's players by
 * the bytes of their handles: a prefix is a range only in byte order.
 */
export class AdditiveReadsOfPages1766764800000 implements MigrationInterface {
  readonly name = 'AdditiveReadsOfPages1766764800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX match_void ON match (league_id, played_at, sequence) WHERE status = 'VOID';
      CREATE INDEX membership_prefix ON membership (league_id, handle_key COLLATE "C");
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX membership_prefix; DROP INDEX match_void');
  }
}
