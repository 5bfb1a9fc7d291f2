import { ownTurn } from '../own-turn.js';
import { type AnswerSize, AnswerTooLarge, MAX_FIELDS } from './answer-size.js';

/** Fields that are made before everyone else has their turn: about 10 ms of the service's time. */
const IN_A_ROW = 2_000;
/** From this many fields on, a response is large: some hundred kilobytes. */
const LARGE_FROM = 10_000;

/**
 * Returns a list of a response, so that its fields can be made. Without pauses in between, everything that a request asks for would be made
 * in one go, however long it is.
 * @param fields of the list, with everything below it
 * @returns the list; in a large response a promise, which is kept after others had their turn
 * @throws AnswerTooLarge if it has too many fields
 */
export function makeList<List>(size: AnswerSize, fields: number, list: List): List | Promise<List> {
  size.fields += fields;
  size.fieldsInARow += fields;
  const { becomeLarge } = size;
  if (becomeLarge && size.fields > MAX_FIELDS) throw new AnswerTooLarge(`${MAX_FIELDS} fields`);
  if (size.fieldsInARow > IN_A_ROW) {
    size.fieldsInARow = fields;
    const isLarge = size.fields > LARGE_FROM;
    size.pace = afterOthers(size.pace, isLarge ? becomeLarge : undefined);
    // Those who wait for it are told. Others need not be, because the response failed with it.
    size.pace.catch(() => undefined);
  }
  return size.pace === null ? list : size.pace.then(() => list);
}

async function afterOthers(before: Promise<void> | null, becomeLarge?: () => Promise<void>): Promise<void> {
  await before;
  await becomeLarge?.();
  await ownTurn();
}
