import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { TemporaryFile, TemporaryFileFailed } from './temporary-file.js';

vi.mock('node:fs', async (load) => {
  const actual = await load<typeof fs>();
  return { ...actual, writeSync: vi.fn(actual.writeSync), unlinkSync: vi.fn(actual.unlinkSync) };
});
const { writeSync, unlinkSync } = await vi.importActual<typeof fs>('node:fs');

const folder = fs.mkdtempSync(join(tmpdir(), 'temporary-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
afterEach(() => vi.clearAllMocks());

it('data written piece by piece can be read', () => {
  const file = new TemporaryFile(folder);
  // biome-ignore lint/suspicious/noExplicitAny: of several signatures this one is used.
  vi.mocked(fs.writeSync).mockImplementation((...[fd, bytes, at, length, position]: any[]) =>
    writeSync(fd, bytes, at, Math.min(length, 3), position),
  );
  file.write(Buffer.from('0123456789'), 5);
  expect(fs.writeSync).toHaveBeenCalledTimes(4);
  const read = Buffer.alloc(4);
  file.read(read, 7);
  expect(String(read)).toBe('2345');
  expect(() => file.read(Buffer.alloc(4), 12)).toThrow(TemporaryFileFailed);
  file.close();
});

it('leaves nothing behind when the process is killed, if the system allows that', () => {
  const file = new TemporaryFile(folder);
  file.write(Buffer.from('a state'), 0);
  expect(fs.readdirSync(folder)).toHaveLength(process.platform === 'win32' ? 1 : 0);
  file.close();
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('a full disk is reported, with the folder and a remedy', () => {
  const file = new TemporaryFile(folder);
  vi.mocked(fs.writeSync).mockImplementationOnce(() => {
    throw new Error('ENOSPC: no space left on device, write');
  });
  expect(() => file.write(Buffer.from('too much'), 0)).toThrow(
    new TemporaryFileFailed(folder, 'ENOSPC: no space left on device, write'),
  );
  expect(new TemporaryFileFailed('/tmp', 'ENOSPC').message).toMatch(/\/tmp.*ENOSPC.*TMPDIR/);
  file.close();
});

it('is removed at the end if it cannot be removed sooner', () => {
  vi.mocked(fs.unlinkSync).mockImplementationOnce(() => {
    throw new Error('EBUSY');
  });
  const file = new TemporaryFile(folder);
  expect(fs.readdirSync(folder)).toHaveLength(1);
  file.close();
  expect(fs.readdirSync(folder)).toEqual([]);
  vi.mocked(fs.unlinkSync).mockImplementation(unlinkSync);
});
