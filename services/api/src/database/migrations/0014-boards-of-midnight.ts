import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first moment of the day of a time; see dayStart in kit/sql/midnight.ts. */
function startOfDay(at: string): string {
  const midnight = `date_trunc('day', ${at}, time_zone)`;
  const ahead = `(${midnight} - interval '1 second') AT TIME ZONE time_zone + interval '1 second'`;
  return `(${midnight} - greatest(interval '0', ${ahead} - ${midnight} AT TIME ZONE time_zone))`;
}

/**
 * A board is as of a midnight from the league's first match on, and the next run is due at the midnight after that one.
 * Where no run has come yet, nobody's rating has grown: those boards are as of a midnight before all that was played. So
 * their runs are due, and the next start makes up for them.
 */
export class BoardsOfMidnight1764864000000 implements MigrationInterface {
  readonly name = 'BoardsOfMidnight1764864000000';

  async up(runner: QueryRunner): Promise<void> {
    const firstPlayed = '(SELECT min(last_played_at) FROM rating WHERE league_id = league.id)';
    await runner.query(`
      UPDATE league SET refreshed_through = ${startOfDay(`least(created_at, ${firstPlayed})`)}
        WHERE refreshed_through IS NULL;
      UPDATE league SET refresh_due_at =
        ${startOfDay(`date_trunc('day', refreshed_through, time_zone) + interval '36 hours'`)};
      ALTER TABLE league ALTER COLUMN refreshed_through SET NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE league ALTER COLUMN refreshed_through DROP NOT NULL');
  }
}
