import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change of what a match shows, which no rating follows, is an event too. Earlier versions would tell followers of a board of it. */
export class EventsOfShownMatches1768320000000 implements MigrationInterface {
  readonly name = 'EventsOfShownMatches1768320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league_event DROP CONSTRAINT league_event_kind_check;
      ALTER TABLE league_event ADD CONSTRAINT league_event_kind_check
        CHECK (kind IN ('MATCHES_RATED', 'RECOMPUTED', 'BOARD_REFRESHED', 'MATCH_SHOWN'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM league_event WHERE kind = 'MATCH_SHOWN';
      ALTER TABLE league_event DROP CONSTRAINT league_event_kind_check;
      ALTER TABLE league_event ADD CONSTRAINT league_event_kind_check
        CHECK (kind IN ('MATCHES_RATED', 'RECOMPUTED', 'BOARD_REFRESHED'));
    `);
  }
}
