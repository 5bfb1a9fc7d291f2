import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { Server } from 'node:http';
import pg from 'pg';
import { vi } from 'vitest';
import { openClient } from './server.js';

/** A statement as it was sent. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs work. @returns the statements about players that services of this process sent meanwhile, in their order */
export function playerStatements(work: () => Promise<unknown>): Promise<Sent[]> {
  return sentStatements(work, /player|membership/);
}

/** Set for what is done for the work that is watched; jobs and watches of a service send statements meanwhile too. */
const watched = new AsyncLocalStorage<true>();

/** Runs work. @returns the statements like this that services of this process sent for it or for requests meanwhile, in their order */
export async function sentStatements(work: () => Promise<unknown>, like: RegExp): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  const { emit } = Server.prototype;
  const { connect } = pg.Pool.prototype;
  const spies = [
    // Who waits for a connection is called by who gives one back, perhaps a job.
    vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(function (this: pg.Pool, ...args: unknown[]) {
      const [given] = args;
      return Reflect.apply(connect, this, typeof given === 'function' ? [AsyncResource.bind(given as () => void)] : []);
    } as never),
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
      const text = typeof first === 'string' ? first : (first.text ?? '');
      const values = typeof first === 'string' ? second : (first.values ?? second);
      if (watched.getStore() && like.test(text)) sent.push({ text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(query, this, args);
    } as never),
    vi.spyOn(Server.prototype, 'emit').mockImplementation(function (this: Server, ...args: unknown[]) {
      const tell = () => Reflect.apply(emit, this, args);
      return args[0] === 'request' ? watched.run(true, tell) : tell();
    } as never),
  ];
  try {
    await watched.run(true, work);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return sent;
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows PostgreSQL takes in hand for a statement, in all steps together. */
export async function rowsRead(url: string, { text, values }: Sent): Promise<number> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    return rowsOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.end();
  }
}

function rowsOf(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);
}
