import { setFlagsFromString } from 'node:v8';

/** V8's own limit. */
const MAX_OPTIMIZED_BYTES = 61_440;

/**
 * Loads modules. V8 optimises nothing meanwhile, which takes a tenth of the processor time of a start: hardly a function that is hot while
 * modules load is hot afterwards.
 */
export async function load<T>(modules: () => Promise<T>): Promise<T> {
  setFlagsFromString('--max-optimized-bytecode-size=0');
  try {
    return await modules();
  } finally {
    setFlagsFromString(`--max-optimized-bytecode-size=${MAX_OPTIMIZED_BYTES}`);
  }
}
