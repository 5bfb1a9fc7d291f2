import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leads to the corrections in an audit log, which may have an entry for each match of an import that was withdrawn. */
export class AdditiveCorrections1772064000000 implements MigrationInterface {
  readonly name = 'AdditiveCorrections1772064000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX audit_entry_correction ON audit_entry (league_id, id)
       WHERE action IN ('amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches', 'mergePlayers', 'unmergePlayers',
           'configureRatingSystem', 'recomputeLeague')
         AND (action NOT IN ('voidMatches', 'restoreMatches') OR subject LIKE 'League:%')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_entry_correction');
  }
}
