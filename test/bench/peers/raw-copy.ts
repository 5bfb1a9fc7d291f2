import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { onServer } from '../../support/server.js';
import { seconds } from '../interleaved.js';

/** The limit of writing rows: they come ready from a file, into a table without a key. */
export interface RawCopy {
  readonly rows: number;
  /** Seconds of one COPY in its own transaction, durable when it ends. */
  measure(): Promise<number>;
  /** Removes the file. */
  end(): Promise<void>;
}

/**
 * Takes the rows of a table that is there out into a file, in COPY's binary form.
 * @param where which of its rows, as SQL
 * @param isKeyed whether the rows go into a table with the same keys and indexes
 */
export async function prepareRawCopy(
  databaseUrl: string,
  table: string,
  where: string,
  isKeyed = false,
): Promise<RawCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'openladder-raw-copy-'));
  const file = join(folder, 'rows');
  const rows = await connected(databaseUrl, async (client) => {
    const stream = client.query(copyTo(`COPY (SELECT * FROM ${table} WHERE ${where}) TO STDOUT (FORMAT binary)`));
    await pipeline(stream, createWriteStream(file));
    return stream.rowCount;
  });
  return {
    rows,
    measure: async () => {
      await onServer(databaseUrl, `CREATE TABLE raw_copy (LIKE ${table}${isKeyed ? ' INCLUDING INDEXES' : ''})`);
      try {
        return await connected(databaseUrl, (client) =>
          seconds(() => {
            const stream = client.query(copyFrom('COPY raw_copy FROM STDIN (FORMAT binary)'));
            return pipeline(createReadStream(file, { highWaterMark: 65_536 }), stream);
          }),
        );
      } finally {
        await onServer(databaseUrl, 'DROP TABLE raw_copy');
      }
    },
    end: () => rm(folder, { recursive: true }),
  };
}

async function connected<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
