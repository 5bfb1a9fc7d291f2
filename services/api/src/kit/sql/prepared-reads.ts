import pg from 'pg';
import type { DataSource } from 'typeorm';
import { pgPool } from './pg-client.js';
import type { Sql } from './transaction.js';

const TIMESTAMPTZ = 1184;
const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ);

/** A time in UTC since 1000 as PostgreSQL writes it, to the millisecond. */
const PLAIN_TIME = {
  shortest: '2026-11-20 12:00:00+00'.length,
  longest: '2026-11-20 12:00:00.123+00'.length,
  zone: '+00',
};

/** A time that is `PLAIN_TIME` takes a sixth of what the general form takes. */
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
  const pool = pgPool(database);
  const names = new Map<string, string>();
  return {
    query: async <T>(text: string, values?: unknown[]): Promise<T> => {
      let name = names.get(text);
      if (name === undefined) {
        name = `read_${names.size}`;
        names.set(text, name);
      }
      return (await pool.query({ name, text, values, types: TYPES })).rows as T;
    },
  } as Sql;
}
