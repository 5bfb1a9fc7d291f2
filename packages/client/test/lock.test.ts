import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lock } from '../src/outbox/lock.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(folder, 'results.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is locked once, and again after its release', async () => {
  const unlock = await lock(path);
  await expect(lock(path)).rejects.toThrow('is open in this process already');
  await unlock();
  await (await lock(path))();
  expect(await readdir(folder)).toEqual([]);
});

test('another living process keeps its lock', async () => {
  const started = spawnSync('cat', [`/proc/${process.ppid}/stat`], { encoding: 'utf8' }).stdout;
  await writeFile(`${path}.lock`, `${process.ppid} ${started.split(') ').at(-1)!.split(' ')[19]}`);
  await expect(lock(path)).rejects.toThrow(`is open in process ${process.ppid}`);
});

test.each([
  ['ended', () => `${spawnSync('true').pid} 1`],
  ['was not this one, which has its number', () => `${process.pid} 1`],
  ['was not the one that has its number now', () => `${process.ppid} 1`],
])('the lock of a process that %s is taken over', async (_, holder) => {
  await writeFile(`${path}.lock`, holder());
  const unlock = await lock(path);
  expect(await readdir(folder)).toEqual(['results.ndjson.lock']);
  await unlock();
});

test('the lock of a killed process that its parent has not reaped is taken over', async () => {
  // The shell becomes a program that does not reap its child, like the first process of some containers.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const pid = Number(await once(parent.stdout, 'data'));
    // Until then, the shell itself may reap it, if the child ends in that moment.
    await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    const stat = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)!.split(' ');
    await writeFile(`${path}.lock`, `${pid} ${(await stat())[19]}`);
    await expect(lock(path)).rejects.toThrow(`is open in process ${pid}`);
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await stat())[0]).toBe('Z');
    await (await lock(path))();
  } finally {
    parent.kill('SIGKILL');
  }
});

test('the lock of a process that was killed while creating it is taken over after some seconds', async () => {
  await writeFile(`${path}.lock`, '');
  const made = async (ago: number) => {
    const then = new Date(Date.now() - ago);
    await utimes(`${path}.lock`, then, then);
  };
  // As if it were created later, so that no pause of this process is long enough.
  await made(-600_000);
  await expect(lock(path)).rejects.toThrow('is open in process unknown');
  await made(10_000);
  await (await lock(path))();
});
