import type { Figure, NotMeasured } from './benchmark.js';
import { BENCHMARKS } from './benchmarks.js';
import { answerParent } from './child.js';

/** A benchmark to run in a process of its own. */
export interface AloneTask {
  readonly name: string;
  readonly isQuick: boolean;
  readonly rounds: number;
}

export type Figures = Readonly<Record<string, Figure | NotMeasured>>;

answerParent(({ name, isQuick, rounds }: AloneTask): Promise<Figures> => {
  return BENCHMARKS.find((benchmark) => benchmark.name === name)!.run({
    isQuick,
    rounds,
    size: (full, quick) => (isQuick ? quick : full),
    log: (message) => console.error(`  ${message}`),
    createDatabase: () => Promise.reject(new Error(`${name} runs alone, without a database`)),
  });
});
