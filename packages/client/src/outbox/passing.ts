import { LadderError } from '../errors.js';
import type { MatchToSubmit } from '../match.js';
import type { ExpectedError } from '../result.js';

/** Why a match still waits. */
export interface Delay {
  readonly reason: Error;
  /** Whether only this match waits, so that others may go before it. */
  readonly isOfOne: boolean;
}

/** Refusals of all requests to a league: it is recomputed or archived, or its operator must act. */
const OF_LEAGUE = new Set(['CONFLICT', 'ARCHIVED', 'RATER_MISSING']);
/** Temporary refusals of single matches. */
const OF_ONE = new Set(['QUOTA_EXCEEDED', 'RATER_FAILED']);
/** How far in the future a match may be played by a wrong clock, or one in another time zone, in milliseconds. Beyond that, its time is wrong. */
const CLOCKS_APART = 24 * 60 * 60 * 1_000;

/**
 * Distinguishes temporary refusals from refusals of the match itself.
 * @returns why the match waits; undefined if it is refused however often it is sent
 */
export function delayOf({ playedAt }: MatchToSubmit, error: ExpectedError): Delay | undefined {
  const { code, rule, message, path } = error;
  // The refused place is in the submission, such as its league, and not in a match.
  const isOfAll = OF_LEAGUE.has(code) || path[0] === 'input';
  const isEarly = rule === 'NOT_IN_FUTURE' && +new Date(playedAt) - Date.now() <= CLOCKS_APART;
  if (!isOfAll && !isEarly && !OF_ONE.has(code)) return undefined;
  return { reason: new LadderError(message, code), isOfOne: !isOfAll };
}
