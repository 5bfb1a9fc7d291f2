import type { Ui } from '../ui.js';

interface RankedLeague {
  readonly lastMatchAt: string | null;
  readonly matchesForRank: number;
  readonly activeWithin: number | null;
}

const DAY = 86_400_000;
/** A league without a match for so many days has ended, or rests. */
const RESTING_DAYS = 90;
/** After so many matches, more of them will not make a rating certain enough. */
const MANY_MATCHES = 50;

/**
 * Why nobody in a league with matches has a rank, and when somebody gets one.
 * @param nobodyRanked what the API says of it; null if it does not know
 */
export function whyUnranked(
  league: RankedLeague,
  nobodyRanked: { readonly reason: string; readonly mostMatches: number } | null,
  now: Date,
  { t, format }: Pick<Ui, 't' | 'format'>,
): string {
  const asleep = whyAsleep(league, now, { t, format });
  if (asleep) return asleep;
  if (nobodyRanked === null) return t.unrankedUnknown;
  const { lastMatchAt, matchesForRank } = league;
  const isResting = now.getTime() - Date.parse(lastMatchAt!) > RESTING_DAYS * DAY;
  const { reason, mostMatches } = nobodyRanked;
  // If it rests, no match will come that could make a rating more certain.
  if (reason === 'TOO_UNCERTAIN' && (mostMatches >= MANY_MATCHES || isResting))
    return t.unrankedStill(format.count(mostMatches));
  if (reason === 'TOO_FEW_MATCHES' && matchesForRank > 1)
    return t.unrankedBelow(matchesForRank, format.count(matchesForRank));
  return isResting ? t.unrankedResting(format.day(lastMatchAt!)) : t.unrankedUnsure;
}

/** The same where only the top of the board is known: it says no more than is true of each of them. */
export function whyTopUnranked(
  league: RankedLeague,
  top: readonly Provisional[],
  now: Date,
  { t, format }: Pick<Ui, 't' | 'format'>,
): string {
  const asleep = whyAsleep(league, now, { t, format });
  if (asleep) return asleep;
  const [reason, ...others] = new Set(top.map((rating) => reasonUnranked(league, rating, now)));
  const { matchesForRank } = league;
  if (others.length === 0 && reason === 'TOO_FEW_MATCHES')
    return t.unrankedBelow(matchesForRank, format.count(matchesForRank));
  return others.length === 0 && reason === 'TOO_UNCERTAIN' ? t.unrankedTop : t.unrankedUnknown;
}

/** That nobody has played for as long as a rank lasts; null if somebody has. */
function whyAsleep({ lastMatchAt, activeWithin }: RankedLeague, now: Date, { t, format }: Pick<Ui, 't' | 'format'>) {
  const isAsleep = activeWithin !== null && now.getTime() - Date.parse(lastMatchAt!) > activeWithin * DAY;
  return isAsleep ? t.unrankedAsleep(activeWithin, format.count(activeWithin)) : null;
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
