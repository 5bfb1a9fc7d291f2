import type { Benchmark, Figure, NotMeasured, Target } from './benchmark.js';

/** One line of results.json. */
export interface Result {
  /** `benchmark/target`. */
  readonly name: string;
  readonly what: string;
  /** null: it was not measured; the detail says why. */
  readonly value: number | null;
  readonly target: number;
  /** Whether the value must be at least or at most the target. */
  readonly rule: Target['holds'];
  readonly holds: boolean;
  readonly beside: string;
  readonly unit: string;
  readonly detail: string;
  /** Measured with small sizes and few rounds. */
  readonly isQuick: boolean;
}

/** Holds figures to the targets of their benchmark. */
export function resultsOf(
  benchmark: Benchmark,
  figures: Readonly<Record<string, Figure | NotMeasured>>,
  isQuick: boolean,
): Result[] {
  return Object.entries(benchmark.targets).map(([key, { what, target, holds: rule, beside, unit }]) => {
    const figure = figures[key] ?? { notMeasured: 'the benchmark did not measure it' };
    const value = 'value' in figure && Number.isFinite(figure.value) ? figure.value : null;
    const detail = 'value' in figure ? (figure.detail ?? '') : figure.notMeasured;
    const holds = value !== null && (rule === 'at least' ? value >= target : value <= target);
    return { name: `${benchmark.name}/${key}`, what, value, target, rule, holds, beside, unit, detail, isQuick };
  });
}

const COLUMNS = ['what', 'target', 'measured', 'beside', 'holds', 'detail'];

function cellsOf(result: Result): string[] {
  return [
    result.what,
    `${result.rule === 'at least' ? '>=' : '<='} ${withUnit(result.target, result.unit)}`,
    result.value === null ? 'NOT MEASURED' : withUnit(result.value, result.unit),
    result.beside,
    result.holds ? 'yes' : 'NO',
    result.detail,
  ];
}

/** The results for people. */
export function tableOf(results: readonly Result[]): string {
  const lines = [COLUMNS, ...results.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  const [head, ...body] = lines.map(row);
  return [head, row(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** The same as docs/performance.md has it. */
export function markdownOf(results: readonly Result[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(COLUMNS), row(COLUMNS.map(() => '---')), ...results.map((result) => row(cellsOf(result)))].join('\n');
}

/** Three significant digits: more were noise. */
function withUnit(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  return unit === 'x' ? `${digits}x` : `${digits} ${unit}`;
}

/** The output of `--list`. */
export function listOf(benchmarks: readonly Benchmark[]): string {
  return benchmarks
    .map(({ name, targets }) => {
      const lines = Object.values<Target>(targets).map(
        ({ what, holds, target, unit, beside }) => `  ${what}: ${holds} ${withUnit(target, unit)}, beside ${beside}`,
      );
      return [name, ...lines].join('\n');
    })
    .join('\n');
}
