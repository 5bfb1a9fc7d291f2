import type { Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Pipelined } from '../../services/api/dist/kit/sql/prepared.js';
import { createEmptyDatabase, directUrlOf, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let pool: pg.Pool;
let sockets: Socket[];
let lane: Pipelined;
/** Another session, which holds a lock that statements of the lane wait for. */
let other: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  const url = directUrlOf(database.url);
  sockets = [];
  pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('connect', (client) =>
    sockets.push((client as unknown as { connection: { stream: Socket } }).connection.stream),
  );
  lane = new Pipelined(pool);
  other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('SELECT pg_advisory_lock(1)');
});
afterEach(async () => {
  await other.end();
  await pool.end();
  await database.drop();
});

const WAITS = 'SELECT pg_advisory_xact_lock(1), 0 AS n';
const unlock = () => other.query('SELECT pg_advisory_unlock(1)');
const numberOf = async (text: string): Promise<number> => (await lane.query({ text })).rows[0].n;

test('sends statements while responses are pending, and gives each its own rows', async () => {
  const first = numberOf(WAITS);
  await expect.poll(() => sockets[0]?.bytesWritten).toBeGreaterThan(0);
  const written = sockets[0]!.bytesWritten;
  const others = Array.from({ length: 20 }, async (_, n) => {
    const { rows } = await lane.query({ name: 'number', text: 'SELECT $1::integer AS n', values: [n] });
    return rows[0].n;
  });
  await expect.poll(() => sockets[0]!.bytesWritten).toBeGreaterThan(written + 20 * 'number'.length);
  await unlock();
  expect(await first).toBe(0);
  expect(await Promise.all(others)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(sockets).toHaveLength(1);
});

test('gives the connection to waiting callers before later statements', async () => {
  const order: string[] = [];
  const first = numberOf(WAITS).then(() => order.push('first'));
  await expect.poll(() => sockets).toHaveLength(1);
  const transaction = pool.connect().then(async (client) => {
    await client.query('SELECT 1');
    order.push((client as pg.PoolClient & { pipeline: boolean }).pipeline ? 'pipelined transaction' : 'transaction');
    client.release();
  });
  const later = [numberOf('SELECT 1 AS n'), numberOf('SELECT 2 AS n')].map((read) =>
    read.then(() => order.push('later')),
  );
  await unlock();
  await Promise.all([first, transaction, ...later]);
  expect(order).toEqual(['first', 'transaction', 'later', 'later']);
  expect(pool.idleCount).toBe(1);
});

test('fails only the wrong statement', async () => {
  const wrong = { name: 'wrong', text: 'SELECT 1 / $1::integer AS n' };
  const asked = [numberOf(WAITS), lane.query({ ...wrong, values: [0] }), numberOf('SELECT 2 AS n'), numberOf('SELECT')];
  const settled = Promise.allSettled(asked);
  await unlock();
  const [held, failed, right, empty] = await settled;
  expect(held).toEqual({ status: 'fulfilled', value: 0 });
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
  expect(right).toEqual({ status: 'fulfilled', value: 2 });
  expect(empty).toEqual({ status: 'fulfilled', value: undefined });
  expect((await lane.query({ ...wrong, values: [1] })).rows).toEqual([{ n: 1 }]);
});

test('fails all pending statements of a lost connection, and continues with another', async () => {
  const asked = [numberOf(WAITS), numberOf('SELECT 1 AS n'), numberOf('SELECT 2 AS n')];
  const settled = Promise.allSettled(asked);
  await expect.poll(async () => (await other.query(WAITERS)).rows).toHaveLength(1);
  await other.query(`SELECT pg_terminate_backend(pid) FROM (${WAITERS}) AS waiter`);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await numberOf('SELECT 3 AS n')).toBe(3);
});
const WAITERS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;

test('fails the statements for which it cannot connect, and tries again', async () => {
  const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
  const away = new Pipelined(nowhere);
  const ask = () => away.query({ text: 'SELECT 1' });
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await nowhere.end();
});
