import { ownTurn } from '../own-turn.js';
import { type AnswerSize, AnswerTooLarge, MAX_FIELDS } from './answer-size.js';

/** Fields that are made before everybody else has their turn: some 10 ms of the service's time. */
const IN_A_ROW = 2_000;
/** From so many fields on an answer is large: some hundred kilobytes. */
const LARGE_FROM = 10_000;

/**
 * Gives out a list of an answer, so that its fields can be made. What a request asks for in a row is made without a pause
 * otherwise, however long it is.
 * @param fields that the list has, with all that is below it
 * @returns the list; in a large answer a promise of it, kept after others had their turn
 * @throws AnswerTooLarge if it has too many
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
    // Those who wait for it are told. The others need not be, since the answer failed with it.
    size.pace.catch(() => undefined);
  }
  return size.pace === null ? list : size.pace.then(() => list);
}

async function afterOthers(before: Promise<void> | null, becomeLarge?: () => Promise<void>): Promise<void> {
  await before;
  await becomeLarge?.();
  await ownTurn();
}
