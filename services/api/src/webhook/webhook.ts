import type { WebhookDeliveryTable, WebhookTable } from './webhook.table.js';

/** Events that a webhook can send, in the order in which the events of one write are sent. */
export const WEBHOOK_EVENTS = [
  'matches.rated',
  'match.corrected',
  'player.merged',
  'board.recomputed',
  'board.refreshed',
  'ticket.matched',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

type NameOf<Event> = Event extends `${infer About}.${infer What}` ? `${Uppercase<About>}_${Uppercase<What>}` : never;
/** The name of an event in the API: `MATCHES_RATED`. */
export type WebhookEventName = NameOf<WebhookEvent>;

/** The event of a message: one that a webhook can send, or a test. */
export type MessageEvent = WebhookEvent | 'webhook.test';

export type WebhookFormat = Webhook['format'];

/**
 * Why a webhook is disabled. `FAILING`: nothing was accepted for five days. `GONE`: the receiver answered 410. `TOKEN_ENDED`: the token on
 * whose behalf it sends was revoked, has expired or may no longer administer the league.
 */
export type DisabledReason = NonNullable<Webhook['disabledReason']>;

/** A position in the events of a league: all events up to a number, and some items of the next one. */
export interface WebhookPlace {
  /** Number of the newest event that was sent whole. */
  readonly event: number;
  /** Items of the next event that were sent. */
  readonly item: number;
}

export interface WebhookKey {
  readonly leagueId: number;
  /** Unique on the platform. */
  readonly id: number;
}

/** An address to which the events of a league are sent. Its secrets are read only to sign. */
export type Webhook = Omit<WebhookTable, 'secret' | 'formerSecret' | 'position' | 'told' | 'events'> & {
  readonly events: readonly WebhookEvent[];
  readonly place: WebhookPlace;
};

/** `PENDING`: not accepted yet. `DELIVERED`: accepted at least once. `FAILED`: a test that was not accepted. */
export type DeliveryStatus = Delivery['status'];

export interface DeliveryKey {
  readonly leagueId: number;
  readonly webhookId: number;
  /** From 1, in the order in which the messages of the webhook were recorded. */
  readonly number: number;
}

/** A message of a webhook and how its delivery went. Its content is read from the league when it is sent. */
export type Delivery = Omit<WebhookDeliveryTable, 'event' | 'fromEvent' | 'fromItem' | 'toEvent' | 'toItem'> & {
  readonly event: MessageEvent;
  /** The stretch of the league's events that it reports; null for a ticket and a test. */
  readonly from: WebhookPlace | null;
  readonly to: WebhookPlace | null;
};
