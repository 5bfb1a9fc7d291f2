import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MatchmakingQueue1764172800000 implements MigrationInterface {
  readonly name = 'MatchmakingQueue1764172800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league
        ADD COLUMN queue_band double precision NOT NULL DEFAULT 0.35,
        ADD COLUMN queue_wait integer NOT NULL DEFAULT 300,
        ADD CONSTRAINT league_queue_band_check CHECK (queue_band > 0 AND queue_band <= 0.5),
        ADD CONSTRAINT league_queue_wait_check CHECK (queue_wait BETWEEN 1 AND 86400);

      CREATE TABLE log_wait (
        league_id integer NOT NULL,
        sequence integer NOT NULL,
        player_id integer NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT log_wait_pkey PRIMARY KEY (league_id, sequence),
        CONSTRAINT log_wait_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT log_wait_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id)
      );
      CREATE UNIQUE INDEX log_wait_total_order ON log_wait (league_id, at, sequence);
      CREATE INDEX log_wait_player ON log_wait (league_id, player_id, at, sequence);
      ALTER TABLE log_wait ALTER COLUMN league_id SET STATISTICS 0;

      CREATE TABLE queue_ticket (
        league_id integer NOT NULL,
        id integer GENERATED ALWAYS AS IDENTITY,
        player_id integer NOT NULL,
        status text NOT NULL DEFAULT 'WAITING',
        joined_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        resolved_at timestamptz,
        opponent_ticket_id integer,
        win_probability double precision,
        wait_sequence integer,
        CONSTRAINT queue_ticket_pkey PRIMARY KEY (league_id, id),
        CONSTRAINT queue_ticket_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id),
        CONSTRAINT queue_ticket_player_id_fkey FOREIGN KEY (player_id) REFERENCES player (id),
        CONSTRAINT queue_ticket_opponent_fkey
          FOREIGN KEY (league_id, opponent_ticket_id) REFERENCES queue_ticket (league_id, id),
        CONSTRAINT queue_ticket_wait_fkey
          FOREIGN KEY (league_id, wait_sequence) REFERENCES log_wait (league_id, sequence),
        CONSTRAINT queue_ticket_status_check CHECK (status IN ('WAITING', 'MATCHED', 'EXPIRED', 'LEFT')),
        CONSTRAINT queue_ticket_end_check CHECK (
          (status = 'WAITING') = (resolved_at IS NULL)
          AND (status = 'MATCHED') = (opponent_ticket_id IS NOT NULL)
          AND (status = 'MATCHED') = (win_probability IS NOT NULL)
          AND (status = 'EXPIRED') = (wait_sequence IS NOT NULL)
        )
      );
      CREATE UNIQUE INDEX queue_ticket_waiting ON queue_ticket (league_id, player_id) WHERE status = 'WAITING';
      CREATE INDEX queue_ticket_expiry ON queue_ticket (expires_at) WHERE status = 'WAITING';
      CREATE INDEX queue_ticket_pairing ON queue_ticket (league_id, player_id, resolved_at) WHERE status = 'MATCHED';
      ALTER TABLE queue_ticket ALTER COLUMN league_id SET STATISTICS 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE queue_ticket, log_wait');
    await runner.query('ALTER TABLE league DROP COLUMN queue_band, DROP COLUMN queue_wait');
  }
}
