import type { Selection } from './selection.js';

/** Whether something is asked for that the contributions of a change tell. @param path of the change's fields, with a dot */
export function asksForContributions(selection: Selection, path: string): boolean {
  return ['contributions', 'expectedScore', 'actualScore'].some((field) => selection.has(path + field));
}
