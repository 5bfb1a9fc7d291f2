import { bigint, identity, integer, key, nullable, table, text, time } from '../kit/sql/table.js';

/** Addresses to which the events of a league are sent. Each has a position among the events; pending events are stored nowhere else. */
export const WebhookTable = table('webhook', {
  leagueId: key(integer()),
  id: identity(),
  url: text(),
  format: text<'JSON' | 'DISCORD'>(),
  events: text<readonly string[]>({ array: true }),
  /** In plain text: a signature needs the secret itself. */
  secret: text(),
  formerSecret: nullable(text()),
  /** When the former secret stops signing; null if there is none. */
  formerSecretEndsAt: nullable(time()),
  /** The token on whose behalf it sends; null for the command line. */
  tokenId: nullable(integer()),
  /** Who created or last enabled it, by their name in the audit log. */
  createdBy: text(),
  createdAt: time(),
  /** Number of the newest event that was sent whole, or passed over. */
  position: bigint(),
  /** Items of the next event that were sent. */
  told: integer({ default: 0 }),
  /** `change` of the newest queue ticket that was sent, or passed over. */
  ticketPosition: bigint(),
  /** Number of its newest message; 0 before the first. */
  lastMessage: integer({ default: 0 }),
  /** Failed attempts since the last success. */
  failures: integer({ default: 0 }),
  /** When the first of them failed; null if the last attempt succeeded. */
  failingSince: nullable(time()),
  /** Nothing is sent before this time; null: no pause. */
  nextAttemptAt: nullable(time()),
  disabledAt: nullable(time()),
  disabledReason: nullable(text<'FAILING' | 'GONE' | 'TOKEN_ENDED'>()),
});
export type WebhookTable = InstanceType<typeof WebhookTable>;

/** The messages of webhooks of the last 30 days; at most one of a webhook is being delivered. */
export const WebhookDeliveryTable = table('webhook_delivery', {
  leagueId: key(integer()),
  webhookId: key(integer()),
  number: key(integer()),
  event: text(),
  status: text<'PENDING' | 'DELIVERED' | 'FAILED'>(),
  fromEvent: nullable(bigint()),
  fromItem: nullable(integer()),
  toEvent: nullable(bigint()),
  toItem: nullable(integer()),
  /** The `change` of the queue ticket that it reports; otherwise null. */
  ticketChange: nullable(bigint()),
  createdAt: time(),
  /** When a manual delivery was requested; null once it is done. */
  byHandAt: nullable(time()),
  attempts: integer({ default: 0 }),
  attemptedAt: nullable(time()),
  /** When it was first accepted. */
  deliveredAt: nullable(time()),
  /** HTTP status of the last response; null if there was none. */
  responseStatus: nullable(integer()),
  /** Why the last attempt failed; null if it succeeded. */
  error: nullable(text()),
  /** Time until the last response or failure, in milliseconds. */
  durationMs: nullable(integer()),
});
export type WebhookDeliveryTable = InstanceType<typeof WebhookDeliveryTable>;
