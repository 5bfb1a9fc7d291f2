import type { AloneTask, Figures } from './alone-child.js';
import type { BenchContext, Benchmark } from './benchmark.js';
import { inChild } from './child.js';
import type { BenchDatabase, BenchServer } from './database.js';
import type { Options } from './options.js';
import { type Result, resultsOf, tableOf } from './report.js';

const ALONE = new URL('./alone-child.js', import.meta.url);

/**
 * Runs benchmarks one after the other. One that throws is told of, and its bars count as not measured.
 * @param log told what happens
 */
export async function runBenchmarks(
  { benchmarks, isQuick, rounds }: Pick<Options, 'benchmarks' | 'isQuick' | 'rounds'>,
  server: BenchServer,
  log: (message: string) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const benchmark of benchmarks) {
    log(`${benchmark.name} …`);
    const databases: BenchDatabase[] = [];
    const context: BenchContext = {
      isQuick,
      rounds,
      size: (full, quick) => (isQuick ? quick : full),
      log: (message) => log(`  ${message}`),
      createDatabase: async (isMigrated) => {
        const database = await server.createDatabase(isMigrated);
        databases.push(database);
        return database;
      },
    };
    const measured = resultsOf(benchmark, await figuresOf(benchmark, context), isQuick);
    log(tableOf(measured));
    results.push(...measured);
    for (const database of databases) await database.drop();
  }
  return results;
}

async function figuresAlone({ name }: Benchmark, { isQuick, rounds }: BenchContext): Promise<Figures> {
  const { result } = await inChild<AloneTask, Figures>(ALONE, { name, isQuick, rounds });
  return result;
}

async function figuresOf(benchmark: Benchmark, context: BenchContext): Promise<Figures> {
  try {
    return benchmark.isAlone ? await figuresAlone(benchmark, context) : await benchmark.run(context);
  } catch (error) {
    context.log((error as Error).stack ?? String(error));
    const notMeasured = { notMeasured: `failed: ${(error as Error).message.split('\n')[0]}` };
    return Object.fromEntries(Object.keys(benchmark.bars).map((name) => [name, notMeasured]));
  }
}
