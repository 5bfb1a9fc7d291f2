import { isDeepStrictEqual } from 'node:util';
import type { RatingValue } from '../rater.js';

/** Relative tolerance of numbers that may be computed in different orders. */
const TOLERANCE = 1e-9;

/** Whether two numbers agree to 1e-9 of the greatest of them, 1, and `magnitude`. */
export function isClose(a: number, b: number, magnitude = 0): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, magnitude, Math.abs(a), Math.abs(b));
}

/** As `isClose`; null agrees with null alone. */
export function isCloseOrNull(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : isClose(a, b);
}

/** Whether two ratings agree in all their numbers. */
export function isCloseRating(a: RatingValue, b: RatingValue): boolean {
  return isCloseOrNull(a.value, b.value) && isCloseOrNull(a.deviation, b.deviation) && isCloseOrNull(a.score, b.score);
}

/** Whether two pieces of data are the same to the bit: no tolerance, and -0 is not 0. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}
