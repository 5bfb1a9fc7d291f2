import { open, rename } from 'node:fs/promises';
import { statOrNull } from './files.js';

const LARGEST_LOG_BYTES = 1_000_000;
const TAIL_BYTES = 2_000;

/** Puts a long log aside, as `<name>.old`. Only while no server runs. */
export async function rotateLog(log: string): Promise<void> {
  const found = await statOrNull(log);
  if (found && found.size > LARGEST_LOG_BYTES) await rename(log, `${log}.old`);
}

/** The current end of the log, for `logSince`. */
export async function logEnd(log: string): Promise<number> {
  return (await statOrNull(log))?.size ?? 0;
}

/** The last lines that a server wrote since a place. */
export async function logSince(log: string, start: number): Promise<string> {
  const end = await logEnd(log);
  const from = Math.max(start, end - TAIL_BYTES);
  if (end <= from) return '';
  const file = await open(log);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
