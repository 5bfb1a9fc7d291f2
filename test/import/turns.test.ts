import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { ImportTurns } from '../../services/api/dist/import/import-turns.js';
import { findImport, type ImportKey } from '../../services/api/dist/import/match-import.repository.js';
import { startImport } from '../../services/api/dist/import/request-import.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { openLeague, usePlatform } from '../support/platform.js';
import { openClient } from '../support/server.js';
import { NEVER, ROWS, waiting } from './handed-in-file.js';

const platform = usePlatform();

const run = (turns = new ImportTurns()) => runImports(platform.app, failingLog, NEVER, turns);
const found = async (key: ImportKey) => (await findImport(platform.app.database, key))!;

/** Files that were checked and are to be imported into new leagues. */
async function started(...slugs: readonly string[]): Promise<ImportKey[]> {
  for (const slug of slugs) await openLeague(platform.app, slug, 'elo');
  const keys = await waiting(platform, ...slugs);
  await run();
  for (const key of keys) await startImport(platform.app, COMMAND_LINE, key);
  return keys;
}

/** Ends the statements that wait for a lock, as a timeout would. @returns how many */
const endWaiting = async () =>
  (await platform.sql(`SELECT pg_cancel_backend(pid) FROM (${WAITING}) AS waiting`)).length;

test('an import continues once its league accepts matches again', async () => {
  const [key] = await started('busy');
  const holder = await openClient(platform.url);
  await holder.query('BEGIN');
  await lockForTest(holder, 'busy');
  const running = run();
  await expect.poll(endWaiting).toBe(1);
  await holder.end();
  await running;
  expect(await found(key!)).toMatchObject({ status: 'DONE', accepted: ROWS, attempts: 1, error: null });
});

test('an import whose league accepts no matches makes way for other leagues, and begins again later', async () => {
  const [full, free] = await started('full', 'free');
  const holder = await openClient(platform.url);
  await holder.query('BEGIN');
  await lockForTest(holder, 'full');
  const running = run(new ImportTurns(0));
  const status = async () => {
    await endWaiting();
    return (await found(free!)).status;
  };
  await expect.poll(status).toBe('DONE');
  await running;
  expect(await found(full!)).toMatchObject({ status: 'IMPORTING', attempts: 0, accepted: 0 });
  await holder.end();
  await run();
  expect(await found(full!)).toMatchObject({ status: 'DONE', accepted: ROWS, replayed: 0 });
});

test('the files of a league wait for each other, and not for those of another league', async () => {
  const [long, short] = await started('long', 'short');
  const turns = new ImportTurns();
  // One league's file stands still, as if it took very long.
  const holder = await openClient(platform.url);
  await holder.query('BEGIN');
  await lockForTest(holder, 'long');
  const runners = [run(turns), run(turns)];
  await expect.poll(async () => (await found(short!)).status).toBe('DONE');
  expect(await found(long!)).toMatchObject({ status: 'IMPORTING' });
  const [next] = await waiting(platform, 'long');
  runners.push(run(turns));
  await runners[2];
  expect(await found(next!)).toMatchObject({ status: 'CHECKING', attempts: 0 });
  await holder.end();
  await Promise.all(runners);
  expect(await found(long!)).toMatchObject({ status: 'DONE', accepted: ROWS, replayed: 0, attempts: 1 });
  expect(await found(next!)).toMatchObject({ status: 'CHECKED' });
});

test('leagues take turns, whichever has more files', async () => {
  for (const slug of ['many', 'few']) await openLeague(platform.app, slug, 'elo');
  const keys = await waiting(platform, 'many', 'many', 'few', 'many');
  await platform.sql(`CREATE TABLE checked (import_id integer, place serial)`);
  await platform.sql(`CREATE RULE checked AS ON UPDATE TO match_import WHERE new.status = 'CHECKED' AND old.status <> 'CHECKED'
                      DO ALSO INSERT INTO checked VALUES (new.id)`);
  await run();
  const ended = (await platform.sql('SELECT import_id AS id FROM checked ORDER BY place')).map(({ id }) => id);
  await platform.sql('DROP RULE checked ON match_import; DROP TABLE checked');
  const [first, second, other, third] = keys.map(({ id }) => id);
  expect(ended).toEqual([first, other, second, third]);
});
