import type { Texts } from '../../texts/en/site.js';
import { labelOf } from '../audit-labels.js';

/**
 * What a reader calls the field at a path: `Side 2, points`; null if it is none of a side.
 * @param path as the input of a mutation has it, with places that count from 0
 */
export function sideFieldName(path: string, t: Texts): string | null {
  return /^sides\.\d/.test(path) ? labelOf(path, t, () => undefined) : null;
}

/**
 * A refusal with what a reader calls the field of a side that it is about.
 * @param field path of the field
 * @param message begins with the path, or with its last part
 */
export function withSideName(field: string, message: string, t: Texts): string {
  const name = sideFieldName(field, t);
  if (name === null) return message;
  const own = [field, field.slice(field.lastIndexOf('.') + 1)].find((each) => message.startsWith(`${each} `));
  return `${name}: ${own === undefined ? message : message.slice(own.length + 1)}`;
}
