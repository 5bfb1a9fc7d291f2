/**
 * The scale of Glicko-2 and its functions of a rating difference. Source: Mark E. Glickman, "Example of the Glicko-2 system",
 * steps 2, 3 and 8. Timed Glicko also has g and E, in points and with an unrounded 400 / ln 10. Sharing them would change the
 * bits of one of the two.
 */
import { expectedScore } from '@openladder/rating';

/** Points in a unit of the scale: 400 / ln 10, as the source rounds it. */
export const POINTS = 173.7178;

/** 3 / pi^2. */
const VARIANCE_FACTOR = 3 / (Math.PI * Math.PI);

/** g(phi) of a variance phi^2: the part of a rating difference that remains if strengths are uncertain. */
export function g(variance: number): number {
  return 1 / Math.sqrt(1 + VARIANCE_FACTOR * variance);
}

/** E(mu, mu_j, phi_j) of a lead mu - mu_j and of g(phi_j). */
export function E(lead: number, reliability: number): number {
  return expectedScore(reliability * lead, 1);
}
