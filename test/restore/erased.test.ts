import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { ERASURES, type KeptErasure, readErasures } from '../../services/api/dist/database/backup/erasures.js';
import { takeBackup } from '../../services/api/dist/database/backup/take-backup.js';
import { LISTENER } from '../../services/api/dist/database/presence.js';
import { eraseAgain, erasePlayer } from '../../services/api/dist/player/erase-player.js';
import { mergePlayers } from '../support/changes.js';
import { inEmptyDatabase } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { match, openLeague, play, usePlatform } from '../support/platform.js';
import { runCommand } from '../support/run-command.js';
import { onServer, openClient } from '../support/server.js';
import { goOn, problems } from './whole.js';

const NAMES = /anneliese|lisbeth/i;
const NOON = new Date('2026-11-20T12:00:00.000Z');
const erase = { confirmMerged: null, reason: 'they asked for it', inMatches: true };

const platform = usePlatform();
const dir = await newFolder();
/** The backup of before the erasure. */
let folder: string;

beforeAll(async () => {
  const { app } = platform;
  await openLeague(app, 'arena', 'timed-glicko');
  const named = { ...match(1, 'anneliese beats ben'), details: { by: 'Lisbeth' } };
  await play(app, 'arena', [
    named,
    match(2, 'lisbeth beats ben'),
    match(3, 'ben beats cid'),
    match(4, 'gus beats cid'),
  ]);
  const merge = {
    league: 'arena',
    player: 'lisbeth',
    into: 'anneliese',
    reason: 'Lisbeth is Anneliese',
    dryRun: false,
  };
  await mergePlayers(app, COMMAND_LINE, merge);
  folder = (await takeBackup({ url: platform.url, dir, now: NOON }))!.folder;
});

async function everything(url: string): Promise<string> {
  const tables = await onServer(url, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
  const rows = await Promise.all(
    tables.map(({ name }) => onServer(url, `SELECT row::text AS text FROM "${name}" AS row`)),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

const rated = async (url: string) => [
  await onServer(url, 'SELECT *, value::text AS exact FROM rating ORDER BY league_id, player_id'),
  await onServer(url, 'SELECT * FROM rating_change ORDER BY league_id, player_id, played_at, sequence'),
  await onServer(url, 'SELECT id, handle, erased_at FROM player ORDER BY id'),
];

test('an erasure is recorded beside the backups, without a name', async () => {
  const needs = { ...platform.app, backups: { dir, every: 24, keep: 7 } };
  await erasePlayer(needs, COMMAND_LINE, { ...erase, player: 'anneliese', confirm: 'anneliese' });
  const path = join(dir, ERASURES);
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(NAMES);
  expect(text.trim().split('\n')).toHaveLength(2);
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('a backup records missing erasures, each once', async () => {
  await erasePlayer(platform.app, COMMAND_LINE, { ...erase, player: 'gus', confirm: 'gus', inMatches: false });
  expect(await readErasures(dir)).toHaveLength(2);
  for (const later of [1, 2]) await takeBackup({ url: platform.url, dir, now: new Date(NOON.getTime() + later) });
  expect((await readFile(join(dir, ERASURES), 'utf8')).trim().split('\n')).toHaveLength(3);
  expect((await readErasures(dir)).map(({ inMatches }) => inMatches)).toEqual([true, true, false]);
});

test('a restored backup contains no person who was erased since; all ratings are the same, and everything holds', async () => {
  await inEmptyDatabase(async (url) => {
    const env = { OPENLADDER_DATABASE_URL: url };
    const restored = await runCommand(['restore', folder], { env });
    expect(restored, restored.stderr).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Erased again: 3 players.'),
    });
    expect(await everything(url)).not.toMatch(NAMES);
    // Under the same pseudonyms, as of the same moments.
    expect(await rated(url)).toEqual(await rated(platform.url));
    expect(await problems(url)).toEqual([]);
    const again = await runCommand(['erase-again', dirname(folder)], { env });
    expect(again, again.stderr).toMatchObject({ status: 0, stdout: 'Erased again: 0 players.\n' });
    await goOn(url);
  });
});

test('in a database with a different later history, nobody is erased because they have the id of another person', async () => {
  const elsewhere = await newFolder();
  const { folder: other } = (await takeBackup({ url: platform.url, dir: elsewhere, now: NOON }))!;
  const [ben] = await onServer(platform.url, `SELECT id FROM player WHERE handle = 'ben'`);
  const kept: KeptErasure = {
    ...(await readErasures(dir))[0]!,
    ...{ player: Number(ben!.id), createdAt: '2026-11-20T12:00:00.000000Z' },
  };
  await writeFile(join(elsewhere, ERASURES), `${JSON.stringify(kept)}\n`);
  await inEmptyDatabase(async (url) => {
    const restored = await runCommand(['restore', other], { env: { OPENLADDER_DATABASE_URL: url } });
    expect(restored, restored.stderr).toMatchObject({ status: 0 });
    expect(restored.stderr).not.toContain('Erased again');
    expect(await rated(url)).toEqual(await rated(platform.url));
  });
});

test('an unreadable list is refused before anything is restored', async () => {
  const text = await readFile(join(dir, ERASURES), 'utf8');
  await writeFile(join(dir, ERASURES), `${text}{"player": 1}\n`);
  onTestFinished(() => writeFile(join(dir, ERASURES), text));
  await inEmptyDatabase(async (url) => {
    const restored = await runCommand(['restore', folder], { env: { OPENLADDER_DATABASE_URL: url } });
    expect(restored).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('line 4 must be an erasure, but is {"player": 1}'),
    });
    expect(await onServer(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });
});

test('nobody is erased again while a service recomputes a league that knows them', async () => {
  const { app, url } = platform;
  const [cid] = await onServer(
    url,
    `SELECT id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at FROM player WHERE handle = 'cid'`,
  );
  const listed: KeptErasure = {
    ...{ player: Number(cid!.id), createdAt: String(cid!.at), pseudonym: 'erased-cid' },
    ...{ inMatches: true, erasedAt: NOON.toISOString() },
  };
  await onServer(
    url,
    `INSERT INTO recompute (league_id, status, correction, reason, actor, requested_at)
     SELECT league_id, 'QUEUED', '{"kind": "recomputeLeague"}', 'a test', 'somebody', now() FROM league_slug WHERE slug = 'arena'`,
  );
  const service = await openClient({ connectionString: url, application_name: LISTENER });
  try {
    await expect(eraseAgain(app, [listed])).rejects.toThrow('A league of a listed player, arena, is being recomputed');
  } finally {
    await service.end();
  }
  // As after a restore of what was taken meanwhile.
  await expect.poll(() => eraseAgain(app, [listed]).catch(() => 0)).toBe(1);
  expect(await onServer(url, `SELECT FROM player WHERE handle = 'erased-cid'`)).toHaveLength(1);
});
