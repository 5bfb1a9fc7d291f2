import { leadOf } from './dated-games.js';
import { DAYS, type DecayMode, GAMES, MEETINGS, type Moment } from './decay-mode.js';

/**
 * Bounds of the leads of some games: ahead of one game a day, and of one game a day against their opponent. They tell what
 * the games fade by without reading each of them.
 */
export interface Leads {
  readonly least: number;
  readonly greatest: number;
  readonly leastMet: number;
  readonly greatestMet: number;
}

/** What all of the games fade by; null if they differ. */
export function modeOfAll(
  { least, greatest, leastMet, greatestMet }: Leads,
  met: number,
  { count, newestAt }: Moment,
): DecayMode | null {
  const lead = leadOf(count, newestAt);
  if (lead >= greatest) return GAMES;
  const leadMet = leadOf(met, newestAt);
  if (leadMet < leastMet) return MEETINGS;
  return lead < least && leadMet >= greatestMet ? DAYS : null;
}
