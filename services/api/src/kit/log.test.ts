import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from './log.js';

const folder = mkdtempSync(join(tmpdir(), 'openladder-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('lines that cannot be written are lost, and the process continues', () => {
  const path = join(folder, 'closed');
  writeFileSync(path, '');
  // Opened for reading only: each write fails, as on a full disk.
  const descriptor = openSync(path, 'r');
  const log = createLog('info', descriptor);
  for (let count = 0; count < 1_000; count++) log.info({ text: 'x'.repeat(5_000) }, 'a line');
  closeSync(descriptor);
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('waiting lines are written when writing works again', () => {
  const path = join(folder, 'reopened');
  writeFileSync(path, '');
  const descriptor = openSync(path, 'r');
  const log = createLog('info', descriptor);
  log.info({}, 'lost at first');
  closeSync(descriptor);
  // The lowest free number is given out first.
  expect(openSync(path, 'a')).toBe(descriptor);
  log.info({}, 'the next');
  log.info({}, 'and one more');
  closeSync(descriptor);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['lost at first', 'the next', 'and one more']);
});
