import type { Selection } from './selection.js';

const FIELDS = ['contributions', 'expectedScore', 'actualScore', 'adjustments', 'explanation'];

/** By selection and path, because each operation is asked for the same with every request. */
const known = new WeakMap<Selection, Map<string, boolean>>();

/** Whether a query selects anything of the contributions of a change. @param path of the change's fields, ending in a dot */
export function asksForContributions(selection: Selection, path: string): boolean {
  const answers = known.get(selection) ?? new Map<string, boolean>();
  known.set(selection, answers);
  let asks = answers.get(path);
  if (asks === undefined) {
    asks = FIELDS.some((field) => selection.has(path + field));
    answers.set(path, asks);
  }
  return asks;
}
