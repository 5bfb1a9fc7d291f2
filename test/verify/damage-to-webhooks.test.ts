import { expect, test } from 'vitest';
import { type Damage, damaged } from '../support/damage.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const FIRST = of('fixed');

/** A webhook of the league `fixed` that was told of some events, and is telling the next one; and another one that is disabled. */
const WEBHOOKS = `
  INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position, last_message)
  SELECT id, 'https://receiver.example/', 'JSON', '{matches.rated}', 'whsec_', 'command line', now(), 2, 0, 3
  FROM league WHERE slug = 'fixed';
  INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position,
                       failures, failing_since, disabled_at, disabled_reason)
  SELECT id, 'https://receiver.example/', 'JSON', '{matches.rated}', 'whsec_', 'command line', now(), 7, 0,
         1, now(), now(), 'GONE'
  FROM league WHERE slug = 'fixed';
  INSERT INTO audit_entry (league_id, subject, actor, action, reason, at)
  SELECT league_id, 'Webhook:' || league_id || ':' || id, 'command line', 'createWebhook', 'a test', now() FROM webhook;
  INSERT INTO audit_entry (league_id, subject, actor, action, reason, at)
  SELECT league_id, 'Webhook:' || league_id || ':' || id, 'webhooks', 'disableWebhook', 'a test', now()
  FROM webhook WHERE disabled_at IS NOT NULL;
  INSERT INTO webhook_delivery (league_id, webhook_id, number, event, status, from_event, from_item, to_event, to_item,
                                created_at, delivered_at)
  SELECT league_id, id, number, 'matches.rated', status, from_event, 0, to_event, 0, now(), delivered_at
  FROM webhook, (VALUES (1, 'DELIVERED', 0, 1, now()), (2, 'DELIVERED', 1, 2, now()), (3, 'PENDING', 2, 3, NULL))
    AS message (number, status, from_event, to_event, delivered_at)
  WHERE id = 1;
`;

const DAMAGES: readonly Damage[] = [
  ['no damage', '', []],
  [
    'a place that the league has not reached',
    'UPDATE webhook SET position = 99 WHERE id = 2',
    ['fixed webhooks: webhook 2, place'],
  ],
  [
    'more items told than the next event has',
    'UPDATE webhook SET position = 6, told = 5 WHERE id = 2',
    ['fixed webhooks: webhook 2, place'],
  ],
  [
    'tickets that there are not',
    'UPDATE webhook SET ticket_position = 1000000 WHERE id = 2',
    ['fixed webhooks: webhook 2, place'],
  ],
  [
    'a place behind what was accepted',
    'UPDATE webhook SET position = 1 WHERE id = 1',
    ['fixed webhooks: webhook 1, message 2, place of the webhook'],
  ],
  [
    'a place ahead of what is under way',
    'UPDATE webhook SET position = 4 WHERE id = 1',
    ['fixed webhooks: webhook 1, message 3, place of the webhook'],
  ],
  [
    'the same events told twice',
    `UPDATE webhook_delivery SET from_event = 0 WHERE ${FIRST} AND number = 2`,
    ['fixed webhooks: webhook 1, message 2, order'],
  ],
  [
    'a message that was not counted',
    'UPDATE webhook SET last_message = 2 WHERE id = 1',
    ['fixed webhooks: webhook 1, message 3, number'],
  ],
  [
    'a webhook that nobody made',
    `INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position)
     SELECT id, 'https://receiver.example/', 'JSON', '{matches.rated}', 'whsec_', 'command line', now(), 0, 0
     FROM league WHERE slug = 'fixed'`,
    ['fixed webhooks: webhook 3, createWebhook in the audit log'],
  ],
  [
    'a webhook that nobody enabled',
    'UPDATE webhook SET disabled_at = NULL, disabled_reason = NULL WHERE id = 2',
    ['fixed webhooks: webhook 2, disabled as in the audit log'],
  ],
];

test.each(DAMAGES)('%s is found, and nothing else', async (_, statements, found) => {
  expect(await damaged(leagues.url, WEBHOOKS + statements)).toEqual(found);
});
