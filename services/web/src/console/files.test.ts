import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { refusedRowsRoute } from './files.js';
import type { RefusedRows, Uploads } from './uploads.js';

/** A download of these rows, none of which has been read. */
async function download(rows: Readable) {
  const found = { fileName: 'a.csv', delimiter: ',', columns: ['=a'], rows } as RefusedRows;
  const route = refusedRowsRoute({ refused: async () => found } as unknown as Uploads);
  const request = { url: '/', params: { import: 'x' }, headers: {}, ip: '', origin: '', body: Readable.from([]) };
  const { body } = (await route.answer(request)) as { body: Readable };
  return { rows, body };
}

test('a download that its reader leaves before the first row ends the reading of the file', async () => {
  const { rows, body } = await download(Readable.from(['row']));
  await finished(body.destroy()).catch(() => undefined);
  expect(rows.destroyed).toBe(true);
});

test('an abandoned download is aborted when the reading of the file fails', async () => {
  const { rows, body } = await download(Readable.from(['row']));
  rows.destroy(new Error('took too long'));
  await expect(finished(body)).rejects.toThrow('took too long');
});

test('a text that a spreadsheet would calculate gets an apostrophe, which an import removes, and numbers get none', async () => {
  const refusal = { rule: 'DECIMAL', parameters: { field: '=a', value: 'x' }, message: '=a must be a number' };
  const { body } = await download(
    Readable.from([{ line: 2, cells: ['=1+1', '-5', '-1,5', '@ann', "o'hara"], refusal }]),
  );
  const text = (await body.toArray()).join('');
  expect(text).toMatch(/^\uFEFFrefused line,why refused,'=a\r\n2,"?'=a must/);
  expect(text).toContain(`,'=1+1,-5,"-1,5",'@ann,o'hara\r\n`);
});
