import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each write to a league gives it a random mark, by which a process knows whether what it remembers of the league still holds. */
export class AdditiveLeagueMarks1768579200000 implements MigrationInterface {
  readonly name = 'AdditiveLeagueMarks1768579200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league ADD mark bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league DROP mark');
  }
}
