import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../services/api/dist/database/backup/restore-backup.js';
import { takeBackup } from '../../services/api/dist/database/backup/take-backup.js';
import { startCluster } from '../faults/cluster.js';
import { databaseOfTest } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { dayByDay, leagueWith, openPlatform } from '../support/platform.js';
import { databaseOf, onServer } from '../support/server.js';
import { startService } from '../support/service.js';
import { buildLeagues } from '../support/small-leagues.js';
import { storyLeague } from '../support/story.js';
import { contentsOf, goOn, problems } from './whole.js';

const run = promisify(execFile);

/** The newest pg_dump of this machine that can read the server; null where there is none. */
async function findPgDump(url: string): Promise<string | null> {
  const [server] = await onServer(url, `SELECT current_setting('server_version_num')::int / 10000 AS major`);
  const installed = await readdir('/usr/lib/postgresql').catch(() => []);
  const folders = installed.map((major) => `/usr/lib/postgresql/${major}/bin`);
  for (const command of ['pg_dump', ...folders.map((folder) => join(folder, 'pg_dump'))]) {
    const answer = await run(command, ['--version']).catch(() => null);
    const major = Number(/ (\d+)/.exec(answer?.stdout ?? '')?.[1]);
    if (major >= Number(server!.major)) return command;
  }
  return null;
}

test('a dumped and restored database is complete, and usable', async (context) => {
  const original = await databaseOfTest(buildLeagues);
  const copy = await databaseOfTest();
  const pgDump = await findPgDump(original.url);
  if (!pgDump) {
    console.warn('NOT RUN: no pg_dump here reads this server; the test of the copied folder is run');
    return context.annotate('no pg_dump here reads this server');
  }
  const folder = await mkdtemp(join(tmpdir(), 'openladder-dump-'));
  const file = join(folder, 'dump.sql');
  await run(pgDump, ['--no-owner', '--file', file, original.url]);
  await onServer(copy.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await run(pgDump.replace('pg_dump', 'psql'), ['--quiet', '-v', 'ON_ERROR_STOP=1', '--file', file, copy.url]);
  await rm(folder, { recursive: true });
  expect(await contentsOf(copy.url)).toEqual(await contentsOf(original.url));
  expect(await problems(copy.url)).toEqual([]);
  await goOn(copy.url);
});

test('a data folder copied while the service was stopped is complete, and usable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openladder-original-'));
  const backup = await mkdtemp(join(tmpdir(), 'openladder-backup-'));
  try {
    const original = await startCluster(folder);
    const platform = await openPlatform(original.url);
    await leagueWith(platform.app, 'kept', 'performance', dayByDay('ann beats ben', 'ben draws cid', 'cid beats ann'));
    await platform.close();
    const before = await contentsOf(original.url);
    await original.stop();
    await run('cp', ['-a', `${folder}/.`, backup]);
    await chmod(backup, 0o755);
    await rm(folder, { recursive: true });

    const restored = await startCluster(backup);
    try {
      expect(await contentsOf(restored.url)).toEqual(before);
      expect(await problems(restored.url)).toEqual([]);
      await goOn(restored.url);
    } finally {
      await restored.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(backup, { recursive: true, force: true });
  }
});

test('a process that was running before and after a restore shows nothing of the lost data', async () => {
  const { url } = await databaseOfTest();
  const service = await startService({ databaseUrl: url });
  onTestFinished(service.stop);
  await service.admin.mutate('createLeague', { slug: 'lost', name: 'Lost', ratingSystem: 'elo' });
  const league = storyLeague(service.admin, 'lost');
  await league.play('ann beats ben', 'ann beats ben', 'ann beats ben', 'ann beats ben');
  const { folder } = (await takeBackup({ url, dir: await newFolder(), now: new Date() }))!;
  const since = '2000-01-01T00:00:00Z';
  const look = async () => {
    const { records, upsets, movers } = await league.read(`records { mostWins { player { handle } wins } }
      upsets(since: "${since}") { expectedScore } movers(since: "${since}") { player { handle } }`);
    return [records.mostWins, upsets.length, movers];
  };
  for (const n of [5, 6, 7]) await league.play(league.match('ben beats ann', { externalId: `lost-${n}` }));
  expect(await look()).toEqual([{ player: { handle: 'ann' }, wins: 4 }, 3, []]);
  const name = pg.escapeIdentifier(databaseOf(url));
  await onServer(inject('serverUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  await restoreBackup(url, folder);
  // The service has seen that its connections are gone.
  await expect
    .poll(async () => (await service.admin.ask('{ league(slug: "lost") { name } }')).data?.league.name)
    .toBe('Lost');
  // It may have looked at the schema while that was being made.
  await expect.poll(async () => (await fetch(`${service.url}/ready`)).status).toBe(200);
  for (const n of [5, 6, 7, 8]) await league.play(league.match('ann beats ben', { externalId: `other-${n}` }));
  expect(await look()).toEqual([{ player: { handle: 'ann' }, wins: 8 }, 0, []]);
});
