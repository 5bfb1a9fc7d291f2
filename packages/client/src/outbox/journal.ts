import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MatchToSubmit } from '../match.js';

/** A line of the file: a match that was added, or the number of one that is settled. */
type Line = { readonly n: number; readonly match: MatchToSubmit } | { readonly settled: number };

/** The file of an outbox: newline-delimited JSON that only grows, and is rewritten when most of it is settled. */
export interface Journal {
  /** Matches that were added and not settled, in the order in which they were added. */
  readonly waiting: ReadonlyMap<number, MatchToSubmit>;
  /** Records matches. They survive a power failure when this resolves. */
  add(matches: readonly MatchToSubmit[]): Promise<void>;
  /** Records that matches are settled. After a power failure they may wait again. */
  settle(numbers: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Settled matches that stay in a file. */
const MAX_SETTLED = 1_000;
const NEWLINE = 10;

/** @throws Error if a line is damaged, except for the last line of a process that was killed while writing */
export async function openJournal(path: string): Promise<Journal> {
  // Created if it does not exist, and never truncated.
  const file = await open(path, 'a+');
  try {
    return await journalIn(path, file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function journalIn(path: string, opened: FileHandle): Promise<Journal> {
  let file = opened;
  const read = readLines(path, await file.readFile());
  let { length } = read;
  const waiting = new Map<number, MatchToSubmit>();
  let next = 0;
  let settledCount = 0;
  for (const line of read.lines) {
    if ('settled' in line) {
      waiting.delete(line.settled);
      settledCount++;
    } else {
      waiting.set(line.n, line.match);
      next = line.n + 1;
    }
  }
  // A torn line was never promised to anybody.
  await file.truncate(length);
  await file.datasync();
  await syncFolder(path);

  const write = async (lines: readonly Line[], isDurable: boolean) => {
    const bytes = journalBytesOf(lines);
    try {
      await file.appendFile(bytes);
      if (isDurable) await file.datasync();
      length += bytes.length;
    } catch (error) {
      // A full disk accepts half a line, to which nothing may be added.
      await file.truncate(length);
      throw error;
    }
  };

  const compact = async () => {
    const fresh = await open(`${path}.new`, 'a');
    try {
      const bytes = journalBytesOf(Array.from(waiting, ([n, match]) => ({ n, match })));
      await fresh.truncate(0);
      await fresh.appendFile(bytes);
      await fresh.datasync();
      await rename(`${path}.new`, path);
      const old = file;
      file = fresh;
      length = bytes.length;
      await syncFolder(path);
      await old.close();
    } finally {
      if (file !== fresh) await fresh.close();
    }
  };

  return {
    waiting,
    add: async (matches) => {
      const entries = matches.map((match) => ({ n: next++, match }));
      await write(entries, true);
      for (const { n, match } of entries) waiting.set(n, match);
    },
    settle: async (numbers) => {
      for (const n of numbers) waiting.delete(n);
      settledCount += numbers.length;
      await write(
        numbers.map((settled) => ({ settled })),
        false,
      );
      if (settledCount < MAX_SETTLED || settledCount < waiting.size) return;
      settledCount = 0;
      await compact();
    },
    close: () => file.close(),
  };
}

function journalBytesOf(lines: readonly Line[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Reads the whole lines. @returns them, and how many bytes they take */
function readLines(path: string, bytes: Buffer): { readonly lines: Line[]; readonly length: number } {
  const length = bytes.lastIndexOf(NEWLINE) + 1;
  const texts = bytes.toString('utf8', 0, length).split('\n').slice(0, -1);
  return { lines: texts.map((text, index) => journalLineOf(text, `${path}:${index + 1}`)), length };
}

function journalLineOf(text: string, place: string): Line {
  try {
    const line = JSON.parse(text);
    if (Number.isInteger(line.settled) || (Number.isInteger(line.n) && typeof line.match === 'object')) return line;
  } catch {
    // Reported below, with the place.
  }
  throw new Error(
    `${place} is damaged: expected a match or the number of a settled one, but it is ${text.slice(0, 80)}`,
  );
}

/** A new name in a folder survives a power failure once the folder is written. Windows has no such operation. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  let folder: FileHandle | undefined;
  try {
    folder = await open(dirname(path), 'r');
    await folder.sync();
  } finally {
    await folder?.close();
  }
}
