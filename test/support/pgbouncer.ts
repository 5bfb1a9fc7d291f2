import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseServerUser } from '../../services/api/dist/database/embedded/server-user.js';
import { freePort } from './free-port.js';

/** Where Debian puts it, which is not on the path of ordinary users. */
const PROGRAM = '/usr/sbin/pgbouncer';

export interface PgBouncer {
  /** The URL of a database, by way of the pooler. */
  urlOf(database: { readonly url: string }): string;
  stop(): Promise<void>;
}

/** The version of PgBouncer on this machine, such as 1.18; null where there is none. */
export async function pgBouncerVersion(): Promise<string | null> {
  const answer = await promisify(execFile)(PROGRAM, ['--version']).catch(() => null);
  return /PgBouncer (\d+\.\d+)/.exec(answer?.stdout ?? '')?.[1] ?? null;
}

/** Whether a version of PgBouncer can keep prepared statements while it gives each transaction another session. */
export function keepsStatements(version: string | null): boolean {
  const [major, minor] = (version ?? '0.0').split('.').map(Number);
  return major! > 1 || (major === 1 && minor! >= 21);
}

/** Starts a pooler in front of a server. As root it runs as the account of the embedded PostgreSQL, since it refuses to be root. */
export async function startPgBouncer(serverUrl: string, poolMode: 'session' | 'transaction'): Promise<PgBouncer> {
  const { host, port, user, password } = new pg.Client(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'openladder-pooler-'));
  await chmod(folder, 0o755);
  const own = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  const secret = password ? ` password='${password}'` : '';
  await writeFile(
    config,
    `[databases]
* = host='${host}' port=${port} user='${user}'${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = 120
max_client_conn = 2000
server_idle_timeout = 1
${keepsStatements(await pgBouncerVersion()) ? 'max_prepared_statements = 200' : ''}
`,
  );
  const account = process.getuid?.() === 0 ? await chooseServerUser() : {};
  const child = spawn(PROGRAM, ['-q', config], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close');
  const urlOf = ({ url }: { readonly url: string }) =>
    `postgres://${encodeURIComponent(user!)}@127.0.0.1:${own}/${encodeURIComponent(new pg.Client(url).database!)}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  };
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(urlOf({ url: serverUrl }));
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isThere) return { urlOf, stop };
    if (attempt === 2_400 || child.exitCode !== null) {
      await stop();
      throw new Error(`PgBouncer did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
