import { inspect } from 'node:util';
import { type Adjustment, arePossible, type Formats } from '@openladder/rating';

/**
 * A function of a rater whose answers are held to a rule.
 * @param check throws an Error with the rule, if the answer to these arguments breaks it
 */
export function answering<Args extends unknown[], Answer>(
  work: (...args: Args) => Answer,
  check: (answer: Answer, ...args: Args) => void,
): (...args: Args) => Answer {
  return function (this: unknown, ...args) {
    const answer = work.apply(this, args);
    check(answer, ...args);
    return answer;
  };
}

/** What a rater answered, for a message: JSON has no NaN. */
export function told(answer: unknown): string {
  return inspect(answer, { breakLength: Number.POSITIVE_INFINITY }).slice(0, LONGEST);
}

const LONGEST = 200;
/** How far the sum of chances may be from 1: less than anybody sees, and more than rounding. */
const TOLERANCE = 1e-6;

export function checkChances(chances: readonly number[], sides: readonly unknown[]): void {
  const areChances =
    Array.isArray(chances) && chances.every((chance) => typeof chance === 'number' && chance >= 0 && chance <= 1);
  const sum = areChances ? chances.reduce<number>((total, chance) => total + chance, 0) : Number.NaN;
  if (areChances && chances.length === sides.length && Math.abs(sum - 1) <= TOLERANCE) return;
  throw new RangeError(`the chances of ${sides.length} sides must be 0 to 1 and add up to 1, but are ${told(chances)}`);
}

export function checkFormats(formats: Formats): void {
  if (arePossible(formats)) return;
  throw new RangeError(`formats must fit two sides or more of one player or more, but are ${told(formats)}`);
}

/** Without an answer, the service has one of its own. */
export function checkAdjustments(adjustments: readonly Adjustment[] | undefined): void {
  if (adjustments === undefined) return;
  const isOne = ({ reason, points }: Adjustment) => isText(reason) && Number.isFinite(points);
  if (Array.isArray(adjustments) && adjustments.every(isOne)) return;
  throw new TypeError(`adjustments must each have a reason and points, but are ${told(adjustments)}`);
}

/** Without an answer, the service has words of its own. */
export function checkExplanation(text: string | undefined): void {
  if (text !== undefined && !isText(text)) throw new TypeError('explain must give a text without NUL');
}

function isText(text: unknown): boolean {
  return typeof text === 'string' && !text.includes('\0');
}
