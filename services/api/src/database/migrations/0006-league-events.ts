import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LeagueEvents1764086400000 implements MigrationInterface {
  readonly name = 'LeagueEvents1764086400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE league_event (
        league_id integer NOT NULL,
        number bigint NOT NULL,
        kind text NOT NULL,
        sequences integer[],
        revision integer NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT league_event_pkey PRIMARY KEY (league_id, number),
        CONSTRAINT league_event_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT league_event_kind_check CHECK (kind IN ('MATCHES_RATED', 'RECOMPUTED', 'BOARD_REFRESHED')),
        CONSTRAINT league_event_sequences_check CHECK (kind <> 'MATCHES_RATED' OR cardinality(sequences) > 0)
      );
      ALTER TABLE league_event ALTER COLUMN league_id SET STATISTICS 0;
    `);
    // Matches that are there already are told of as if they had come in full submissions: every match is in an event.
    // No write had more than a thousand matches, so the numbers stay below those that the leagues' versions will give.
    await runner.query(`
      INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
      SELECT league_id, (sequence - 1) / 1000 + 1, 'MATCHES_RATED', array_agg(sequence ORDER BY sequence),
             league.revision, max(submitted_at)
      FROM match JOIN league ON league.id = league_id GROUP BY 1, 2, league.revision;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE league_event');
  }
}
