import pLimit from 'p-limit';
import { keepDoing } from '../database/background-work.js';
import type { NeedsSession } from '../database/process-session.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import { groupedBy } from '../kit/grouped-by.js';
import type { Log } from '../kit/log.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { pause } from '../kit/waiting.js';
import { LeagueDeleted } from '../league/league.js';
import { type DeliverNeeds, deliverNext, sharedMessages } from './deliver.js';
import { type DueWebhook, deleteOldDeliveries, listDueWebhooks } from './delivery.repository.js';

export type WebhookNeeds = Omit<DeliverNeeds, 'inTurn' | 'shared' | 'random'> & NeedsSchema & NeedsSession;

/** How often to look for webhooks with something to send, in milliseconds. */
const LOOK_INTERVAL = 250;
/** How often to look for messages that are no longer kept, in milliseconds. */
const THINNING_INTERVAL = 60_000;
/** The most webhooks served at once. One that waits for its receiver takes a socket and about 20 kB, and no connection to the database. */
const MAX_HEALTHY = 1_000;
/** The same for webhooks whose last attempt failed: they wait for each other, and no one waits for them. */
const MAX_FAILING = 200;
/** Messages of one webhook before others get a turn. */
const MESSAGES_IN_A_ROW = 20;
/** Webhooks that read or write at a time, around their attempts. */
const AT_ONCE = 2;
/** How long a stop waits for running attempts, in milliseconds; abandoned ones are repeated. */
const LAST_WAIT = 2_000;
/** The pause after an error of our own, in milliseconds: the database may be unavailable. */
const PAUSE_AFTER_ERROR = 5_000;
/** How long messages are kept, in milliseconds: 30 days. */
const RETENTION = 30 * 86_400_000;
/** The most messages of one webhook that are kept. */
const MAX_KEPT = 10_000;

/**
 * Sends the messages of the webhooks of all leagues.
 * Processes on the same database share the webhooks.
 * @returns a function that stops it
 */
export function runWebhooks(needs: WebhookNeeds, log: Log): () => Promise<void> {
  const runner = new WebhookRunner(needs, log);
  const ending = new AbortController();
  const works = [
    { what: 'look for webhooks that have something to send', every: LOOK_INTERVAL, work: () => runner.look() },
    { what: 'delete old messages of webhooks', every: THINNING_INTERVAL, work: () => runner.thin() },
  ];
  const ends = works.map((work) => keepDoing(needs, log, ending.signal, { ...work, afterFailure: PAUSE_AFTER_ERROR }));
  return async () => {
    ending.abort();
    await Promise.all(ends.map((end) => end()));
    await runner.stop();
  };
}

/** A webhook that is locked. */
interface Busy {
  readonly isFailing: boolean;
  /** Aborted when it is no longer locked. */
  readonly lost: AbortSignal;
  served: Promise<void>;
  isOver: boolean;
}

class WebhookRunner {
  readonly #stopping = new AbortController();
  /** Ids of webhooks that are being served, or were since the last look. */
  readonly #busy = new Map<number, Busy>();
  readonly #deliver: DeliverNeeds;

  constructor(
    private readonly needs: WebhookNeeds,
    private readonly log: Log,
  ) {
    this.#deliver = { ...needs, inTurn: pLimit(AT_ONCE), shared: sharedMessages(), random: Math.random };
  }

  /** Begins to serve the webhooks that have something to send. */
  async look(): Promise<void> {
    await this.#letGo();
    const { database, clock, session } = this.needs;
    const failing = [...this.#busy.values()].filter(({ isFailing }) => isFailing).length;
    const due = await listDueWebhooks(database, clock(), [...this.#busy.keys()], {
      healthy: MAX_HEALTHY - (this.#busy.size - failing),
      failing: MAX_FAILING - failing,
    });
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    const { taken, lost } = await session.take(LOCKS_OF.webhook, ids);
    for (const webhook of due) {
      if (!taken.has(webhook.id)) continue;
      const busy: Busy = { isFailing: webhook.isFailing, lost, served: Promise.resolve(), isOver: false };
      this.#busy.set(webhook.id, busy);
      busy.served = this.#serve(webhook, lost).finally(() => {
        busy.isOver = true;
      });
    }
  }

  /** Deletes messages that are no longer kept. */
  async thin(): Promise<void> {
    const before = new Date(this.needs.clock().getTime() - RETENTION);
    while (!this.#stopping.signal.aborted && (await deleteOldDeliveries(this.needs.database, before, MAX_KEPT)));
  }

  /** Waits a little for running attempts, and abandons the others. */
  async stop(): Promise<void> {
    const over = Promise.all([...this.#busy.values()].map(({ served }) => served));
    const waiting = new AbortController();
    await Promise.race([over, pause(LAST_WAIT, waiting.signal)]);
    waiting.abort();
    this.#stopping.abort(new Error('the service is stopping'));
    await over;
    await this.#letGo();
  }

  /** Unlocks webhooks that have been served. */
  async #letGo(): Promise<void> {
    const over = [...this.#busy].filter(([, { isOver }]) => isOver);
    for (const [lost, own] of groupedBy(over, ([, busy]) => busy.lost)) {
      const ids = own.map(([id]) => id);
      await this.needs.session.free(LOCKS_OF.webhook, ids, lost);
      for (const id of ids) this.#busy.delete(id);
    }
  }

  async #serve({ leagueId, id }: DueWebhook, lost: AbortSignal): Promise<void> {
    const left = AbortSignal.any([this.#stopping.signal, lost]);
    try {
      for (let count = 0; count < MESSAGES_IN_A_ROW && !left.aborted && !this.needs.schema.incompatibility; count++) {
        if (!(await deliverNext(this.#deliver, { leagueId, id }, left))) break;
      }
    } catch (error) {
      if (error instanceof LeagueDeleted) return;
      if (!left.aborted) this.log.error({ err: error, leagueId, webhook: id }, 'Could not serve a webhook; retrying');
      await pause(PAUSE_AFTER_ERROR, left);
    }
  }
}
