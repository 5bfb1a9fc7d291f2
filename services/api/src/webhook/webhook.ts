/** Events that a webhook can send, in the order in which those of one write are sent. */
export const WEBHOOK_EVENTS = [
  'matches.rated',
  'match.corrected',
  'player.merged',
  'board.recomputed',
  'board.refreshed',
  'ticket.matched',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of a message: one that a webhook can send, or a test. */
export type MessageEvent = WebhookEvent | 'webhook.test';

export type WebhookFormat = 'JSON' | 'DISCORD';

/**
 * Why a webhook is disabled. `FAILING`: nothing was accepted for five days. `GONE`: the receiver answered 410. `TOKEN_ENDED`: the token on
 * whose behalf it sends was revoked, has expired or may no longer administer the league.
 */
export type DisabledReason = 'FAILING' | 'GONE' | 'TOKEN_ENDED';

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
export interface Webhook extends WebhookKey {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly events: readonly WebhookEvent[];
  /** The token on whose behalf it sends; null for the command line. */
  readonly tokenId: number | null;
  /** Who created or last enabled it, as in the audit log. */
  readonly createdBy: string;
  readonly createdAt: Date;
  /** When the former secret stops signing; null if there is none. */
  readonly formerSecretEndsAt: Date | null;
  readonly place: WebhookPlace;
  /** `change` of the newest queue ticket that was sent, or passed over. */
  readonly ticketPosition: number;
  /** Number of its newest message; 0 before the first. */
  readonly lastMessage: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the first of them failed; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
  /** Nothing is sent before this time; null: no pause. */
  readonly nextAttemptAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: DisabledReason | null;
}

/** `PENDING`: not accepted yet. `DELIVERED`: accepted at least once. `FAILED`: a test that was not accepted. */
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

export interface DeliveryKey {
  readonly leagueId: number;
  readonly webhookId: number;
  /** From 1, in the order in which the messages of the webhook were recorded. */
  readonly number: number;
}

/** A message of a webhook and how its delivery went. Its content is read from the league when it is sent. */
export interface Delivery extends DeliveryKey {
  readonly event: MessageEvent;
  readonly status: DeliveryStatus;
  /** The stretch of the league's events that it reports; null for a ticket and a test. */
  readonly from: WebhookPlace | null;
  readonly to: WebhookPlace | null;
  /** The `change` of the queue ticket that it reports; otherwise null. */
  readonly ticketChange: number | null;
  readonly createdAt: Date;
  /** When a manual delivery was requested; null once that is done. */
  readonly byHandAt: Date | null;
  readonly attempts: number;
  readonly attemptedAt: Date | null;
  /** When it was first accepted. */
  readonly deliveredAt: Date | null;
  /** HTTP status of the last answer; null if there was none. */
  readonly responseStatus: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null;
  /** Time until the last answer or failure, in milliseconds. */
  readonly durationMs: number | null;
}
