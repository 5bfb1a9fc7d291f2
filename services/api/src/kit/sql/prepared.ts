import DataLoader from 'dataloader';
import pg, { type ClientBase, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { type DataSource, type EntityManager } from 'typeorm';
import { asWriter, type Sql } from './transaction.js';

/** A statement that each connection parses and plans once. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Runs a prepared statement on the writer's connection. @returns its rows */
export type Send = <Row>(statement: Prepared, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Runs a prepared statement: in the transaction of the manager, or else on any connection of the pool, as a transaction of its own. TypeORM
 * does not support prepared statements, so this bypasses it.
 */
export async function runPrepared<Row>(
  manager: EntityManager,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  const { queryRunner, dataSource } = manager;
  const client = queryRunner ? await queryRunner.connect() : pgPool(dataSource);
  const { rows } = await client.query({ ...statement, values });
  return rows;
}

const TIMESTAMPTZ = 1184;
const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ);

/** A time in UTC since 1000 as PostgreSQL writes it, to the millisecond. */
const PLAIN_TIME = {
  shortest: '2026-11-20 12:00:00+00'.length,
  longest: '2026-11-20 12:00:00.123+00'.length,
  zone: '+00',
};

/** Reading a time in the form `PLAIN_TIME` takes a sixth of the time of the general form. */
export function readTimestamp(text: string): Date {
  const { length } = text;
  const { shortest, longest, zone } = PLAIN_TIME;
  const isPlain = length >= shortest && length <= longest && text.endsWith(zone) && text[4] === '-' && text[0] !== '0';
  if (!isPlain) return parseAnyTime(text) as unknown as Date;
  const fraction = text.slice(shortest - zone.length + 1, -zone.length);
  const milliseconds = Number(fraction) * 10 ** (3 - fraction.length);
  const year = digits(text, 0) * 100 + digits(text, 2);
  const [month, day] = [digits(text, 5) - 1, digits(text, 8)];
  return new Date(Date.UTC(year, month, day, digits(text, 11), digits(text, 14), digits(text, 17), milliseconds));
}

const ZERO = '0'.charCodeAt(0);

/** The number of two digits. */
function digits(text: string, at: number): number {
  return 10 * (text.charCodeAt(at) - ZERO) + text.charCodeAt(at + 1) - ZERO;
}

const SMALLINTS = 1005;
const INTEGERS = 1007;
const FLOATS = 1022;
const parseAnyNumbers = pg.types.getTypeParser(FLOATS as number);

/** A list of numbers, in a tenth of the time of the general form, unless there are lists in it. */
function parseNumbers(text: string): unknown {
  if (text === '{}') return [];
  if (text.startsWith('{{')) return parseAnyNumbers(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((number) => (number === 'NULL' ? null : Number(number)));
}

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [TIMESTAMPTZ]: readTimestamp,
  [SMALLINTS]: parseNumbers,
  [INTEGERS]: parseNumbers,
  [FLOATS]: parseNumbers,
};
const TYPES = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[id]) || pg.types.getTypeParser(id, format),
} as unknown as typeof pg.types;

/**
 * Reads on any connection of the pool, with each statement planned once for each connection: planning a join takes longer than running it.
 * Only for statements from our code, because every connection keeps each of them.
 */
export function preparedReads(database: DataSource): Sql {
  return preparedOn(pgPool(database));
}

/** Reads likewise, on one connection for all concurrent statements (`Pipelined`). */
export function pipelinedReads(database: DataSource): Sql {
  return preparedOn(new Pipelined(pgPool(database)));
}

/** Reads likewise on the connection of a transaction. */
export async function preparedIn(tx: EntityManager): Promise<Sql> {
  return preparedOn(await pgClient(tx));
}

const names = new Map<string, string>();

function preparedOn(connection: Queryable): Sql {
  return {
    query: async <T>(text: string, values?: unknown[]): Promise<T> => {
      let name = names.get(text);
      if (name === undefined) {
        name = `read_${names.size}`;
        names.set(text, name);
      }
      return (await connection.query({ name, text, values, types: TYPES } as QueryConfig)).rows as T;
    },
  } as Sql;
}

/**
 * Runs a prepared statement that locks a league, in the league's turn and as a transaction of its own.
 * @returns its rows
 */
export function sendAsWriter<Row>(
  database: DataSource,
  leagueId: number,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  return asWriter(database, leagueId, () => runPrepared<Row>(database.manager, statement, values));
}

/** The connection of a transaction, for COPY and prepared statements, which TypeORM does not support. */
export async function pgClient(tx: EntityManager): Promise<ClientBase> {
  if (!tx.queryRunner) throw new Error('This needs the connection of a transaction');
  return tx.queryRunner.connect();
}

/** The connections of a database, for prepared statements and for counting them. TypeORM's driver holds them here. */
export function pgPool({ driver }: DataSource): Pool {
  return (driver as unknown as { readonly master: Pool }).master;
}

/** A connection, or a pool of them. */
interface Queryable {
  query(config: QueryConfig): Promise<QueryResult>;
}

/** A connection that is out of its pool until its last response. */
interface Lane {
  readonly client: Promise<PoolClient>;
  isConnected: boolean;
  owed: number;
}

/**
 * Sends all concurrent statements at once, on one connection of a pool: PostgreSQL begins the next while this process reads the rows of the
 * last. A statement that fails does not affect the others. Once somebody else waits for a connection, further statements wait behind them.
 */
export class Pipelined implements Queryable {
  #lane: Lane | null = null;

  constructor(private readonly pool: Pool) {}

  async query(config: QueryConfig): Promise<QueryResult> {
    if (this.#lane === null || (this.#lane.isConnected && this.pool.waitingCount > 0)) this.#lane = openLane(this.pool);
    const lane = this.#lane;
    lane.owed++;
    try {
      return await (await lane.client).query(config);
    } finally {
      lane.owed--;
      if (lane.owed === 0) {
        if (this.#lane === lane) this.#lane = null;
        lane.client.then(close, () => undefined);
      }
    }
  }
}

function openLane(pool: Pool): Lane {
  const open = (client: PoolClient) => {
    lane.isConnected = true;
    return pipelining(client, true).on('error', failsInItsQueries);
  };
  const lane: Lane = { client: pool.connect().then(open), isConnected: false, owed: 0 };
  return lane;
}

function close(client: PoolClient): void {
  pipelining(client, false).off('error', failsInItsQueries).release();
}

/** Each query of a lost connection fails by itself, and the pool makes another connection. */
function failsInItsQueries(): void {}

/** Only while a lane has it: transactions on the same connection may COPY, which needs each response before it continues. */
function pipelining(client: PoolClient, isOn: boolean): PoolClient {
  return Object.assign(client, { pipeline: isOn });
}

/**
 * Serves many concurrent callers with one query. Requests during a query wait for the next one, so a result is never
 * older than its request.
 * @param load finds the values of keys; missing ones become undefined
 */
export function batchLoads<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const find = (key: Key) => load([key]).then((values) => values.get(key));
  let underWay: Promise<unknown> | null = null;
  const loader = new DataLoader<Key, Value | undefined>(
    (keys) => {
      loader.clearAll();
      const found = load(keys).then(
        (values) => keys.map((key) => values.get(key)),
        // The failure of one of them, for example because its server is away, does not fail the others.
        (error) => (keys.length === 1 ? [error] : Promise.all(keys.map((key) => find(key).catch((own) => own)))),
      );
      const over = found.then(() => {
        if (underWay === over) underWay = null;
      });
      underWay = over;
      return found;
    },
    // After all sockets with data to read, or after the running query.
    { batchScheduleFn: (begin) => void (underWay ? underWay.then(begin) : setImmediate(begin)) },
  );
  return (key) => loader.load(key);
}
