import type { NeedsClock } from '../kit/needs.js';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { checkArchived } from '../league/archived.js';
import { checkTokenStorage } from '../league/check-work.js';
import type { League } from '../league/league.js';
import { checkQuota, type NeedsQuota } from '../league/quota.js';
import type { NeedsTokenGrowth } from '../league/token-growth.js';
import { checkWindow } from '../match-log/checks.js';
import { checkFormat } from '../match-log/formats.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type Candidate, isLate, pathOf } from './batch.js';

export type CheckAgainstLeagueNeeds = NeedsQuota & NeedsTokenGrowth & NeedsClock;

/** Checks a match that is not in the log yet against its league; its players are checked elsewhere. */
export function checkAgainstLeague(
  needs: CheckAgainstLeagueNeeds,
  league: League,
  { rater, settings }: RatingSystem,
  candidate: Candidate,
): Refusal | undefined {
  const path = pathOf(candidate);
  return (
    checkArchived(league, path) ??
    checkWindow(candidate.match, { now: candidate.sender.submittedAt, opensAt: league.opensAt }, path) ??
    checkFormat(rater, settings, candidate.match, path) ??
    (league.lateMatches === 'REJECT' ? checkOrder(league, candidate) : undefined) ??
    checkQuota(league, needs.leagueStorage, path) ??
    checkTokenStorage(needs, candidate.sender.access, path)
  );
}

function checkOrder(league: League, candidate: Candidate): Refusal | undefined {
  if (!isLate(league, candidate.match)) return undefined;
  const rule = `must not be before the newest rated match at ${shown(league.ratedThrough)}`;
  const message = `playedAt ${rule}, but is ${shown(candidate.match.playedAt)}`;
  return refuse('LATE_MATCH', [...pathOf(candidate), 'playedAt'], message);
}
