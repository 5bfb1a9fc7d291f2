import pLimit from 'p-limit';
import pg from 'pg';
import { keepDoing } from '../database/background-work.js';
import { connectAgain } from '../database/data-source.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import {
  CONNECTION,
  endWhenSilent,
  LISTENING,
  REQUESTS,
  timeoutSettings,
  withTimeouts,
} from '../kit/sql/connection.js';
import { pgPool } from '../kit/sql/prepared.js';
import { pause } from '../kit/until-caller-leaves.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import type { NeedsIds } from './content.js';
import { type DeliverNeeds, deliverNext, sharedMessages } from './deliver.js';
import { type DueWebhook, deleteOldDeliveries, listDueWebhooks } from './delivery.repository.js';
import type { NeedsNetwork } from './post.js';

export interface WebhookNeeds
  extends NeedsDatabase,
    NeedsClock,
    NeedsNetwork,
    NeedsMetrics,
    NeedsSchema,
    NeedsIds,
    NeedsChanges {
  /** URL of the same database, bypassing a pooler: the locks belong to a session. */
  readonly directUrl: string;
}

/** How often webhooks with something to send are looked for, in milliseconds. */
const LOOK_INTERVAL = 250;
/** How often messages that are no longer kept are looked for, in milliseconds. */
const THINNING_INTERVAL = 60_000;
/** The most webhooks served at once. One that waits for its receiver takes a socket and about 20 kB, and nothing of the database. */
const MAX_HEALTHY = 1_000;
/** The same for webhooks whose last attempt failed: they wait for each other, and no one waits for them. */
const MAX_FAILING = 200;
/** Messages of one webhook before others have their turn. */
const MESSAGES_IN_A_ROW = 20;
/** Connections for reading and writing around the attempts. */
const CONNECTIONS = 4;
/** How long a stop waits for running attempts, in milliseconds; abandoned ones are made again. */
const LAST_WAIT = 2_000;
/** The pause after an error of our own, in milliseconds: the database may be unavailable. */
const PAUSE_AFTER_ERROR = 5_000;
/** How long messages are kept, in milliseconds: 30 days. */
const RETENTION = 30 * 86_400_000;
/** The most messages of one webhook that are kept. */
const MAX_KEPT = 10_000;

/**
 * Sends the messages of the webhooks of all leagues, separately from everything else in the process: on connections of its own.
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

/** Connections of its own, opened when a webhook first has something to send. */
interface Own {
  readonly deliver: DeliverNeeds;
  readonly locks: EndpointLocks;
}

/** A webhook that is locked. */
interface Busy {
  readonly isFailing: boolean;
  served: Promise<void>;
  isOver: boolean;
}

class WebhookRunner {
  readonly #needs: WebhookNeeds;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  /** Ids of webhooks that are being served, or were since the last look. */
  readonly #busy = new Map<number, Busy>();
  #own: Own | null = null;

  constructor(needs: WebhookNeeds, log: Log) {
    this.#needs = needs;
    this.#log = log;
  }

  /** Begins to serve the webhooks that have something to send. */
  async look(): Promise<void> {
    if (this.#own?.locks.lost.aborted) await this.#letGo();
    const over = [...this.#busy].flatMap(([id, { isOver }]) => (isOver ? [id] : []));
    if (over.length > 0) await this.#own?.locks.free(over);
    for (const id of over) this.#busy.delete(id);
    const { database, clock } = this.#own?.deliver ?? this.#needs;
    const failing = [...this.#busy.values()].filter(({ isFailing }) => isFailing).length;
    const due = await listDueWebhooks(database, clock(), [...this.#busy.keys()], {
      healthy: MAX_HEALTHY - (this.#busy.size - failing),
      failing: MAX_FAILING - failing,
    });
    if (due.length === 0) return;
    this.#own ??= await this.#open();
    const own = this.#own;
    const taken = new Set(await own.locks.take(due.map(({ id }) => id)));
    for (const webhook of due) {
      if (!taken.has(webhook.id)) continue;
      const busy: Busy = { isFailing: webhook.isFailing, served: Promise.resolve(), isOver: false };
      this.#busy.set(webhook.id, busy);
      busy.served = this.#serve(webhook, own).finally(() => {
        busy.isOver = true;
      });
    }
  }

  /** Deletes messages that are no longer kept. */
  async thin(): Promise<void> {
    const before = new Date(this.#needs.clock().getTime() - RETENTION);
    while (!this.#stopping.signal.aborted && (await deleteOldDeliveries(this.#needs.database, before, MAX_KEPT)));
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

  async #open(): Promise<Own> {
    const { directUrl, metrics } = this.#needs;
    const locks = await EndpointLocks.open(directUrl);
    try {
      const pool = { ...withTimeouts(REQUESTS), max: CONNECTIONS };
      const database = await connectAgain(this.#needs.database, pool);
      metrics.pools.add('webhooks', pgPool(database));
      const deliver = {
        ...this.#needs,
        database,
        inTurn: pLimit(CONNECTIONS),
        shared: sharedMessages(),
        random: Math.random,
      };
      return { deliver, locks };
    } catch (error) {
      await locks.close();
      throw error;
    }
  }

  async #letGo(): Promise<void> {
    const own = this.#own;
    this.#own = null;
    await own?.locks.close();
    await own?.deliver.database.destroy();
  }

  async #serve({ leagueId, id }: DueWebhook, { deliver, locks }: Own): Promise<void> {
    const left = AbortSignal.any([this.#stopping.signal, locks.lost]);
    try {
      for (let count = 0; count < MESSAGES_IN_A_ROW && !left.aborted && !this.#needs.schema.incompatibility; count++) {
        if (!(await deliverNext(deliver, { leagueId, id }, left))) break;
      }
    } catch (error) {
      if (!left.aborted) this.#log.error({ err: error, leagueId, webhook: id }, 'Could not serve a webhook; retrying');
      await pause(PAUSE_AFTER_ERROR, left);
    }
  }
}

/**
 * Locks that let only one process serve a webhook at a time. A session of its own holds all of them, so that PostgreSQL frees them as soon
 * as the process dies; none of them needs a transaction.
 */
class EndpointLocks {
  readonly #client: pg.Client;
  readonly #lost = new AbortController();

  private constructor(databaseUrl: string) {
    this.#client = new pg.Client({
      ...CONNECTION,
      connectionString: databaseUrl,
      application_name: 'openladder webhooks',
    });
    // First of all: an error event without a listener would end the process.
    this.#client.on('error', (error) => this.#lost.abort(error));
    this.#client.on('end', () => this.#lost.abort(new Error('the connection that holds the locks of webhooks ended')));
  }

  static async open(databaseUrl: string): Promise<EndpointLocks> {
    const locks = new EndpointLocks(databaseUrl);
    await locks.#client.connect();
    endWhenSilent(locks.#client, LISTENING.silence);
    await locks.#client.query(timeoutSettings(LISTENING));
    return locks;
  }

  /** Aborted when the locks are no longer held. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Locks those webhooks that no one else has locked; none of them may be locked here already. @returns their ids */
  async take(ids: readonly number[]): Promise<number[]> {
    const { rows } = await this.#client.query<{ id: number }>(
      'SELECT id FROM unnest($1::integer[]) AS id WHERE pg_try_advisory_lock($2, id)',
      [ids, LOCKS_OF.webhook],
    );
    return rows.map(({ id }) => id);
  }

  async free(ids: readonly number[]): Promise<void> {
    await this.#client.query('SELECT pg_advisory_unlock($2, id) FROM unnest($1::integer[]) AS id', [
      ids,
      LOCKS_OF.webhook,
    ]);
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
