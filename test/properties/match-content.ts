import { HOUR, type LoggedMatch, OPENING } from './model.js';

/** The details of a match by the number that a plan gives. */
export function detailsOf<Given extends number | null | undefined>(details: Given) {
  return (details == null ? details : { n: details }) as Given extends number ? { n: number } : Exclude<Given, number>;
}

/** The step's own words for what a match says, so that an amendment can bring it back. */
export function asAmendment({ playedAt, sides, isScored, weight, details }: LoggedMatch) {
  const hours = (playedAt - OPENING) / HOUR;
  return { hours, plan: { after: 'opening' as const, hours, sides, isScored, weight, details }, weight, details };
}
