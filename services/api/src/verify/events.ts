import { type LeagueRule, rulesOf } from './rules.js';

/** The events name every match once, in order of arrival, and every revision since the first event. */
export const EVENT_RULES: readonly LeagueRule[] = rulesOf('events', [
  {
    statement: `
      SELECT sequence, CASE WHEN match.sequence IS NULL THEN 0 ELSE 1 END AS expected, coalesce(times, 0)::integer AS times
      FROM (SELECT sequence FROM match WHERE league_id = $id) AS match
      FULL JOIN (SELECT sequence, count(*) AS times FROM league_event, unnest(sequences) AS sequence
                 WHERE league_id = $id GROUP BY sequence) AS told USING (sequence)
      WHERE match.sequence IS NULL OR times IS DISTINCT FROM 1 ORDER BY sequence`,
    says: ({ sequence, expected, times }) => [`match ${sequence}, times told`, expected, times],
  },
  {
    statement: `
      SELECT number, before, sequence
      FROM (SELECT number, place, sequence, lag(sequence, 1, 0) OVER (ORDER BY number, place) AS before
            FROM league_event, unnest(sequences) WITH ORDINALITY AS told (sequence, place) WHERE league_id = $id) AS step
      WHERE sequence < before ORDER BY number, place`,
    says: ({ number, before, sequence }) => [`event ${number}, order of arrival`, `matches after ${before}`, sequence],
  },
  {
    statement: `
      SELECT number, revision, expected
      FROM (SELECT number, revision,
                   lag(revision) OVER (ORDER BY number) + CASE kind WHEN 'RECOMPUTED' THEN 1 ELSE 0 END AS expected
            FROM league_event WHERE league_id = $id) AS step
      WHERE revision <> expected ORDER BY number`,
    says: ({ number, revision, expected }) => [`event ${number}, revision`, expected, revision],
  },
  {
    statement: `
      SELECT number, revision
      FROM (SELECT number, revision FROM league_event WHERE league_id = $id ORDER BY number DESC LIMIT 1) AS newest
      WHERE revision <> $revision`,
    says: ({ number, revision }, league) => [`event ${number}, revision of the league`, league.revision, revision],
  },
  {
    statement:
      'SELECT number FROM league_event WHERE league_id = $id AND number NOT BETWEEN 1 AND $version ORDER BY number',
    says: ({ number }, { version }) => [`event ${number}`, `a number from 1 to ${version}`, number],
  },
  {
    // Events of earlier versions name no cause.
    statement: `
      SELECT number, action, subject FROM league_event AS event
      WHERE league_id = $id AND action IS NOT NULL AND NOT EXISTS (
        SELECT FROM audit_entry AS entry
        WHERE entry.league_id = $id AND entry.subject = event.subject AND entry.action = event.action AND entry.at = event.at)
      ORDER BY number`,
    says: ({ number, action, subject }) => [
      `event ${number}, entry in the audit log`,
      `${action} of ${subject}`,
      'none',
    ],
  },
]);

/** Each webhook's position agrees with its messages, and the audit log has its creator and the reason why it is disabled. */
export const WEBHOOK_RULES: readonly LeagueRule[] = rulesOf('webhooks', [
  {
    statement: `
      SELECT id, position, told, coalesce(items, 0) AS items, ticket_position AS tickets, newest
      FROM webhook
      LEFT JOIN LATERAL (
        SELECT coalesce(cardinality(sequences), 0) + CASE WHEN kind = 'RECOMPUTED' THEN 1 ELSE 0 END
          + CASE WHEN action = ANY($reported::text[]) OR kind = 'MATCH_SHOWN' AND action = ANY($ofSeveral::text[])
                 THEN 1 ELSE 0 END AS items
        FROM league_event WHERE league_id = $id AND number > position ORDER BY number LIMIT 1
      ) AS next ON true
      CROSS JOIN (SELECT coalesce(max(change), 0) AS newest FROM queue_ticket WHERE league_id = $id) AS queue
      WHERE league_id = $id
        AND (position NOT BETWEEN 0 AND $version OR told < 0 OR told > 0 AND told >= coalesce(items, 0)
             OR ticket_position NOT BETWEEN 0 AND newest)
      ORDER BY id`,
    says: ({ id, items, newest, ...place }, { version }) => [
      `webhook ${id}, place`,
      { position: `0 to ${version}`, told: `0, or less than ${items}`, tickets: `0 to ${newest}` },
      place,
    ],
  },
  {
    // Messages lead to the position of their webhook without a gap, and a pending one begins there.
    statement: `
      SELECT webhook_id AS webhook, number, CASE
          WHEN number NOT BETWEEN 1 AND last_message THEN 'number'
          WHEN (from_event, from_item) < (to_before, item_before) OR ticket_change <= ticket_before THEN 'order'
          ELSE 'place of the webhook' END AS what
      FROM (
        SELECT webhook_id, number, status, from_event, from_item, to_event, to_item, ticket_change,
               lag(to_event) OVER events AS to_before, lag(to_item) OVER events AS item_before,
               lag(ticket_change) OVER events AS ticket_before
        FROM webhook_delivery WHERE league_id = $id
        WINDOW events AS (PARTITION BY webhook_id, from_event IS NULL, ticket_change IS NULL ORDER BY number)
      ) AS message
      JOIN webhook ON webhook.league_id = $id AND webhook.id = webhook_id
      WHERE number NOT BETWEEN 1 AND last_message
        OR (from_event, from_item) < (to_before, item_before) OR ticket_change <= ticket_before
        OR status = 'DELIVERED' AND ((to_event, to_item) > (position, told) OR ticket_change > ticket_position)
        OR status = 'PENDING' AND ((from_event, from_item) < (position, told) OR ticket_change <= ticket_position)
      ORDER BY webhook_id, number`,
    says: ({ webhook, number, what }) => [
      `webhook ${webhook}, message ${number}, ${what}`,
      'in line with the webhook',
      'out of line',
    ],
  },
  {
    statement: `
      SELECT webhook.id, coalesce(made, false) AS "isMade", disabled_at IS NOT NULL AS "isDisabled",
             coalesce(newest, '') = 'disableWebhook' AS told
      FROM webhook LEFT JOIN LATERAL (
        SELECT bool_or(action = 'createWebhook') AS made,
               (array_agg(action ORDER BY audit_entry.id DESC)
                 FILTER (WHERE action IN ('disableWebhook', 'enableWebhook')))[1] AS newest
        FROM audit_entry WHERE league_id = $id AND subject = 'Webhook:' || webhook.league_id || ':' || webhook.id
      ) AS entry ON true
      WHERE webhook.league_id = $id
        AND (made IS NOT TRUE OR (disabled_at IS NOT NULL) <> (coalesce(newest, '') = 'disableWebhook'))
      ORDER BY webhook.id`,
    says: ({ id, isMade, isDisabled, told }) =>
      isMade
        ? [`webhook ${id}, disabled as in the audit log`, told, isDisabled]
        : [`webhook ${id}, createWebhook in the audit log`, 1, 0],
  },
]);
