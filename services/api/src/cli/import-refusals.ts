import { closeSync, openSync, writeSync } from 'node:fs';
import type { RefusedReading } from '../import/reading.js';
import { RefusalLog } from '../import/reading.js';
import { failure } from './exit.js';

/** A log of refusals that is also written to a CSV file if there is a path; call `close` at the end. */
export function openRefusals(path: string | undefined): { refusals: RefusalLog; close(): void } {
  if (path === undefined) return { refusals: new RefusalLog(), close: () => undefined };
  const file = openForWriting(path);
  writeSync(file, 'line,field,rule,value\n');
  return { refusals: new RefusalLog((refusal) => writeSync(file, toCsv(refusal))), close: () => closeSync(file) };
}

function openForWriting(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw failure(`--refusals must be a file that can be written: ${(error as Error).message}`);
  }
}

function toCsv({ line, field, rule, value }: RefusedReading): string {
  return `${line},${[field, rule, value].map(cell).join(',')}\n`;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
