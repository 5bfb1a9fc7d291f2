import type { MigrationInterface } from 'typeorm';

/**
 * Ends what this version does for the sake of the one before, which locks a league by an advisory lock only: from now on, the statement
 * that appends matches locks nothing but the league's row.
 */
export class LeagueRowLocks1769875200000 implements MigrationInterface {
  readonly name = 'LeagueRowLocks1769875200000';

  async up(): Promise<void> {}

  async down(): Promise<void> {}
}
