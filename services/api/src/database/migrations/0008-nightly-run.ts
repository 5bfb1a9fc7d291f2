import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NightlyRun1764259200000 implements MigrationInterface {
  readonly name = 'NightlyRun1764259200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league
        ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
        ADD COLUMN refreshed_through timestamptz,
        ADD COLUMN refresh_due_at timestamptz;
      UPDATE league SET refresh_due_at = date_trunc('day', now(), 'UTC');
      ALTER TABLE league ALTER COLUMN refresh_due_at SET NOT NULL;
      CREATE INDEX league_refresh ON league (refresh_due_at);

      CREATE TABLE standings_snapshot (
        league_id integer NOT NULL,
        day date NOT NULL,
        midnight timestamptz NOT NULL,
        recorded_at timestamptz NOT NULL,
        revision integer NOT NULL,
        players integer[],
        scores double precision[],
        CONSTRAINT standings_snapshot_pkey PRIMARY KEY (league_id, day),
        CONSTRAINT standings_snapshot_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE standings_snapshot;
      ALTER TABLE league DROP COLUMN refresh_due_at, DROP COLUMN refreshed_through, DROP COLUMN time_zone;
    `);
  }
}
