import { once } from 'node:events';
import { GameFormatError } from '../game-list.js';

/** A command-line tool that reads standard input and writes text. */
export interface Tool {
  readonly name: string;
  /** The output of `--help`. */
  readonly help: string;
  /**
   * @param input standard input, as text in pieces
   * @returns standard output, in pieces
   * @throws UsageError for arguments that make no sense, GameFormatError for a line that is no game, SourceError
   */
  run(args: readonly string[], input: AsyncIterable<string>): AsyncIterable<string> | Iterable<string>;
}

/** Invalid arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The data of a tool cannot be read from its source. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

const INPUT_ERROR = 1;
const OUTPUT_ERROR = 1;
const USAGE_ERROR = 2;

/** Runs a tool as this process: exit status 0, 1 for bad input or no room for output, 2 for bad arguments; errors go to standard error. */
export async function runTool(tool: Tool): Promise<void> {
  const args = process.argv.slice(2);
  process.stdout.on('error', leave);
  if (args.includes('--help')) {
    process.stdout.write(tool.help);
    return;
  }
  try {
    process.stdin.setEncoding('utf8');
    for await (const text of tool.run(args, process.stdin)) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${tool.name}: ${error.message}\n${isUsage ? `Try '${tool.name} --help'.\n` : ''}`);
    process.exitCode = isUsage ? USAGE_ERROR : INPUT_ERROR;
  }
}

/** All of standard input. */
export async function readAll(input: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of input) text += piece;
  return text;
}

/** A reader that has ended (`| head`) is no error; a full disk is one. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`standard output: ${error.message}\n`);
  process.exit(OUTPUT_ERROR);
}

/** Errors with a code come from the system, for example if standard input can't be read. */
function isExpected(error: unknown): error is Error {
  const isOurs = [UsageError, GameFormatError, SourceError].some((kind) => error instanceof kind);
  return isOurs || (error instanceof Error && 'code' in error);
}
