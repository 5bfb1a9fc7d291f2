import type { Selection } from './selection.js';

const FIELDS = ['contributions', 'expectedScore', 'actualScore'];

/** By selection and path: each operation is asked the same with every request. */
const known = new WeakMap<Selection, Map<string, boolean>>();

/** Whether a query asks for what the contributions of a change tell. @param path of the change's fields, with a dot */
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
