import type { Format } from '../format.js';
import type { Texts } from '../texts/en/site.js';
import type { Ui } from '../ui.js';

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
  const isResting = away > RESTING_DAYS * DAY;
  const { reason, mostMatches } = nobodyRanked ?? { reason: 'TOO_FEW_MATCHES', mostMatches: 0 };
  // If it rests, no match will come that could make a rating more certain.
  if (reason === 'TOO_UNCERTAIN' && (mostMatches >= MANY_MATCHES || isResting))
    return t.unrankedStill(format.count(mostMatches));
  if (reason === 'TOO_FEW_MATCHES' && matchesForRank > 1)
    return t.unrankedBelow(matchesForRank, format.count(matchesForRank));
  return isResting ? t.unrankedResting(format.day(lastMatchAt!)) : t.unrankedUnsure;
}

/** Why a player has no rank: too few matches, none for longer than the league allows, or a rating that is too uncertain for its system. */
type Reason = 'TOO_FEW_MATCHES' | 'AWAY' | 'TOO_UNCERTAIN';

type RankRules = Pick<RankedLeague, 'matchesForRank' | 'activeWithin'>;

interface Provisional {
  readonly matchesPlayed: number;
  readonly isProvisional: boolean;
  readonly lastPlayedAt: string | null;
}

/** @param now when the rating is or was shown @returns null if the player has a rank */
export function reasonUnranked(league: RankRules, rating: Provisional, now: Date): Reason | null {
  const { matchesForRank, activeWithin } = league;
  if (!rating.isProvisional) return null;
  if (rating.matchesPlayed < matchesForRank) return 'TOO_FEW_MATCHES';
  return activeWithin !== null && daysAway(rating, now) > activeWithin ? 'AWAY' : 'TOO_UNCERTAIN';
}

/** Why a player has no rank, in words; null if they have one. */
export function whyProvisional(
  league: RankRules,
  rating: Provisional,
  now: Date,
  { t, format }: Pick<Ui, 't' | 'format'>,
): string | null {
  const reason = reasonUnranked(league, rating, now);
  if (reason === null) return null;
  const missing = league.matchesForRank - rating.matchesPlayed;
  if (reason === 'TOO_FEW_MATCHES') return t.matchesMissing(missing, format.count(missing));
  const isAway = reason === 'AWAY' || daysAway(rating, now) > RESTING_DAYS;
  return [reason === 'TOO_UNCERTAIN' && t.tooUncertain, isAway && t.idleSince(format.day(rating.lastPlayedAt!))]
    .filter(Boolean)
    .join(', ');
}

function daysAway({ lastPlayedAt }: Pick<Provisional, 'lastPlayedAt'>, now: Date): number {
  return lastPlayedAt === null ? 0 : (now.getTime() - Date.parse(lastPlayedAt)) / DAY;
}
