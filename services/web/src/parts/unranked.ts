import type { Format } from '../format.js';
import type { Texts } from '../texts/en.js';

interface RankedLeague {
  readonly lastMatchAt: string | null;
  readonly matchesForRank: number;
  readonly activeWithin: number | null;
}

const DAY = 86_400_000;

/** Why nobody in a league with matches has a rank, and when somebody gets one. */
export function whyUnranked(
  { lastMatchAt, matchesForRank, activeWithin }: RankedLeague,
  now: Date,
  t: Texts,
  format: Format,
): string {
  const isAsleep = activeWithin !== null && now.getTime() - Date.parse(lastMatchAt!) > activeWithin * DAY;
  if (isAsleep) return t.unrankedAsleep(activeWithin, format.count(activeWithin));
  return matchesForRank > 1 ? t.unrankedBelow(matchesForRank, format.count(matchesForRank)) : t.unrankedUnsure;
}

/** How many matches a player lacks for a rank, in words; null if more matches alone may not bring one. */
export function matchesMissing(
  { matchesForRank }: Pick<RankedLeague, 'matchesForRank'>,
  { matchesPlayed, isProvisional }: { readonly matchesPlayed: number; readonly isProvisional: boolean },
  t: Texts,
  format: Format,
): string | null {
  const missing = isProvisional ? matchesForRank - matchesPlayed : 0;
  return missing > 0 ? t.matchesMissing(missing, format.count(missing)) : null;
}
