import { Refused, refuse, shown } from '../kit/refusal.js';

/**
 * The refusal of a slug that leads to no league that the caller may know of.
 * @param path location of the slug in the input
 */
export function unknownLeague(slug: string, path: readonly (string | number)[] = ['input', 'league']): Refused {
  return new Refused(refuse('LEAGUE_SLUG', path, { value: shown(slug) }));
}
