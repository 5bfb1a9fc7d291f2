import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';
import {
  beginUser,
  eventually,
  isAnyRunning,
  isRunning,
  killWatchdog,
  openFolder,
  query,
  serverPid,
  startUser,
} from './support.js';

/** One cluster for all tests here; each leaves it without a server. */
let folder: Awaited<ReturnType<typeof openFolder>>;
let dataDir: string;

beforeAll(async () => {
  folder = await openFolder();
  dataDir = join(folder.path, 'data');
  await (await startEmbeddedPostgres({ dataDir })).stop();
});
afterAll(() => folder.remove());

describe('one process', () => {
  test('the cluster sorts by code point, checks its pages, syncs its writes and listens on no network', async () => {
    const database = await startEmbeddedPostgres({ dataDir });
    const [settings] = await query(
      database.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums,
        current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_pages,
        current_setting('listen_addresses') AS addresses, current_setting('timezone') AS timezone,
        (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    await database.stop();
    expect(settings).toEqual({
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      full_pages: 'on',
      addresses: '',
      timezone: 'UTC',
      locale: 'C.UTF-8',
    });
  });

  test('after stop, the server is gone and its folder has no pipe, and a second stop changes nothing', async () => {
    const database = await startEmbeddedPostgres({ dataDir });
    const pid = await serverPid(dataDir);
    await database.stop();
    expect(isRunning(pid)).toBe(false);
    expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['data', 'server.log', 'socket']);
    await database.stop();
  });

  test('two shares in one process count as two users', async () => {
    const one = await startEmbeddedPostgres({ dataDir });
    const other = await startEmbeddedPostgres({ dataDir });
    expect([one.isAdopted, other.isAdopted]).toEqual([false, true]);
    await one.stop();
    expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await other.stop();
  });

  test('a killed server restarts at the same place by itself', async () => {
    const messages: string[] = [];
    const database = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) });
    await query(
      database.url,
      'DROP TABLE IF EXISTS note',
      'CREATE TABLE note (text text)',
      "INSERT INTO note VALUES ('kept')",
    );
    const pid = await serverPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually('the table answers again', () =>
      query(database.url, 'SELECT text FROM note').then(
        (rows) => rows[0]?.text === 'kept',
        () => false,
      ),
    );
    expect(await serverPid(dataDir)).not.toBe(pid);
    await database.stop();
    expect(messages).toContain(`The database server ${pid} died; restarting it.`);
  });

  test('a server that cannot start is reported in its own words', async () => {
    const settings = join(dataDir, 'postgres/data/postgresql.conf');
    const before = await readFile(settings);
    await writeFile(settings, 'no_such_setting = 1\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /did not start; its log says:[\s\S]*unrecognized configuration parameter "no_such_setting"/,
    );
    await writeFile(settings, before);
  });

  test('files of another PostgreSQL are refused with a hint for moving them', async () => {
    const versionFile = join(dataDir, 'postgres/data/PG_VERSION');
    const version = await readFile(versionFile);
    await writeFile(versionFile, '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /was made by PostgreSQL 17, and this version of Open Ladder has PostgreSQL \d+\. Make a backup/,
    );
    await writeFile(versionFile, version);
  });

  test('a socket folder that others may enter is refused', async () => {
    await chmod(join(dataDir, 'postgres/socket'), 0o755);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/socket must be open to its owner only.* is 755$/);
    await chmod(join(dataDir, 'postgres/socket'), 0o700);
  });

  test('lock files with the number of an unrelated process have no effect', async () => {
    const stale = [process.pid, join(dataDir, 'postgres/data'), 1, 5432, '', '', '', 'ready'].join('\n');
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), `${stale}\n`);
    await writeFile(join(dataDir, 'postgres/socket/.s.PGSQL.5432.lock'), `${stale}\n`);
    const database = await startEmbeddedPostgres({ dataDir });
    expect(await serverPid(dataDir)).not.toBe(process.pid);
    await database.stop();
  });
});

describe('several processes', () => {
  test('the second joins the server of the first, which runs until the last has left', async () => {
    const first = await startUser(dataDir);
    const second = await startUser(dataDir);
    expect([first.isAdopted, second.isAdopted]).toEqual([false, true]);
    expect(second.url).toBe(first.url);
    const pid = await serverPid(dataDir);
    await first.leave();
    expect(isRunning(pid)).toBe(true);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.leave();
    expect(isRunning(pid)).toBe(false);
  });

  test('kill -9 of the process that started the server does not affect the other', async () => {
    const first = await startUser(dataDir);
    const second = await startUser(dataDir);
    const pid = await serverPid(dataDir);
    await first.kill();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(isRunning(pid)).toBe(true);
    await second.kill();
    await eventually('the server has ended', () => !isRunning(pid));
  });

  test('kill -9 during a write leaves no server behind and loses no acknowledged row', async () => {
    const victim = await startUser(dataDir);
    await query(victim.url, 'DROP TABLE IF EXISTS note', 'CREATE TABLE note (number integer PRIMARY KEY)');
    const pid = await serverPid(dataDir);
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await query(victim.url, `INSERT INTO note VALUES (${acknowledged + 1})`);
        acknowledged += 1;
      }
    })();
    await eventually('some rows are acknowledged', () => acknowledged >= 20);
    // Expected before it can happen: writing may fail while the kill is still awaited.
    const failed = expect(writing).rejects.toThrow();
    await victim.kill();
    await failed;
    await eventually('the server has ended', () => !isRunning(pid));
    const heir = await startUser(dataDir);
    const [row] = await query(heir.url, 'SELECT count(*)::int AS count, max(number) AS last FROM note');
    await heir.leave();
    expect(row!.count).toBe(row!.last);
    // The last statement may have been committed before its acknowledgement was cut off.
    expect([acknowledged, acknowledged + 1]).toContain(row!.count);
  });

  test('kill -9 of a process whose server is starting leaves no server behind', async () => {
    const home = join(dataDir, 'postgres');
    for (let round = 0; round < 4; round++) {
      const begun = beginUser(dataDir);
      const hasLeasePipe = async () => (await readdir(home)).some((name) => name.startsWith('lease.'));
      await eventually('a watchdog is there', hasLeasePipe);
      await begun.kill();
      await eventually('nothing runs', () => !isAnyRunning(join(home, 'data')));
      expect((await readdir(home)).sort()).toEqual(['data', 'server.log', 'socket']);
    }
  });

  test('kill -9 of the server, its watchdog and its user loses no acknowledged row', async () => {
    const victim = await startUser(dataDir);
    await query(
      victim.url,
      'DROP TABLE IF EXISTS note',
      'CREATE TABLE note (text text)',
      "INSERT INTO note VALUES ('kept')",
    );
    const pid = await serverPid(dataDir);
    killWatchdog(pid);
    process.kill(pid, 'SIGKILL');
    await victim.kill();
    const heir = await startUser(dataDir);
    expect(await query(heir.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    await heir.leave();
  });

  test('the last user stops a server whose watchdog was killed', async () => {
    const user = await startUser(dataDir);
    const pid = await serverPid(dataDir);
    killWatchdog(pid);
    await user.leave();
    expect(isRunning(pid)).toBe(false);
    expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['data', 'server.log', 'socket']);
  });

  test('a server whose watchdog was killed is replaced by a watched one', async () => {
    const victim = await startUser(dataDir);
    const pid = await serverPid(dataDir);
    killWatchdog(pid);
    await victim.kill();
    const heir = await startUser(dataDir);
    expect(heir.isAdopted).toBe(false);
    const next = await serverPid(dataDir);
    expect(isRunning(pid)).toBe(false);
    await heir.kill();
    await eventually('the watched server has ended', () => !isRunning(next));
  });

  test('users who come while the last one leaves always find a server', async () => {
    for (let round = 0; round < 6; round++) {
      const leaving = await startUser(dataDir);
      const coming = beginUser(dataDir);
      await eventually(
        'the newcomer is under way',
        async () => round % 2 === 0 || existsSync(join(dataDir, 'postgres')),
      );
      await leaving.leave();
      const user = await coming.user;
      expect(await query(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await user.kill();
    }
  });
});
