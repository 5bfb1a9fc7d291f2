/** What a webhook can tell of, in the order in which events of one write are told. */
export const WEBHOOK_EVENTS = [
  'matches.rated',
  'match.corrected',
  'player.merged',
  'board.recomputed',
  'board.refreshed',
  'ticket.matched',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An event of a message: what a webhook can ask for, or a test. */
export type MessageEvent = WebhookEvent | 'webhook.test';

export type WebhookFormat = 'JSON' | 'DISCORD';

/**
 * Why a webhook receives nothing. `FAILING`: nothing was accepted for five days. `GONE`: the receiver answered 410.
 * `TOKEN_ENDED`: the token on whose behalf it is sent was revoked, has expired or may not administer the league.
 */
export type DisabledReason = 'FAILING' | 'GONE' | 'TOKEN_ENDED';

/** A place among the events of a league: all events up to a number, and so many items of the next one. */
export interface WebhookPlace {
  /** Number of the newest event that was told whole. */
  readonly event: number;
  /** Items of the event after it that were told. */
  readonly item: number;
}

export interface WebhookKey {
  readonly leagueId: number;
  /** Unique on the platform. */
  readonly id: number;
}

/** An address that is told what happens in a league. Its secrets are read only to sign. */
export interface Webhook extends WebhookKey {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly events: readonly WebhookEvent[];
  /** The token on whose behalf it is sent; null for the command line. */
  readonly tokenId: number | null;
  /** The actor who made or enabled it, as in the audit log. */
  readonly createdBy: string;
  readonly createdAt: Date;
  /** When the secret before the current one stops signing; null where there is none. */
  readonly formerSecretEndsAt: Date | null;
  readonly place: WebhookPlace;
  /** `change` of the newest queue ticket that was told or passed over. */
  readonly ticketPosition: number;
  /** Number of its newest message; 0 before the first. */
  readonly lastMessage: number;
  /** Attempts in vain since the last success. */
  readonly failures: number;
  /** When the first of them was; null where the last attempt succeeded. */
  readonly failingSince: Date | null;
  /** Nothing is sent before; null: at once. */
  readonly nextAttemptAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: DisabledReason | null;
}

/** `PENDING`: not accepted yet. `DELIVERED`: accepted at least once. `FAILED`: a test that was not accepted. */
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

export interface DeliveryKey {
  readonly leagueId: number;
  readonly webhookId: number;
  /** From 1, in the order in which the messages of the webhook were made. */
  readonly number: number;
}

/** A message of a webhook and what became of it. What it says is read from the league when it is sent. */
export interface Delivery extends DeliveryKey {
  readonly event: MessageEvent;
  readonly status: DeliveryStatus;
  /** The stretch of the league's events that it tells; null for a ticket and a test. */
  readonly from: WebhookPlace | null;
  readonly to: WebhookPlace | null;
  /** The `change` of the queue ticket that it tells; null for all else. */
  readonly ticketChange: number | null;
  readonly createdAt: Date;
  /** When somebody asked to send it by hand; null once that is done. */
  readonly byHandAt: Date | null;
  readonly attempts: number;
  readonly attemptedAt: Date | null;
  /** When it was first accepted. */
  readonly deliveredAt: Date | null;
  /** HTTP status of the last answer; null where there was none. */
  readonly responseStatus: number | null;
  /** Why the last attempt failed; null where it did not. */
  readonly error: string | null;
  /** Time until the last answer or failure, in milliseconds. */
  readonly durationMs: number | null;
}
