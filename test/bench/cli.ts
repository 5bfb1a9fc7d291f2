import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Benchmark } from './benchmark.js';
import { benchServer } from './database.js';
import { HELP, type Options, readOptions, UsageError } from './options.js';
import { listOf, markdownOf, tableOf } from './report.js';
import { runBenchmarks } from './run.js';

/** Exit status of a program that ctrl-C has ended. */
const INTERRUPTED = 130;

/**
 * The arguments of `npm run bench`.
 * @param resultsFile where the results are written, beside the table on the terminal
 * @returns the exit status
 */
export async function bench(
  args: readonly string[],
  benchmarks: readonly Benchmark[],
  resultsFile: URL,
): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args, benchmarks);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    return 2;
  }
  if (options.isHelp) console.log(HELP);
  else if (options.isList) console.log(listOf(options.benchmarks));
  else return measure(options, resultsFile);
  return 0;
}

function tellChecked({ benchmarks }: Options, failed: readonly string[], startedAt: number): number {
  const took = Math.round((Date.now() - startedAt) / 1000);
  console.log(`\n${benchmarks.length - failed.length} of ${benchmarks.length} benchmarks answer rightly; ${took} s`);
  if (failed.length === 0) return 0;
  console.log(`These failed: ${failed.join(', ')}`);
  return 1;
}

async function measure(options: Options, resultsFile: URL): Promise<number> {
  const server = benchServer(process.env.OPENLADDER_DATABASE_URL);
  const interrupted = () => void server.stop().finally(() => process.exit(INTERRUPTED));
  process.once('SIGINT', interrupted);
  const startedAt = Date.now();
  try {
    const { results, failed } = await runBenchmarks(options, server, (message) => console.error(message));
    if (options.isCheck) return tellChecked(options, failed, startedAt);
    await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
    const took = Math.round((Date.now() - startedAt) / 1000);
    const missed = results.filter(({ holds }) => !holds).length;
    console.log(`\n${options.isMarkdown ? markdownOf(results) : tableOf(results)}\n`);
    console.log(
      `${results.length - missed} of ${results.length} targets are met` +
        `${options.isQuick ? ' (--quick: small sizes, few rounds; proves little)' : ''}; ` +
        `${took} s, ${cpus().length} cores, Node ${process.versions.node}`,
    );
    return missed === 0 ? 0 : 1;
  } finally {
    process.off('SIGINT', interrupted);
    await server.stop();
  }
}
