import type { Figure, NotMeasured } from './benchmark.js';
import { BENCHMARKS } from './benchmarks.js';
import { answerParent } from './child.js';
import { sizesOf } from './options.js';

/** A benchmark to run in a process of its own. */
export interface AloneTask {
  readonly name: string;
  readonly isQuick: boolean;
  readonly isCheck: boolean;
  readonly rounds: number;
}

export type Figures = Readonly<Record<string, Figure | NotMeasured>>;

answerParent(({ name, ...options }: AloneTask): Promise<Figures> => {
  return BENCHMARKS.find((benchmark) => benchmark.name === name)!.run({
    ...sizesOf(options),
    log: (message) => console.error(`  ${message}`),
    createDatabase: () => Promise.reject(new Error(`${name} runs alone, without a database`)),
    atEnd: () => undefined,
  });
});
