/** The most participants and contributions in a response: some seconds of the service's time. */
export const MAX_PARTS = 100_000;

/** The most fields in a response's lists of unpredictable length. */
export const MAX_FIELDS = 300_000;

/** The most points of work that a request may take beyond the fields of its response: a second of the service's time. */
const MAX_WORK = 100_000;

/** The size so far of the parts of a response that could not be estimated. */
export interface AnswerSize {
  parts: number;
  /** Work beyond its fields, in points of about 10 microseconds. */
  work: number;
  /** Fields in lists that have been returned so far; see `makeList`. */
  fields: number;
  /** The part of them that was made since others last had their turn. */
  fieldsInARow: number;
  /** When the next list can be returned; null if none had to wait yet. */
  pace: Promise<void> | null;
  /** Waits until no other large response is being made; missing if the response may have any number of fields. */
  becomeLarge?: () => Promise<void>;
  /** Waits for the turn of a request that takes this much work by now; missing if it takes no turns. */
  becomeCostly?: (work: number) => Promise<void>;
}

export function newAnswerSize(): AnswerSize {
  return { parts: 0, work: 0, fields: 0, fieldsInARow: 0, pace: null };
}

/** Resets the size before a response is made again. */
export function resetAnswerSize(size: AnswerSize): void {
  Object.assign(size, { parts: 0, fields: 0, fieldsInARow: 0, pace: null });
}

/** An answer would be too large. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  /** @param most of what it may have */
  constructor(most = `${MAX_PARTS} participants and contributions`) {
    super(`The answer would have over ${most}; request less, or smaller pages.`);
  }
}

/**
 * Adds participants or contributions to a response.
 * @throws AnswerTooLarge if there are too many
 */
export function countParts(size: AnswerSize, parts: number): void {
  size.parts += parts;
  if (size.parts > MAX_PARTS) throw new AnswerTooLarge();
}

/** The response would be too large. */
export class AnswerTooDear extends Error {
  override readonly name = 'AnswerTooDear';

  constructor() {
    super(`The answer would cost over ${MAX_WORK} points to read; request less, or split the request.`);
  }
}

/**
 * Adds what was read or computed for a response, so that its caller is charged for it.
 * @param points of about 10 microseconds
 * @throws AnswerTooDear if there are too many
 */
export function countWork(size: AnswerSize, points: number): void {
  size.work += points;
  if (size.work > MAX_WORK) throw new AnswerTooDear();
}

/**
 * Adds work that is about to be done, as `countWork` does, and waits for its turn if the work makes the request a costly one. Do not call
 * it while holding anything that others may wait for, such as a connection: one of them may have the turn.
 */
export async function beginWork(size: AnswerSize, points: number): Promise<void> {
  countWork(size, points);
  await size.becomeCostly?.(size.work);
}
