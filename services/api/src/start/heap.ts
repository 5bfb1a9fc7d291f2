import v8 from 'node:v8';

/** How much memory may be added before the next full collection, in per cent of what the last one left. */
const GROWTH = 50;

/**
 * Has unused memory collected sooner. V8 lets the memory of a busy process grow to four times what is in use, where the machine
 * has much of it. This sets no limit: what is in use may be as large as V8 allows.
 */
export function collectSooner(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
