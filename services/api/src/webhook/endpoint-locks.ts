import pg from 'pg';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { CONNECTION, endWhenSilent, LISTENING, patienceSettings } from '../kit/sql/connection.js';

/**
 * Locks that let only one process serve a webhook at a time. A session of its own holds all of them, so that PostgreSQL frees them as soon
 * as the process dies; none of them needs a transaction.
 */
export class EndpointLocks {
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
    await locks.#client.query(patienceSettings(LISTENING));
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
