import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClusterDir } from '../../services/api/dist/database/embedded/cluster-dir.js';
import { startWatched } from '../../services/api/dist/database/embedded/watchdog.js';
import { eventually, isRunning, openFolder } from './support.js';

/** Hears SIGINT only after a while, as PostgreSQL does for its first milliseconds. */
const SLOW_OF_HEARING = `
  process.on('SIGINT', () => console.log('unheard'));
  setTimeout(() => process.on('SIGINT', () => process.exit()), 500);
  setInterval(() => console.log('deaf'), 10);
`;

test('an unused server is stopped, although it cannot receive the first signal', async () => {
  const folder = await openFolder();
  const user = { uid: process.getuid!(), gid: process.getgid!() };
  const dir: ClusterDir = {
    path: folder.path,
    data: join(folder.path, 'data'),
    log: join(folder.path, 'server.log'),
    user,
  };
  const server = await startWatched(dir, [process.execPath, '-e', SLOW_OF_HEARING]);
  const log = () => readFile(dir.log, 'utf8');
  await eventually('the server is deaf', async () => (await log()).includes('deaf'));
  server.release();
  await eventually('the server has ended', () => !isRunning(server.pid));
  expect(await log()).toContain('unheard');
  await eventually('its pipes are gone', async () => (await readdir(folder.path)).join() === 'server.log');
  await folder.remove();
});
