import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players whose personal data was erased. Versions before this one would name them again. */
export class ErasedPlayers1767974400000 implements MigrationInterface {
  readonly name = 'ErasedPlayers1767974400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE player ADD erased_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE player DROP erased_at');
  }
}
