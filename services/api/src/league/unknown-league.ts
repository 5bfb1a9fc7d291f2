import { Refused, refuse, shown } from '../kit/refusal.js';

/**
 * The refusal of a slug under which there is no league, or none that the caller may know of.
 * @param path where the slug stands in the input
 */
export function unknownLeague(slug: string, path: readonly (string | number)[] = ['input', 'league']): Refused {
  return new Refused(refuse('BAD_INPUT', path, `league must be the slug of a league, but is ${shown(slug)}`));
}
