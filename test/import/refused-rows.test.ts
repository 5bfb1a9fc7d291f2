import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test, vi } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { ImportKey } from '../../services/api/dist/import/match-import.repository.js';
import { readRefusedRows } from '../../services/api/dist/import/refused-rows.js';
import { checkImport } from '../../services/api/dist/import/request-import.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { failingLog } from '../support/log.js';
import { openLeague, usePlatform } from '../support/platform.js';
import { handIn, NEVER } from './handed-in-file.js';

const platform = usePlatform();

/** A checked file of one match with very many rows. */
const HEAD = 'match,date,player,place';
const ROWS = 60_000;
const LONG = [HEAD, ...Array.from({ length: ROWS }, (_, row) => `m,2020-01-01,player-${row % 9},${row}`)].join('\n');
const LATE = { timeout: 20 };

async function checked(slug: string): Promise<ImportKey> {
  await openLeague(platform.app, slug, 'elo');
  const key = await handIn(platform, slug, LONG.match(/.{1,65536}/gs)!);
  await checkImport(platform.app, COMMAND_LINE, key, {
    mapping: 'match=match; date=date; player=player; placement=place',
  });
  await runImports(platform.app, failingLog, NEVER);
  return key;
}

const read = (key: ImportKey, options = {}) => readRefusedRows(platform.app, COMMAND_LINE, key, options);

const closed = (rows: Readable) => finished(rows).catch(() => undefined);

test('rows of a match are passed on before the whole file has been read', async () => {
  const key = await checked('long');
  const sent = vi.spyOn(platform.app.database, 'query');
  const pieces = () => sent.mock.calls.filter(([text]) => /SELECT content FROM match_import_part/.test(text)).length;
  const { rows } = await read(key);
  let count = 0;
  for await (const { line } of rows) {
    if (++count === 1) expect([line, pieces()]).toEqual([2, 1]);
  }
  expect(count).toBe(ROWS);
  expect(pieces()).toBeGreaterThan(4);
  sent.mockRestore();
});

test('two files are read at a time, and each makes room when it is closed, fails or takes too long', async () => {
  const key = await checked('crowded');
  const asked = await Promise.allSettled([read(key), read(key), read(key)]);
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  const [one, other] = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value.rows] : []));

  // Neither has been read.
  await Promise.all([closed(one!.destroy()), closed(other!.destroy())]);
  const { rows: stalled } = await read(key, LATE);
  const { rows: unread } = await read(key, LATE);
  const stall = async () => {
    for await (const _ of stalled) await closed(stalled);
  };
  await Promise.all([expect(stall()).rejects.toThrow('aborted'), closed(unread)]);

  const pay = async () => {
    throw new Error('no points left');
  };
  for (let n = 0; n < 3; n++) await expect(read(key, { pay })).rejects.toThrow('no points left');
  const { rows } = await read(key);
  await closed(rows.destroy());
});

test('the oldest of two slow readers makes room for another after its share of time', async () => {
  const key = await checked('slow');
  const { rows: oldest } = await read(key);
  const { rows: other } = await read(key);
  await expect(read(key)).rejects.toMatchObject({ retryAfter: expect.toSatisfy((wait) => wait > 15 && wait <= 20) });
  const { rows: newest } = await read(key, { fairShare: 0 });
  await expect(finished(oldest)).rejects.toThrow('Others wait');
  expect([other.destroyed, newest.destroyed]).toEqual([false, false]);
  await Promise.all([closed(other.destroy()), closed(newest.destroy())]);
});
