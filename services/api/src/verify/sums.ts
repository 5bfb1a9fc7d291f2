import type { RaterChoice } from '../raters/rating-system.js';
import type { Findings } from './findings.js';
import type { ExpectedLine } from './fold.js';
import type { CheckedEntry, CheckedLine } from './journal.js';

/** Allowed error of a sum, in points. */
const TOLERANCE = 1e-9;

/**
 * Allowed error of a sum of these values, in points. Each stored value is rounded to its last bit: less than 1e-12 points for the ratings
 * of chess, and more than TOLERANCE only above about 10^6 points.
 */
function toleranceOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0) * Number.EPSILON, TOLERANCE);
}

const sumOfTerms = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0);

type Adjusting = Pick<RaterChoice['rater'], 'adjustments'>;
type Adjustments = ReturnType<NonNullable<Adjusting['adjustments']>>;

/** Causes of a rating change in the match besides the opponents; null if unknown. */
export type AdjustmentsInMatch = (player: number) => Adjustments | null;

/**
 * Takes the adjustments from the replay; taken from the line, they would hide damaged contributions.
 * @param rater of any version; null if it is not installed
 */
export function adjustmentsIn(
  rater: Adjusting | null,
  settings: unknown,
  expected: readonly ExpectedLine[] | null,
): AdjustmentsInMatch {
  if (!rater) return () => null;
  if (!rater.adjustments) return () => [];
  return (player) => {
    const line = expected?.find((each) => each.player === player);
    if (!line) return null;
    const { before, after, contributions } = line;
    const delta = before.value === null || after.value === null ? null : after.value - before.value;
    try {
      return rater.adjustments!({ before, after, delta, contributions }, settings);
    } catch {
      // Such a change is shown without adjustments, so its contributions must add up by themselves.
      return [];
    }
  };
}

/**
 * The deltas of a line's contributions and the adjustments of its rater add up to its change. Without a value before or after, there are
 * no deltas.
 */
export function checkContributions(
  { sequence, lines }: CheckedEntry,
  adjustments: AdjustmentsInMatch,
  findings: Findings,
): void {
  for (const line of lines) {
    // Derived contributions are compared with the replay.
    if (line.contributions === null) continue;
    const at = `match ${sequence}, player ${line.player_id}, sum of deltas`;
    // The last of the six numbers of a contribution in the journal; NaN stands for null.
    const numbers = line.contributions.filter((_, place) => place % 6 === 5);
    const deltas = numbers.map((delta) => (Number.isNaN(delta) ? null : delta));
    const change = summedChange(line);
    if (change === null) {
      if (deltas.some((delta) => delta !== null)) findings.add('contributions', at, null, deltas);
      continue;
    }
    if (deltas.includes(null)) {
      findings.add('contributions', at, change, deltas);
      continue;
    }
    const adjusted = adjustments(line.player_id);
    if (!adjusted) continue;
    const terms = [...(deltas as number[]), ...adjusted.map(({ points }) => points)];
    const sum = sumOfTerms(terms);
    const tolerance = toleranceOf([line.before_value, line.after_value, ...terms]);
    if (!(Math.abs(sum - change) <= tolerance)) findings.add('contributions', at, change, sum);
  }
}

/** For raters that declare a zero sum: the gains of some players equal the losses of the others. */
export function checkZeroSum({ sequence, lines }: CheckedEntry, findings: Findings): void {
  const sum = sumOfTerms(lines.map((line) => summedChange(line) ?? 0));
  const tolerance = toleranceOf(lines.flatMap((line) => [line.before_value, line.after_value]));
  if (!(Math.abs(sum) <= tolerance)) findings.add('zeroSum', `match ${sequence}, sum of changes`, 0, sum);
}

function summedChange({ before_value, after_value }: CheckedLine): number | null {
  return before_value === null || after_value === null ? null : after_value - before_value;
}
