import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';
import { beginUser, eventually, isAnyRunning, openFolder, query, serverPid, startUser, userOf } from './support.js';

let folder: Awaited<ReturnType<typeof openFolder>>;
let dataDir: string;

beforeEach(async () => {
  folder = await openFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder.remove());

describe('a first start', () => {
  test('the first start creates a cluster, and the second continues with its data', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, 'CREATE TABLE note (text text)', "INSERT INTO note VALUES ('kept')");
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    await second.stop();
  });

  test('the remains of an interrupted first start are removed, and the cluster is created anew', async () => {
    const home = join(dataDir, 'postgres');
    const begun = beginUser(dataDir);
    await eventually('initdb is at work', async () => existsSync(home) && (await readdir(home)).length > 0);
    await begun.kill();
    await expect(begun.user).rejects.toThrow('the process was killed');
    await eventually('the initdb that outlived its parent has ended', () => !isAnyRunning(`--pgdata=${home}`));
    expect(await readdir(home)).toEqual([expect.stringMatching(/^data\.init-/)]);
    const database = await startEmbeddedPostgres({ dataDir });
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect((await readdir(home)).sort()).toEqual(['data', 'server.log', 'socket']);
  });

  test('a folder with a path too long for a socket gets a short one, closed to others', async () => {
    const long = join(folder.path, 'a-folder-with-a-long-name'.repeat(5), 'data');
    const database = await startEmbeddedPostgres({ dataDir: long });
    const socketFolder = await readlink(join(long, 'postgres/socket'));
    expect(database.connection.host).toBe(socketFolder);
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    const again = await startEmbeddedPostgres({ dataDir: long });
    expect(again.connection.host).toBe(socketFolder);
    await again.stop();
    await rm(socketFolder, { recursive: true });
  });

  test('processes that start at once create one cluster and share one server', async () => {
    const users = await Promise.all([startUser(dataDir), startUser(dataDir), startUser(dataDir)]);
    expect(users.filter((user) => !user.isAdopted)).toHaveLength(1);
    const starts = await Promise.all(users.map((user) => query(user.url, 'SELECT pg_postmaster_start_time() AS at')));
    expect(new Set(starts.map(([row]) => String(row!.at))).size).toBe(1);
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data'))).toEqual(['data']);
    await Promise.all(users.map((user) => user.leave()));
  });
});

// Only root can run a server as someone else, and needs to.
if (process.getuid?.() === 0) {
  const NOBODY = { uid: 65534, gid: 65534 };

  describe('as root', () => {
    test("a data folder that is closed to the server's user is linked to an accessible place", async () => {
      await chmod(folder.path, 0o700);
      const database = await startEmbeddedPostgres({ dataDir });
      const place = await readlink(join(dataDir, 'postgres'));
      expect(place).toMatch(/^\/var\/lib\/openladder\/cluster-/);
      await query(database.url, 'CREATE TABLE note (text text)', "INSERT INTO note VALUES ('kept')");
      await database.stop();
      const again = await startUser(dataDir);
      expect(await query(again.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
      await again.leave();
      await rm(place, { recursive: true });
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`is a link to ${place}, which no longer exists`);
    });

    // An ordinary user must get at the checkout to run anything of it: not in a folder that only root may enter.
    const here = fileURLToPath(import.meta.url);
    const isOpen = spawnSync('/bin/cat', [here], { ...NOBODY, stdio: 'ignore' }).status === 0;
    const name = 'the cluster of an ordinary user stays that user’s when root starts it';
    test(name, async ({ skip }) => {
      if (!isOpen) {
        const reason = `${here} is closed to ordinary users, so none can start a database`;
        console.warn(`NOT TESTED: ${name}. ${reason}`);
        skip(reason);
      }
      await mkdir(dataDir);
      await chown(dataDir, NOBODY.uid, NOBODY.gid);
      const ordinary = await startUser(dataDir, NOBODY);
      await query(ordinary.url, 'CREATE TABLE note (text text)');
      await ordinary.leave();
      const database = await startEmbeddedPostgres({ dataDir });
      expect(userOf(await serverPid(dataDir))).toBe(NOBODY.uid);
      await database.stop();
      const after = await startUser(dataDir, NOBODY);
      expect(await query(after.url, 'SELECT * FROM note')).toEqual([]);
      await after.leave();
      await chmod(join(dataDir, 'postgres'), 0o755);
      await expect(startUser(dataDir, { uid: 12345, gid: 12345 })).rejects.toThrow(
        'belongs to user 65534, and this process runs as user 12345',
      );
    });
  });
}
