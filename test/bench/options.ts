import { parseArgs } from 'node:util';
import type { BenchContext, Benchmark } from './benchmark.js';

export const HELP = `npm run bench -- [options]

Measures every target beside its limit or its peer, interleaved in one run. Prints a table, and writes test/bench/results.json.
Exit status: 0 where every target holds, 1 where one does not or could not be measured, 2 where an option is wrong; with --check, 1 where
an answer is wrong or a benchmark fails.

  --only NAME   this benchmark alone, or those whose name contains NAME; may be given several times
  --quick       smaller sizes and fewer rounds: whether everything works; its figures prove little
  --check       the smallest sizes, each side once, no target judged: whether every answer is right
  --rounds N    how often each side is measured (${rounds(false)}, with --quick ${rounds(true)})
  --markdown    the table as docs/performance.md has it
  --list        names the benchmarks and their targets, and measures nothing
  --help        this

OPENLADDER_DATABASE_URL names a PostgreSQL server to use instead of the embedded one; its user must be a superuser.
`;

/** Options of the command line. */
export interface Options {
  readonly benchmarks: readonly Benchmark[];
  readonly isQuick: boolean;
  readonly isCheck: boolean;
  readonly rounds: number;
  readonly isMarkdown: boolean;
  readonly isList: boolean;
  readonly isHelp: boolean;
}

/** The command line makes no sense. */
export class UsageError extends Error {}

/**
 * Reads the command line.
 * @param all the benchmarks there are
 * @throws UsageError that names what is wrong
 */
export function readOptions(args: readonly string[], all: readonly Benchmark[]): Options {
  const values = parse(args);
  const isCheck = values.check;
  const isQuick = values.quick || isCheck;
  return {
    benchmarks: values.only ? chosen(values.only, all) : all,
    isQuick,
    isCheck,
    rounds: values.rounds === undefined ? (isCheck ? 0 : rounds(isQuick)) : readRounds(values.rounds),
    isMarkdown: values.markdown,
    isList: values.list,
    isHelp: values.help,
  };
}

/** What a benchmark is told of the options. */
export function sizesOf({
  isQuick,
  isCheck,
  rounds,
}: Pick<Options, 'isQuick' | 'isCheck' | 'rounds'>): Pick<
  BenchContext,
  'isQuick' | 'isCheck' | 'rounds' | 'size' | 'seconds'
> {
  const size = (full: number, quick: number, check = quick) => (isCheck ? check : isQuick ? quick : full);
  return { isQuick, isCheck, rounds, size, seconds: (full, quick) => (isCheck ? 1 : size(full, quick)) };
}

function rounds(isQuick: boolean): number {
  return isQuick ? 3 : 7;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        check: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        markdown: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** In their own order. A name that is one benchmark's own chooses it alone, whatever others contain it. */
function chosen(names: readonly string[], all: readonly Benchmark[]): Benchmark[] {
  const picked = names.flatMap((wanted) => {
    const exact = all.filter(({ name }) => name === wanted);
    const found = exact.length > 0 ? exact : all.filter(({ name }) => name.includes(wanted));
    if (found.length > 0) return found;
    throw new UsageError(`--only ${wanted}: there are ${all.map(({ name }) => name).join(', ')}`);
  });
  return all.filter((benchmark) => picked.includes(benchmark));
}

function readRounds(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1000) return count;
  throw new UsageError(`--rounds must be an integer from 1 to 1000, but is ${text}`);
}
