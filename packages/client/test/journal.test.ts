import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MatchToSubmit } from '../src/match.js';
import { openJournal } from '../src/outbox/journal.js';

const WRITER = fileURLToPath(new URL('journal-writer.mjs', import.meta.url));
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  path = join(folder, 'results.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

const match = (externalId: string): MatchToSubmit => ({ externalId, playedAt: '2026-11-20T12:00:00Z', sides: [] });

async function waitingIn(file: string): Promise<string[]> {
  const journal = await openJournal(file);
  const waiting = Array.from(journal.waiting.values(), ({ externalId }) => externalId);
  await journal.close();
  return waiting;
}

/** Lets a process write the journal until it kills itself. @returns the printed steps */
function write(killAt: number) {
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [WRITER, path], {
    env: { ...process.env, KILL_AT: String(killAt), NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(stderr);
  const idsOf = (what: string) => [...stdout.matchAll(new RegExp(`^${what} (\\d+)$`, 'gm'))].map(([, id]) => id!);
  return {
    wasKilled: signal === 'SIGKILL',
    added: idsOf('added'),
    settled: idsOf('settled'),
    changes: idsOf('changes'),
  };
}

/** The files that this process has open, if the system reports them. */
async function openFiles(): Promise<string[]> {
  const folder = '/proc/self/fd';
  const descriptors = await readdir(folder).catch(() => []);
  return Promise.all(descriptors.map((descriptor) => readlink(join(folder, descriptor)).catch(() => '')));
}

describe('a journal', () => {
  test('keeps waiting matches in order, and forgets settled ones', async () => {
    const journal = await openJournal(path);
    await journal.add([match('a'), match('b')]);
    await journal.add([match('c')]);
    await journal.settle([1]);
    await journal.close();
    expect(await waitingIn(path)).toEqual(['a', 'c']);
  });

  test('loses no promised match, whichever change of a file the process is killed at', async () => {
    const { changes, wasKilled } = write(Number.POSITIVE_INFINITY);
    expect(wasKilled).toBe(false);
    // Three to open it, three for each of four groups, and five to rewrite it.
    expect(changes).toEqual(['20']);
    for (let killAt = 1; killAt <= Number(changes[0]); killAt++) {
      await rm(path, { force: true });
      const { wasKilled, added, settled } = write(killAt);
      expect(wasKilled, `killed at change ${killAt}`).toBe(true);
      const waiting = await waitingIn(path);
      const promised = added.filter((id) => !settled.includes(id));
      // Matches that were being settled may wait again, and matches that were being added may wait although not
      // promised.
      expect(new Set(waiting).size).toBe(waiting.length);
      expect(
        promised.filter((id) => !waiting.includes(id)),
        `lost at change ${killAt}`,
      ).toEqual([]);

      const journal = await openJournal(path);
      await journal.add([match('later')]);
      await journal.close();
      expect(await waitingIn(path)).toEqual([...waiting, 'later']);
    }
  });

  test('is made anew when most of it is settled, so it does not grow for ever', async () => {
    const journal = await openJournal(path);
    for (let round = 0; round < 10; round++) {
      await journal.add(Array.from({ length: 500 }, (_, n) => match(`${round}-${n}`)));
      await journal.settle([...journal.waiting.keys()].slice(0, 499));
    }
    await journal.close();
    expect((await stat(path)).size).toBeLessThan(200_000);
    expect(await waitingIn(path)).toHaveLength(10);
  });

  test('is not read past a line that is damaged', async () => {
    const line = JSON.stringify({ n: 0, match: match('a') });
    await writeFile(path, `${line}\n${line.slice(0, 20)}\n${line}\n`);
    await expect(openJournal(path)).rejects.toThrow(`${path}:2 is damaged`);
    expect(await readFile(path, 'utf8')).toContain(line);
    expect(await openFiles()).not.toContain(path);
  });

  test('takes a torn last line for what it is', async () => {
    const line = JSON.stringify({ n: 0, match: match('łukasz 🦊') });
    const torn = Buffer.from(line).subarray(0, -20);
    await writeFile(path, Buffer.concat([Buffer.from(`${line}\n`), torn]));
    expect(await waitingIn(path)).toEqual(['łukasz 🦊']);
    expect(await readFile(path, 'utf8')).toBe(`${line}\n`);
  });
});
