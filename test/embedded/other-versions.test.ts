import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { binariesIn, findBinaryPackage, prepareBinaries } from '../../services/api/dist/database/embedded/binaries.js';
import { serverArguments } from '../../services/api/dist/database/embedded/cluster.js';
import { ensureClusterDir } from '../../services/api/dist/database/embedded/cluster-dir.js';
import { ensureSocketFolder } from '../../services/api/dist/database/embedded/connection.js';
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';
import { run, spawnOptions } from '../../services/api/dist/database/embedded/server-user.js';
import { openClient } from '../support/server.js';
import { runOpenLadder } from '../support/service-process.js';
import { eventually, isRunning, killWatchdog, openFolder, query, serverPid, startUser } from './support.js';

/** One cluster for all tests here; each leaves it without a server. */
let folder: Awaited<ReturnType<typeof openFolder>>;
let dataDir: string;
/** Where the cluster is; its user is the owner of the pipes. */
let dir: Awaited<ReturnType<typeof ensureClusterDir>>;
let url: string;
let holder: ChildProcess | undefined;
let connected: pg.Client | undefined;
let server = 0;

beforeAll(async () => {
  folder = await openFolder();
  dataDir = join(folder.path, 'data');
  const database = await startEmbeddedPostgres({ dataDir });
  ({ url } = database);
  await database.stop();
  dir = await ensureClusterDir(dataDir);
});
afterEach(async () => {
  await connected?.end();
  holder?.kill('SIGKILL');
  if (isRunning(server)) process.kill(server, 'SIGINT');
  await eventually('the server has ended', () => !isRunning(server));
  for (const name of ['lease', 'count']) await rm(join(dir.path, `${name}.${server}`), { force: true });
  [connected, holder] = [undefined, undefined];
});
afterAll(() => folder.remove());

/** Starts the server of the cluster without any lease of this version. */
async function startServer(): Promise<void> {
  const found = await findBinaryPackage();
  await prepareBinaries(found, dir.user, join(dataDir, 'binaries'));
  const options = serverArguments(dir.data, await ensureSocketFolder(dir), false);
  const child = spawn(binariesIn(found.path).postgres, options, { ...spawnOptions(dir.user), stdio: 'ignore' });
  server = child.pid!;
  await eventually('it answers', () =>
    query(url, 'SELECT').then(
      () => true,
      () => false,
    ),
  );
}

const pipe = (name: string) => run(dir.user, 'mkfifo', [join(dir.path, `${name}.${server}`)]);
const file = (name: string) => writeFile(join(dir.path, `${name}.${server}`), '{"format":7,"users":[{"pid":4711}]}');

/** How other versions show that a live process uses the server. */
const LEASES: readonly (readonly [name: string, take: () => Promise<void>])[] = [
  ['no file at all, as one that a person started', async () => undefined],
  [
    'an older version’s lease: a pipe that is watched and held open, and nothing that counts',
    async () => {
      await pipe('lease');
      const path = join(dir.path, `lease.${server}`);
      holder = spawn('/bin/sh', ['-c', 'exec 3<>"$1"; exec sleep 600', 'sh', path], { stdio: 'ignore' });
      await once(holder, 'spawn');
    },
  ],
  [
    'a future version’s lease: files of the same names with another content',
    async () => {
      await file('lease');
      await file('count');
    },
  ],
  [
    'a future version’s lease: pipes of the same names that nobody holds open, and a connection',
    async () => {
      await pipe('lease');
      await pipe('count');
      connected = await openClient(url);
    },
  ],
];

test.each(LEASES)('a server with %s is not joined, and continues', async (_, take) => {
  await startServer();
  await take();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    `process ${server} is a PostgreSQL server in ${dir.path} that this version of Open Ladder cannot join`,
  );
  expect(await serverPid(dataDir)).toBe(server);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.each([[['migrate', '--dry-run']], [['backup', '--to', 'anywhere']]])(
  'openladder %s reports in one line that it cannot join such a server',
  async (command) => {
    await startServer();
    const { status, stderr } = await runOpenLadder(command, { env: { OPENLADDER_DATA_DIR: dataDir } });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The embedded database in .* cannot join: [^\n]*\n$/)]);
    expect(isRunning(server)).toBe(true);
  },
);

test('a server whose watchdog was killed continues for its users', async () => {
  const user = await startUser(dataDir);
  server = await serverPid(dataDir);
  killWatchdog(server);
  await expect(startUser(dataDir)).rejects.toThrow('cannot join');
  expect(await query(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await serverPid(dataDir)).toBe(server);
  await user.leave();
  expect(isRunning(server)).toBe(false);
  const next = await startUser(dataDir);
  expect(next.isAdopted).toBe(false);
  await next.leave();
});
