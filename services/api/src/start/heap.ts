import { constants, PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

/** How much memory may be added before the next full collection: this part of what the last one left, in per cent … */
const GROWTH = 50;
/** … or as many bytes as this, where these are more. A small heap is collected too often otherwise. */
const ROOM = 60_000_000;

/**
 * Has unused memory collected sooner. V8 lets the memory of a busy process grow to four times what is in use, where the machine
 * has much of it. This sets no limit: what is in use may be as large as V8 allows.
 */
export function collectSooner(): void {
  setGrowth();
  new PerformanceObserver((list) => {
    const isFull = (entry: object) => (entry as GcEntry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (list.getEntries().some(isFull)) setGrowth();
  }).observe({ entryTypes: ['gc'] });
}

interface GcEntry {
  readonly detail: { readonly kind: number };
}

/** V8 looks at it at the end of each full collection. */
function setGrowth(): void {
  const growth = Math.max(GROWTH, Math.round((100 * ROOM) / v8.getHeapStatistics().used_heap_size));
  v8.setFlagsFromString(`--heap-growing-percent=${growth}`);
}
