import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where players are from and where to find them, each with the time since when it counts, as for display names; and the colour of a league. */
export class AdditiveProfile1772150400000 implements MigrationInterface {
  readonly name = 'AdditiveProfile1772150400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE player ADD COLUMN country text, ADD COLUMN country_at timestamptz, ADD COLUMN links jsonb, ADD COLUMN links_at timestamptz',
    );
    await runner.query('ALTER TABLE league ADD COLUMN hue integer');
    await runner.query('ALTER TABLE league ADD CONSTRAINT league_hue_check CHECK (hue BETWEEN 0 AND 359)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league DROP COLUMN hue');
    await runner.query(
      'ALTER TABLE player DROP COLUMN country, DROP COLUMN country_at, DROP COLUMN links, DROP COLUMN links_at',
    );
  }
}
