/** Participants and contributions that an answer may have: some seconds of the service's time. */
export const MAX_PARTS = 100_000;

/** Fields that an answer may have in lists whose length cannot be foreseen. */
export const MAX_FIELDS = 300_000;

/** Points of work that a request may take beyond the fields of its answer: a second of the service's time. */
export const MAX_WORK = 100_000;

/** The size so far of the parts of an answer that could not be estimated. */
export interface AnswerSize {
  parts: number;
  /** Work beyond its fields, in points of about 10 microseconds. */
  work: number;
  /** Fields in lists, as far as these were given out; see `makeList`. */
  fields: number;
  /** The part of them that was made since others had their turn. */
  fieldsInARow: number;
  /** When the next list can be given out; null if none had to wait yet. */
  pace: Promise<void> | null;
  /** Waits until no other large answer is in the making; not there where the answer may have any number of fields. */
  becomeLarge?: () => Promise<void>;
  /** Waits for the turn of a request that takes so much work by now; not there where it takes no turns. */
  becomeCostly?: (work: number) => Promise<void>;
}

export function newAnswerSize(): AnswerSize {
  return { parts: 0, work: 0, fields: 0, fieldsInARow: 0, pace: null };
}

/** Resets the size before an answer is made again. */
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
 * Adds participants or contributions to an answer.
 * @throws AnswerTooLarge if they become too many
 */
export function countParts(size: AnswerSize, parts: number): void {
  size.parts += parts;
  if (size.parts > MAX_PARTS) throw new AnswerTooLarge();
}

/** An answer would take too much to read. */
export class AnswerTooDear extends Error {
  override readonly name = 'AnswerTooDear';

  constructor() {
    super(`The answer would cost over ${MAX_WORK} points to read; request less, or split the request.`);
  }
}

/**
 * Adds what was read or worked out for an answer, so that its caller pays for it.
 * @param points of some 10 microseconds
 * @throws AnswerTooDear if they become too many
 */
export function countWork(size: AnswerSize, points: number): void {
  size.work += points;
  if (size.work > MAX_WORK) throw new AnswerTooDear();
}

/**
 * Adds work that is about to be done, as `countWork` does, and waits for its turn where that makes the request a costly one. Not to be
 * called while holding what others may wait for, such as a connection: they may have the turn.
 */
export async function beginWork(size: AnswerSize, points: number): Promise<void> {
  countWork(size, points);
  await size.becomeCostly?.(size.work);
}
