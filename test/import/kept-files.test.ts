import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findImport, type ImportKey } from '../../services/api/dist/import/match-import.repository.js';
import { forgetUnusedFiles } from '../../services/api/dist/import/receive-file.js';
import { checkImport, startImport } from '../../services/api/dist/import/request-import.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { failingLog } from '../support/log.js';
import { openLeague, usePlatform } from '../support/platform.js';
import { CSV, handIn, MAPPING, NEVER, ROWS } from './handed-in-file.js';

const platform = usePlatform();

const run = () => runImports(platform.app, failingLog, NEVER);
const found = async (key: ImportKey) => (await findImport(platform.app.database, key))!;
const received = (slug: string, ...pieces: readonly string[]) => handIn(platform, slug, pieces);

test('a file with too many columns is refused, whatever separates the cells', async () => {
  const { app } = platform;
  await openLeague(app, 'broad', 'elo');
  const rule = 'must have at most 500 columns, but has 501';
  const header = (separator: string) => Array.from({ length: 501 }, (_, column) => `c${column}`).join(separator);
  await expect(received('broad', header(','))).rejects.toThrow(`file ${rule}`);
  const other = await received('broad', header('^'));
  const asked = { mapping: 'match=c0; player=c1; score=c2', delimiter: '^' };
  await expect(checkImport(app, COMMAND_LINE, other, asked)).rejects.toThrow(`delimiter ${rule}`);
});

test('an unused file is deleted after a day', async () => {
  const { app } = platform;
  await openLeague(app, 'unused', 'elo');
  const [old, failed, young] = [
    await received('unused', CSV),
    await received('unused', CSV),
    await received('unused', CSV),
  ];
  await platform.sql(
    `UPDATE match_import SET requested_at = now() - interval '25 hours' WHERE id IN (${old.id}, ${failed.id})`,
  );
  await platform.sql(
    `UPDATE match_import SET status = 'FAILED', error = 'x', finished_at = now() WHERE id = ${failed.id}`,
  );
  await forgetUnusedFiles(app);
  expect([await findImport(app.database, old), await findImport(app.database, failed)]).toEqual([null, null]);
  expect(await found(young)).toMatchObject({ status: 'UPLOADED' });
});

test('a file with refused rows stays for a day after its import', async () => {
  const { app } = platform;
  await openLeague(app, 'refusals', 'elo');
  const key = await received('refusals', `${CSV}\n2030-01-01,p1,p2,x,1`);
  await checkImport(app, COMMAND_LINE, key, { mapping: MAPPING });
  await run();
  await startImport(app, COMMAND_LINE, key);
  await run();
  expect(await found(key)).toMatchObject({ status: 'DONE', accepted: ROWS });
  const parts = () => platform.sql(`SELECT number FROM match_import_part WHERE import_id = ${key.id}`);
  await forgetUnusedFiles(app);
  expect(await parts()).toEqual([{ number: 0 }]);
  await platform.sql(`UPDATE match_import SET requested_at = now() - interval '25 hours' WHERE id = ${key.id}`);
  await forgetUnusedFiles(app);
  expect([await parts(), (await found(key))?.status]).toEqual([[], 'DONE']);
});

test('a file whose process ended during the upload is deleted with its parts, and one that is arriving stays', async () => {
  const { app } = platform;
  await openLeague(app, 'orphans', 'elo');
  const begin = async (seconds: number): Promise<number> => {
    const [row] = await platform.sql(`INSERT INTO match_import (league_id, status, file_name, actor, requested_at)
      SELECT id, 'UPLOADING', 'a.csv', 'x', now() - interval '${seconds} seconds' FROM league WHERE slug = 'orphans' RETURNING id`);
    const id = row!.id as number;
    await platform.sql(`INSERT INTO match_import_part (league_id, import_id, number, content)
      SELECT id, ${id}, 0, 'x' FROM league WHERE slug = 'orphans'`);
    return id;
  };
  const [alive] = [await begin(90), await begin(150), await begin(1_000)];
  // What has ended takes no place of the league's three.
  await received('orphans', CSV);
  const others = [await begin(30), await begin(60)];
  await expect(received('orphans', CSV)).rejects.toThrow('At most 3 files may be arriving for a league at a time');
  await forgetUnusedFiles(app);
  const parts = () =>
    platform.sql(`SELECT own.id FROM match_import AS own JOIN match_import_part ON import_id = own.id
      JOIN league ON league.id = own.league_id WHERE slug = 'orphans' AND status = 'UPLOADING' ORDER BY own.id`);
  const stay = [alive, ...others].map((id) => ({ id }));
  await expect.poll(parts).toEqual(stay);
  expect(await platform.sql(`SELECT id FROM match_import WHERE status = 'UPLOADING' ORDER BY id`)).toEqual(stay);
});
