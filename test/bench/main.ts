import { BENCHMARKS } from './benchmarks.js';
import { bench } from './cli.js';

/** Seen from the compiled file. */
const RESULTS = new URL('../../results.json', import.meta.url);

/** `npm run bench`. @returns the exit status */
export function main(args: readonly string[]): Promise<number> {
  return bench(args, BENCHMARKS, RESULTS);
}
