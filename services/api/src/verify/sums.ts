import type { Findings } from './findings.js';
import type { CheckedEntry, CheckedLine } from './journal-entries.js';

/** Points that a sum may be off. */
const TOLERANCE = 1e-9;

/**
 * Points that a sum may be off where it is made of these values. A value is rounded to its last bit when it is stored,
 * which is less than 1e-12 points for the ratings of chess, and more than TOLERANCE only from some 10^6 points on.
 */
function toleranceOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0) * Number.EPSILON, TOLERANCE);
}

const sumOf = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0);

/** The deltas of a line's contributions add up to its change; without a value before or after, there are no deltas. */
export function checkContributions({ sequence, lines }: CheckedEntry, findings: Findings): void {
  for (const line of lines) {
    // What is derived when it is read is compared with the replay.
    if (line.contributions === null) continue;
    const at = `match ${sequence}, player ${line.player_id}, sum of deltas`;
    const deltas = deltasOf(line);
    const change = changeOf(line);
    if (change === null) {
      if (deltas.some((delta) => delta !== null)) findings.add('contributions', at, null, deltas);
      continue;
    }
    if (deltas.includes(null)) {
      findings.add('contributions', at, change, deltas);
      continue;
    }
    const sum = sumOf(deltas as number[]);
    const tolerance = toleranceOf([line.before_value, line.after_value, ...deltas]);
    if (!(Math.abs(sum - change) <= tolerance)) findings.add('contributions', at, change, sum);
  }
}

/** For raters that say so: what one player gains, others lose. */
export function checkZeroSum({ sequence, lines }: CheckedEntry, findings: Findings): void {
  const sum = sumOf(lines.map((line) => changeOf(line) ?? 0));
  const tolerance = toleranceOf(lines.flatMap((line) => [line.before_value, line.after_value]));
  if (!(Math.abs(sum) <= tolerance)) findings.add('zeroSum', `match ${sequence}, sum of changes`, 0, sum);
}

/** The last of the six numbers that the journal keeps of a contribution; NaN stands for null. */
function deltasOf({ contributions }: CheckedLine): (number | null)[] {
  return contributions!.filter((_, at) => at % 6 === 5).map((delta) => (Number.isNaN(delta) ? null : delta));
}

function changeOf({ before_value, after_value }: CheckedLine): number | null {
  return before_value === null || after_value === null ? null : after_value - before_value;
}
