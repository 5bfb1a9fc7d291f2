import type { Format } from '../format.js';
import type { Texts } from '../texts/en/site.js';

interface RankedLeague {
  readonly lastMatchAt: string | null;
  readonly matchesForRank: number;
  readonly activeWithin: number | null;
  /** What the API says of it, if it was asked. */
  readonly nobodyRanked?: { readonly reason: string; readonly mostMatches: number } | null;
}

const DAY = 86_400_000;
/** A league without a match for so many days has ended, or rests. */
const RESTING_DAYS = 90;
/** After so many matches, more of them will not make a rating certain enough. */
const MANY_MATCHES = 50;

/** Why nobody in a league with matches has a rank, and when somebody gets one. */
export function whyUnranked(
  { lastMatchAt, matchesForRank, activeWithin, nobodyRanked }: RankedLeague,
  now: Date,
  t: Texts,
  format: Format,
): string {
  const away = now.getTime() - Date.parse(lastMatchAt!);
  if (activeWithin !== null && away > activeWithin * DAY)
    return t.unrankedAsleep(activeWithin, format.count(activeWithin));
  const most = nobodyRanked?.mostMatches ?? 0;
  const isResting = away > RESTING_DAYS * DAY;
  // If it rests, no match will come that could make a rating more certain.
  if (nobodyRanked?.reason === 'TOO_UNCERTAIN' && (most >= MANY_MATCHES || isResting))
    return t.unrankedStill(format.count(most));
  if (matchesForRank > 1) return t.unrankedBelow(matchesForRank, format.count(matchesForRank));
  return isResting ? t.unrankedResting(format.day(lastMatchAt!)) : t.unrankedUnsure;
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
