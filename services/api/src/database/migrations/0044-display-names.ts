import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players can have a display name, which is known to the leagues that knew them when it was given. */
export class AdditiveDisplayNames1767456000000 implements MigrationInterface {
  readonly name = 'AdditiveDisplayNames1767456000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE player ADD COLUMN display_name text, ADD COLUMN named_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE player DROP COLUMN display_name, DROP COLUMN named_at');
  }
}
