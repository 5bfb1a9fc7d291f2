import { TextDecoder } from 'node:util';
import { submissionIn } from './json-match.js';
import { FileError, RowRefused } from './problems.js';
import { type Reading, readingOf } from './reading.js';

/** As much as a submission may have: the largest match, with everybody's points against every other. In bytes. */
const LONGEST_LINE = 8_000_000;
/** Shorter lines are parsed unseen. In bytes. */
const SHORT_LINE = 100_000;
/** More braces, brackets, colons and commas than that match has: a line of 8 MB of them alone would become hundreds of MB. */
const MOST_MARKS = 400_000;
const MARKS: ReadonlySet<number> = new Set(Buffer.from('{[:,'));
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads a file of JSON Lines, each a match as `openladder export` writes it: as in `input.matches` of the mutation
 * submitMatches. Empty lines are skipped.
 * @throws FileError if a line is too long to be a match
 */
export async function* readJsonLines(input: AsyncIterable<Buffer>): AsyncGenerator<Reading> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const { line, bytes } of linesOf(input)) {
    if (bytes.length > SHORT_LINE && marksIn(bytes) > MOST_MARKS) {
      yield readingOf(line, () => {
        throw new RowRefused(line, 'line', 'must be one match', `more than ${MOST_MARKS} values`);
      });
      continue;
    }
    const text = attemptDecode(decoder, bytes);
    if (text?.trim() === '') continue;
    yield readingOf(line, () => {
      if (text === undefined) throw new RowRefused(line, 'line', 'must be text in UTF-8', bytes.toString('latin1'));
      return { submission: submissionIn(parsed(text, line), line) };
    });
  }
}

/** The lines with any character; empty ones cost next to nothing. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; bytes: Buffer }> {
  let line = 1;
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const isEmpty = length === 0 && (end === start || (end === start + 1 && chunk[start] === CARRIAGE_RETURN));
      if (!isEmpty) yield { line, bytes: Buffer.concat([...begun, chunk.subarray(start, end)]) };
      line++;
      begun = [];
      length = 0;
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST_LINE) {
      throw new FileError(line, `must have at most ${LONGEST_LINE / 1_000_000} MB on a line`, 'more');
    }
  }
  if (length > 0) yield { line, bytes: Buffer.concat(begun) };
}

function marksIn(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (MARKS.has(bytes[at]!)) count++;
  return count;
}

function attemptDecode(decoder: TextDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RowRefused(line, 'line', 'must be a JSON object', text);
  }
}
