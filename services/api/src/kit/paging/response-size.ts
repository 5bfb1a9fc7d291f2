import { yieldToEventLoop } from '../waiting.js';

/** The most participants and contributions in a response: some seconds of the service's time. */
export const MAX_PARTS = 100_000;

/** The most fields in a response's lists of unpredictable length. */
export const MAX_FIELDS = 300_000;

/** The most points of work that a request may take beyond the fields of its response: a second of the service's time. */
const MAX_WORK = 100_000;

/** The size so far of the parts of a response that could not be estimated. */
export interface ResponseSize {
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
  /** Waits for the turn of a request with this much work so far; missing if it takes no turns. */
  becomeCostly?: (work: number) => Promise<void>;
}

export function newResponseSize(): ResponseSize {
  return { parts: 0, work: 0, fields: 0, fieldsInARow: 0, pace: null };
}

/** Resets the size before a response is made again. */
export function resetResponseSize(size: ResponseSize): void {
  Object.assign(size, { parts: 0, work: 0, fields: 0, fieldsInARow: 0, pace: null });
}

/** A response would be too large, or too costly to read. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';

  constructor(what = `have over ${MAX_PARTS} participants and contributions; request less, or smaller pages`) {
    super(`The answer would ${what}.`);
  }
}

/**
 * Adds participants or contributions to a response.
 * @throws ResponseTooLarge if there are too many
 */
export function countParts(size: ResponseSize, parts: number): void {
  size.parts += parts;
  if (size.parts > MAX_PARTS) throw new ResponseTooLarge();
}

/**
 * Adds work done for a response, so that its caller is charged for it.
 * @param points of about 10 microseconds
 * @throws ResponseTooLarge if there are too many
 */
export function countWork(size: ResponseSize, points: number): void {
  size.work += points;
  if (size.work <= MAX_WORK) return;
  throw new ResponseTooLarge(`cost over ${MAX_WORK} points to read; request less, or split the request`);
}

/**
 * Adds work that is about to be done, as `countWork` does, and waits for its turn if the work makes the request costly. Do not call it
 * while holding a resource that others may wait for, such as a connection: one of them may have the turn.
 */
export async function beginWork(size: ResponseSize, points: number): Promise<void> {
  countWork(size, points);
  await size.becomeCostly?.(size.work);
}

/** Fields that are made before everyone else gets a turn: about 10 ms of the service's time. */
const IN_A_ROW = 2_000;
/** A list of more fields than this is made in pieces. */
const LONG_LIST = 2 * IN_A_ROW;
/** From this many fields on, a response is large: some hundred kilobytes. */
const LARGE_FROM = 10_000;

/**
 * Returns a list of a response, so that its fields can be made. Without pauses, all fields of a request would be made in one go, however
 * many there are.
 * @param fields of the list, with everything below it
 * @returns the list; in a large response a promise, which resolves after others had a turn. In a long list, even the items are promises:
 * others get a turn after each piece of it
 * @throws ResponseTooLarge if it has too many fields
 */
export function makeList<Item>(
  size: ResponseSize,
  fields: number,
  list: readonly Item[],
): readonly Item[] | Promise<readonly Item[]> {
  size.fields += fields;
  size.fieldsInARow += fields;
  const { becomeLarge } = size;
  if (becomeLarge && size.fields > MAX_FIELDS) {
    throw new ResponseTooLarge(`have over ${MAX_FIELDS} fields; request less, or smaller pages`);
  }
  if (size.fieldsInARow > IN_A_ROW) {
    size.fieldsInARow = Math.min(fields, IN_A_ROW);
    const isLarge = size.fields > LARGE_FROM;
    letOthers(size, isLarge ? becomeLarge : undefined);
  }
  if (size.pace === null) return list;
  if (fields <= LONG_LIST) return size.pace.then(() => list);
  return size.pace.then(() => inPieces(size, Math.ceil((list.length * IN_A_ROW) / fields), list));
}

/** The items of a list, made a few at a time. */
function inPieces<Item>(size: ResponseSize, length: number, list: readonly Item[]): readonly Item[] {
  const items: (Item | Promise<Item>)[] = [...list];
  for (let start = length; start < items.length; start += length) {
    const pace = letOthers(size);
    for (let n = start; n < Math.min(start + length, items.length); n++) items[n] = pace.then(() => list[n]!);
  }
  // GraphQL awaits items that are promises, as it does for lists.
  return items as Item[];
}

/** Gives others a turn before the next list or piece of one. */
function letOthers(size: ResponseSize, becomeLarge?: () => Promise<void>): Promise<void> {
  size.pace = afterOthers(size.pace, becomeLarge);
  // Waiting lists get the error. Others do not need it, because the response failed with it.
  size.pace.catch(() => undefined);
  return size.pace;
}

async function afterOthers(before: Promise<void> | null, becomeLarge?: () => Promise<void>): Promise<void> {
  await before;
  await becomeLarge?.();
  await yieldToEventLoop();
}
