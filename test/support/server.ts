import pg from 'pg';

/** Opens a connection. Where the server ends it, its next statement fails, and nothing else does. */
export async function openClient(config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement on a connection of its own, outside any transaction, as CREATE DATABASE wants it. */
export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await openClient(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The name of the database of a URL. */
export function databaseOf(url: string): string {
  return new pg.Client(url).database!;
}

/** The same server, another database. Socket URLs (`user@/database?host=`) have no host, which `new URL` refuses. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${encodeURIComponent(database)}`);
}
