import type { AloneTask, Figures } from './alone-child.js';
import type { BenchContext, Benchmark } from './benchmark.js';
import { inChild } from './child.js';
import type { BenchServer } from './database.js';
import { type Options, sizesOf } from './options.js';
import { type Result, resultsOf, tableOf } from './report.js';

const ALONE = new URL('./alone-child.js', import.meta.url);

/** What a run has measured, and the names of the benchmarks that failed. */
export interface Run {
  readonly results: readonly Result[];
  readonly failed: readonly string[];
}

/** A check measures nothing, so its benchmarks need not be alone. Most of them wait for processes and for loads that take their time. */
const CHECKS_AT_ONCE = 2;

/**
 * Runs benchmarks one after the other, or several checks at once. One that throws is told of, and its targets count as not measured.
 * @param log told what happens
 */
export async function runBenchmarks(
  { benchmarks, ...options }: Pick<Options, 'benchmarks' | 'isQuick' | 'isCheck' | 'rounds'>,
  server: BenchServer,
  log: (message: string) => void,
): Promise<Run> {
  const results = new Map<Benchmark, readonly Result[]>();
  const failed: string[] = [];
  const waiting = [...benchmarks];
  const runNext = async (): Promise<void> => {
    const benchmark = waiting.shift();
    if (!benchmark) return;
    const name = options.isCheck ? `${benchmark.name}: ` : '';
    if (!options.isCheck) log(`${benchmark.name} …`);
    const ends: (() => unknown)[] = [];
    const context: BenchContext = {
      ...sizesOf(options),
      log: (message) => log(`  ${name}${message}`),
      createDatabase: async (isMigrated) => {
        const database = await server.createDatabase(isMigrated);
        ends.push(database.drop);
        return database;
      },
      atEnd: (work) => void ends.push(work),
    };
    const begin = performance.now();
    const figures = await figuresOf(benchmark, context, ends);
    if (figures instanceof Error) failed.push(benchmark.name);
    const measured = resultsOf(
      benchmark,
      figures instanceof Error ? failureOf(benchmark, figures) : figures,
      options.isQuick,
    );
    log(options.isCheck ? `${name}${Math.round((performance.now() - begin) / 1000)} s` : tableOf(measured));
    results.set(benchmark, measured);
    await runNext();
  };
  await Promise.all(Array.from({ length: options.isCheck ? CHECKS_AT_ONCE : 1 }, runNext));
  return { results: benchmarks.flatMap((benchmark) => results.get(benchmark)!), failed };
}

async function figuresAlone({ name }: Benchmark, { isQuick, isCheck, rounds }: BenchContext): Promise<Figures> {
  const { result } = await inChild<AloneTask, Figures>(ALONE, { name, isQuick, isCheck, rounds });
  return result;
}

async function figuresOf(
  benchmark: Benchmark,
  context: BenchContext,
  ends: readonly (() => unknown)[],
): Promise<Figures | Error> {
  try {
    return benchmark.isAlone ? await figuresAlone(benchmark, context) : await benchmark.run(context);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    context.log(failure.stack ?? failure.message);
    return failure;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

function failureOf({ targets }: Benchmark, { message }: Error): Figures {
  const notMeasured = { notMeasured: `failed: ${message.split('\n')[0]}` };
  return Object.fromEntries(Object.keys(targets).map((name) => [name, notMeasured]));
}
