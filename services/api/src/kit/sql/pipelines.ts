import pLimit from 'p-limit';
import type pg from 'pg';
import { CONNECTION, UNHURRIED, withPatience } from './connection.js';
import { openPool } from './open-pool.js';
import type { Prepared } from './prepared.js';

/** How many have something under way at the same time; each of these has a connection. */
const MAX_PIPELINES = 6;

/**
 * Connections for writes that are sent before those ahead of them are answered, so that the database never waits for us.
 * They are apart from the pool, whose connections send one statement at a time: COPY needs that.
 */
export class Pipelines {
  readonly pool: pg.Pool;
  /** A caller here may wait for leagues that others hold; the pool's time limit is for connecting only. */
  readonly #gate = pLimit(MAX_PIPELINES);

  constructor(url: string, patience = UNHURRIED) {
    const options = {
      ...CONNECTION,
      connectionString: url,
      max: MAX_PIPELINES,
      pipeline: true,
      ...withPatience(patience),
    };
    // Statements are rejected themselves when their connection breaks, and an idle one is replaced.
    this.pool = openPool(options, ignore);
  }

  open(): Pipeline {
    return new Pipeline(() => this.#lend());
  }

  /** Lets go of the connections, once they are idle. */
  close(): Promise<void> {
    return this.pool.end();
  }

  #lend(): Promise<Lent> {
    return new Promise((resolve, reject) => {
      void this.#gate(async () => {
        try {
          const client = await this.pool.connect();
          await new Promise<void>((giveBack) => resolve({ client, giveBack }));
          client.release();
        } catch (error) {
          reject(error);
        }
      });
    });
  }
}

interface Lent {
  readonly client: pg.PoolClient;
  giveBack(): void;
}

/** Statements of one connection, each a transaction of its own. They run in the order in which they were sent. */
export class Pipeline {
  readonly #lend: () => Promise<Lent>;
  /** While something is under way. */
  #lent: Promise<Lent> | undefined;
  #underWay = 0;

  constructor(lend: () => Promise<Lent>) {
    this.#lend = lend;
  }

  /** Whether something that was sent is not answered yet: what is sent now follows it on its connection. */
  get isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** Sends a statement. @returns its rows */
  async send<Row>(statement: Prepared, values: readonly unknown[]): Promise<Row[]> {
    this.#underWay++;
    this.#lent ??= this.#lend();
    const lent = this.#lent;
    try {
      const { client } = await lent;
      const { rows } = await client.query({ ...statement, values: [...values] });
      return rows;
    } finally {
      if (--this.#underWay === 0) {
        this.#lent = undefined;
        lent.then(({ giveBack }) => giveBack(), ignore);
      }
    }
  }
}

function ignore(): void {}
