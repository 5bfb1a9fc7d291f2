import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes by which pages read: void matches, of which there are few, to count the others; and a league's players by how their
 * handles begin, byte by byte, because by other collations a prefix is no range.
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
