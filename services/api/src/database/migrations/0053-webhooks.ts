import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks: each is a position among the events of a league and among the changes of its queue tickets. An event that made a
 * revision names what did, so that a webhook can tell a correction from a merge.
 */
export class AdditiveWebhooks1768233600000 implements MigrationInterface {
  readonly name = 'AdditiveWebhooks1768233600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE league_event ADD COLUMN action text, ADD COLUMN subject text;
      CREATE TABLE webhook (
        league_id integer NOT NULL,
        id integer GENERATED ALWAYS AS IDENTITY,
        url text NOT NULL,
        format text NOT NULL,
        events text[] NOT NULL,
        secret text NOT NULL,
        former_secret text,
        former_secret_ends_at timestamptz,
        token_id integer,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        position bigint NOT NULL,
        told integer DEFAULT 0 NOT NULL,
        ticket_position bigint NOT NULL,
        last_message integer DEFAULT 0 NOT NULL,
        failures integer DEFAULT 0 NOT NULL,
        failing_since timestamptz,
        next_attempt_at timestamptz,
        disabled_at timestamptz,
        disabled_reason text,
        CONSTRAINT webhook_pkey PRIMARY KEY (league_id, id),
        CONSTRAINT webhook_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id) ON DELETE CASCADE,
        CONSTRAINT webhook_token_id_fkey FOREIGN KEY (token_id) REFERENCES token (id),
        CONSTRAINT webhook_format_check CHECK (format IN ('JSON', 'DISCORD')),
        CONSTRAINT webhook_events_check CHECK (cardinality(events) > 0),
        CONSTRAINT webhook_disabled_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)
          AND (disabled_reason IS NULL OR disabled_reason IN ('FAILING', 'GONE', 'TOKEN_ENDED'))),
        CONSTRAINT webhook_failing_check CHECK ((failing_since IS NULL) = (failures = 0))
      );
      CREATE TABLE webhook_delivery (
        league_id integer NOT NULL,
        webhook_id integer NOT NULL,
        number integer NOT NULL,
        event text NOT NULL,
        status text NOT NULL,
        from_event bigint,
        from_item integer,
        to_event bigint,
        to_item integer,
        ticket_change bigint,
        created_at timestamptz NOT NULL,
        by_hand_at timestamptz,
        attempts integer DEFAULT 0 NOT NULL,
        attempted_at timestamptz,
        delivered_at timestamptz,
        response_status integer,
        error text,
        duration_ms integer,
        CONSTRAINT webhook_delivery_pkey PRIMARY KEY (league_id, webhook_id, number),
        CONSTRAINT webhook_delivery_webhook_fkey FOREIGN KEY (league_id, webhook_id)
          REFERENCES webhook (league_id, id) ON DELETE CASCADE,
        CONSTRAINT webhook_delivery_status_check CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')
          AND (status = 'DELIVERED') = (delivered_at IS NOT NULL) AND (status <> 'FAILED' OR event = 'webhook.test')),
        CONSTRAINT webhook_delivery_place_check CHECK (
          num_nonnulls(from_event, from_item, to_event, to_item) IN (0, 4)
          AND (event = 'webhook.test') = (from_event IS NULL AND ticket_change IS NULL)
          AND (event = 'ticket.matched') = (ticket_change IS NOT NULL)
          AND (ticket_change IS NULL OR from_event IS NULL)
          AND (from_event IS NULL OR (from_event, from_item) < (to_event, to_item)))
      );
      CREATE UNIQUE INDEX webhook_delivery_next ON webhook_delivery (league_id, webhook_id)
        WHERE status = 'PENDING' AND event <> 'webhook.test';
      CREATE INDEX webhook_delivery_by_hand ON webhook_delivery (league_id, webhook_id, number) WHERE by_hand_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE webhook_delivery;
      DROP TABLE webhook;
      ALTER TABLE league_event DROP COLUMN action, DROP COLUMN subject;
    `);
  }
}
