import { describe, expect, test } from 'vitest';
import { damaged, damages, testDamages } from '../support/damage.js';
import { directUrlOf } from '../support/database.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const APPEND_ONLY = [
  'UPDATE audit_entry SET reason = reason WHERE league_id = 0 AND id = 0',
  'DELETE FROM audit_entry WHERE league_id = 0 AND id = 0',
];
const TRIGGER = 'platform appendOnly: trigger audit_entry_append_only';
const forget = (what: string) =>
  `ALTER TABLE audit_entry DISABLE TRIGGER ALL; DELETE FROM audit_entry WHERE ${what};
   ALTER TABLE audit_entry ENABLE TRIGGER ALL`;

const AUDIT = damages`
  the trigger, disabled
    ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only
  > ${TRIGGER}
  > ${APPEND_ONLY.map((statement) => `platform appendOnly: ${statement}`)}
  the trigger, dropped
    DROP TRIGGER audit_entry_append_only ON audit_entry
  > ${TRIGGER}
  > ${APPEND_ONLY.map((statement) => `platform appendOnly: ${statement}`)}
  the trigger, for replicas only
    ALTER TABLE audit_entry ENABLE REPLICA TRIGGER audit_entry_append_only
  > ${TRIGGER}
  > ${APPEND_ONLY.map((statement) => `platform appendOnly: ${statement}`)}
  the trigger, no longer before TRUNCATE
    DROP TRIGGER audit_entry_append_only ON audit_entry;
    CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  > ${TRIGGER}
  the function of the trigger, made to agree
    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'
  > ${APPEND_ONLY.map((statement) => `platform appendOnly: ${statement}`)}
  the opening of a league, forgotten
    ${forget(`action = 'createLeague' AND ${of('empty')}`)}
  > empty audit: league empty, create league
  a token, made in silence
    INSERT INTO token (name, secret_hash, scopes, created_at, created_by)
    VALUES ('mine', '', '{platform:admin}', now(), 'me')
  > platform audit: token 2
  a league, given to a token in silence
    INSERT INTO token_league SELECT 1, id FROM league WHERE slug = 'ladder'
  > platform audit: token 1 for league ladder
  > platform audit: token 1 for league ladder
  > platform audit: token 1 for league ladder, rotations
  the end of a token, forgotten
    ${forget(`action = 'revokeToken' AND ${of('duels')}`)}
  > platform audit: token 1 for league duels
  a new secret of a token, forgotten
    ${forget(`action = 'rotateToken' AND ${of('duels')}`)}
  > platform audit: token 1 for league duels, rotations
  a former secret of a token, gone
    DELETE FROM former_secret
  > platform audit: token 1 for league arena, rotations
  > platform audit: token 1 for league duels, rotations
  a session for a secret that its token never had
    INSERT INTO session SELECT sha256('mine'), false, id, sha256('guess'), now(), now() + interval '1 hour' FROM token WHERE id = 1
  > platform audit: sessions of token 1
  a session without an end
    INSERT INTO session SELECT sha256('mine'), false, id, secret_hash, now(), 'infinity' FROM token WHERE id = 1
  > platform audit: sessions of token 1
  the maker of a token, changed in silence
    UPDATE token SET created_by = 'me'
  > platform audit: token 1, maker
  the subject of an entry, changed in silence
    ALTER TABLE audit_entry DISABLE TRIGGER ALL;
    UPDATE audit_entry SET subject = 'Player:1' WHERE action = 'voidMatch' AND ${of('fixed')};
    ALTER TABLE audit_entry ENABLE TRIGGER ALL
  > fixed events: event 4, entry in the audit log
  > /platform audit: entry \d+, subject/
  an Idempotency-Key whose league is gone
    INSERT INTO idempotency_key (token_id, key, mutation, input_hash, outcome, created_at)
    VALUES (1, 'a', 'createLeague', sha256(''), '{"league": 999}', now())
  > platform audit: Idempotency-Key "a" of token 1
  an Idempotency-Key without an outcome
    INSERT INTO idempotency_key (token_id, key, mutation, input_hash, created_at)
    VALUES (1, 'a', 'createLeague', sha256(''), now())
  > platform audit: Idempotency-Key "a" of token 1
  storage of a token that does not exist
    INSERT INTO token_growth (token_id, day, bytes) VALUES (999, '2026-01-01T00:00:00Z', 1)
  > platform growth: token 999
  the use of a token that does not exist
    INSERT INTO token_use (token_id, last_used_at) VALUES (999, now())
  > platform growth: use of token 999
  settings, changed in silence
    UPDATE league SET settings = jsonb_set(settings, '{initialRating}', '600') WHERE slug = 'empty'
  > empty revisions: revision 1, settings
  > empty audit: league empty, settings
  settings, changed in silence to what the rater refuses
    UPDATE league SET settings = jsonb_set(settings, '{initialRating}', '"600"') WHERE slug = 'empty'
  > empty ratingSystem: league empty, settings.initialRating
  > empty revisions: revision 1, settings
  > empty audit: league empty, settings
  a match, void in silence
    UPDATE match SET status = 'VOID' WHERE ${of('arena')} AND sequence = 4
  > arena audit: match 4, version of a void match
  a match, amended in silence
    UPDATE match SET version = 2 WHERE ${of('arena')} AND sequence = 4
  > arena audit: league arena, corrections of matches
  a player, hidden in silence
    UPDATE rating SET hidden_at = now(), is_provisional = true WHERE ${of('arena')} AND player_id = 1
  > arena audit: player 1, hidden since
  an entry without a reason
    INSERT INTO audit_entry (league_id, actor, action, reason, at) VALUES (0, 'me', 'x', ' ', now())
  > /platform audit: entry \d+/
`;

describe('damage to the audit log', () => testDamages(leagues, AUDIT));

test('a code that is valid for 24 hours is no damage on a day of 23', async () => {
  const made = "'2027-03-27T12:00:00Z'::timestamptz";
  const statement = `INSERT INTO session SELECT sha256('mine'), true, id, secret_hash, ${made}, ${made} + interval '24 hours' FROM token WHERE id = 1`;
  const url = directUrlOf(leagues.url);
  const inBerlin = `${url}${url.includes('?') ? '&' : '?'}options=-c%20TimeZone%3DEurope/Berlin`;
  expect(await damaged(inBerlin, statement)).toEqual([]);
});

const KEY = ['platform ids: table id_seal, lengths'];
const IDS = damages`
  a key that is gone
    DELETE FROM id_seal
  > ${KEY}
  a key that is cut short
    UPDATE id_seal SET key = substr(key, 1, 16)
  > ${KEY}
  a second key
    ALTER TABLE id_seal DROP CONSTRAINT id_seal_once; INSERT INTO id_seal SELECT 2, key FROM id_seal
  > ${KEY}
`;

describe('damage to the key of ids', () => testDamages(leagues, IDS));

const PICTURE = ['fixed leagues: league fixed, picture'];
const PICTURES = damages`
  a picture that is gone
    UPDATE league SET picture = 'c0ffee.png' WHERE slug = 'fixed'
  > ${PICTURE}
  a picture that nothing names
    INSERT INTO league_picture SELECT id, 'c0ffee.png', '\x00' FROM league WHERE slug = 'fixed'
  > ${PICTURE}
  a picture with other bytes than its name says
    INSERT INTO league_picture SELECT id, 'c0ffee.png', '\x00' FROM league WHERE slug = 'fixed';
    UPDATE league SET picture = 'c0ffee.png' WHERE slug = 'fixed'
  > ${PICTURE}
`;

describe('damage to pictures of leagues', () => testDamages(leagues, PICTURES));

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

const MESSAGES = damages`
  no damage
    
  a place that the league has not reached
    UPDATE webhook SET position = 99 WHERE id = 2
  > fixed webhooks: webhook 2, place
  more items told than the next event has
    UPDATE webhook SET position = 6, told = 5 WHERE id = 2
  > fixed webhooks: webhook 2, place
  tickets that there are not
    UPDATE webhook SET ticket_position = 1000000 WHERE id = 2
  > fixed webhooks: webhook 2, place
  a place behind what was accepted
    UPDATE webhook SET position = 1 WHERE id = 1
  > fixed webhooks: webhook 1, message 2, place of the webhook
  a place ahead of what is under way
    UPDATE webhook SET position = 4 WHERE id = 1
  > fixed webhooks: webhook 1, message 3, place of the webhook
  the same events told twice
    UPDATE webhook_delivery SET from_event = 0 WHERE ${of('fixed')} AND number = 2
  > fixed webhooks: webhook 1, message 2, order
  a message that was not counted
    UPDATE webhook SET last_message = 2 WHERE id = 1
  > fixed webhooks: webhook 1, message 3, number
  a webhook that nobody made
    INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position)
    SELECT id, 'https://receiver.example/', 'JSON', '{matches.rated}', 'whsec_', 'command line', now(), 0, 0
    FROM league WHERE slug = 'fixed'
  > fixed webhooks: webhook 3, createWebhook in the audit log
  a webhook that nobody enabled
    UPDATE webhook SET disabled_at = NULL, disabled_reason = NULL WHERE id = 2
  > fixed webhooks: webhook 2, disabled as in the audit log
`;

describe('damage to webhooks', () =>
  testDamages(
    leagues,
    MESSAGES.map(([what, statements, found]) => [what, WEBHOOKS + statements, found]),
  ));
