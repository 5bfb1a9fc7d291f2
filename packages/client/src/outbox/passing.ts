import { LadderError } from '../errors.js';
import type { MatchToSubmit } from '../match.js';
import type { ExpectedError } from '../result.js';

/** Why a match still waits. */
export interface Delay {
  readonly reason: Error;
  /** Whether it is this match alone that waits: others may go before it. */
  readonly isOfOne: boolean;
}

/** Refusals of whatever a league gets: it is recomputed or archived, or the operator has something to do. */
const OF_LEAGUE = new Set(['CONFLICT', 'ARCHIVED', 'RATER_MISSING']);
/** Refusals of single matches that pass. */
const OF_ONE = new Set(['QUOTA_EXCEEDED', 'RATER_FAILED']);
/** Milliseconds of the future in which a match may be played by a clock that is wrong, or set to another time zone. Beyond, its time is wrong. */
const CLOCKS_APART = 24 * 60 * 60 * 1_000;

/**
 * Tells refusals that pass from those that are about the match itself.
 * @returns why the match waits; undefined if it is refused however often it is sent
 */
export function delayOf({ playedAt }: MatchToSubmit, error: ExpectedError): Delay | undefined {
  const { code, rule, message, path } = error;
  // Its place is in the submission, for example its league, and not in a match.
  const isOfAll = OF_LEAGUE.has(code) || path[0] === 'input';
  const isEarly = rule === 'NOT_IN_FUTURE' && +new Date(playedAt) - Date.now() <= CLOCKS_APART;
  if (!isOfAll && !isEarly && !OF_ONE.has(code)) return undefined;
  return { reason: new LadderError(message, code), isOfOne: !isOfAll };
}
