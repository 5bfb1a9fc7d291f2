import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './signature.js';

test('the library of Standard Webhooks accepts a message under every secret that signs, and under no other', () => {
  const [current, former, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const body = '{"type":"webhook.test","name":"Łukasz 🦊"}';
  const headers = signatureHeaders({ id: 'message', body, at: new Date() }, [current, former]);
  for (const secret of [current, former]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow('No matching signature');
});

test('secrets have 32 bytes and are never the same', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});
