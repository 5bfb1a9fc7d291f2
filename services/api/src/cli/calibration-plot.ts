import type { Calibration } from '@openladder/rating';
import type { SystemComparison } from '../compare/comparison.js';
import { nameOf } from './compare-report.js';

/** Columns from a chance of 0 to one of 1. */
const WIDTH = 50;
/** The 97.5% point of the normal distribution. */
const NORMAL = 1.96;

/**
 * What each rating system predicted against what happened, as lines for a terminal, tenth by tenth of the predicted chance. Where a
 * tenth is honest, the mark of what happened is on that of what was predicted, or within the dashes: the 95% interval of chance alone.
 */
export function calibrationPlot({ systems }: SystemComparison): string[] {
  const found = systems.filter(({ evaluation }) => evaluation);
  return [
    '',
    '| is the mean predicted chance, o what happened, # both; dashes are where chance alone puts it in 95 of 100 cases.',
    ...found.flatMap((system) => {
      const { calibration } = system.heldOut ?? system.evaluation!;
      return ['', nameOf(system), `predicted  happened  ${ruler()}  sides`, ...calibration.map(lineOf)];
    }),
  ];
}

function ruler(): string {
  return `0%${'50%'.padStart(WIDTH / 2)}${'100%'.padStart(WIDTH / 2 - 1)}`;
}

function lineOf({ predicted, actual, count }: Calibration): string {
  const margin = NORMAL * Math.sqrt((predicted * (1 - predicted)) / count);
  const cells = new Array<string>(WIDTH + 1).fill(' ');
  for (let at = columnOf(predicted - margin); at <= columnOf(predicted + margin); at++) cells[at] = '-';
  cells[columnOf(predicted)] = '|';
  cells[columnOf(actual)] = columnOf(actual) === columnOf(predicted) ? '#' : 'o';
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return `${percent(predicted).padStart(9)}  ${percent(actual).padStart(8)}  ${cells.join('')}  ${count.toLocaleString('en')}`;
}

function columnOf(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * WIDTH);
}
