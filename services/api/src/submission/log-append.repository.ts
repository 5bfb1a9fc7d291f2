import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import type { Prepared, Send } from '../kit/sql/prepared.js';
import type { League } from '../league/league.js';
import type { LeagueGrowth } from '../league/league.repository.js';
import {
  insertMatchesSql,
  MATCH_PARAMETERS,
  matchParameters,
  type NewMatch,
} from '../match-log/match-insert.repository.js';
import {
  insertUnratedSql,
  UNRATED_PARAMETERS,
  unratedParameters,
  unratedRows,
} from '../match-log/unrated-appearance.repository.js';
import { eventParameters, insertEventSql } from '../outbox/league-event.repository.js';
import {
  CHANGE_PARAMETERS,
  changeParameters,
  changeRows,
  insertChangesSql,
  type JournalEntry,
} from '../rating/journal.repository.js';
import { RATING_PARAMETERS, ratingParameters, upsertRatingsSql } from '../rating/rating.repository.js';
import type { RatingUpdate } from '../rating/rating-update.js';

/** Matches that follow all others of their league, with all that they change. */
export interface LogAppend {
  /** In the total order. */
  readonly matches: readonly NewMatch[];
  /** One for each match. */
  readonly entries: readonly JournalEntry[];
  readonly ratings: readonly RatingUpdate[];
  readonly growth: LeagueGrowth;
  /** When it is written. */
  readonly at: Date;
}

const FIRST_MATCH = 7;
const FIRST_UNRATED = FIRST_MATCH + MATCH_PARAMETERS;
const FIRST_CHANGE = FIRST_UNRATED + UNRATED_PARAMETERS;
const FIRST_RATING = FIRST_CHANGE + CHANGE_PARAMETERS;
const EVENT = FIRST_RATING + RATING_PARAMETERS;

/**
 * Everything in one statement, which is a transaction of its own where none is open: one round trip. It takes the
 * league's lock, and then writes only where the league is still at the version that the ratings were made from.
 */
const append = (name: string, minimum?: string): Prepared => ({
  name,
  text: `
    WITH lock AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCKS_OF.league}, $1::integer)),
    grown AS (
      UPDATE league SET
        match_count = match_count + $3::integer, last_sequence = last_sequence + $3::integer,
        player_count = player_count + $4::integer, rated_through = GREATEST(rated_through, $5::timestamptz),
        journal_bytes = journal_bytes + $6::bigint, version = version + 1
      FROM lock WHERE id = $1::integer AND version = $2::bigint RETURNING 1
    ),
    logged AS (${insertMatchesSql(FIRST_MATCH, 'grown')}),
    unrated AS (${insertUnratedSql(FIRST_UNRATED, 'grown')}),
    changed AS (${insertChangesSql(FIRST_CHANGE, 'grown')}),
    rated AS (${upsertRatingsSql(FIRST_RATING, 'added', 'grown', minimum)}),
    told AS (${insertEventSql(EVENT, 'grown')})
    SELECT count(*)::integer AS leagues FROM grown`,
});
const APPEND = append('append batch');
/** For leagues in which a rank takes several matches. */
const APPEND_WITH_MINIMUM = append('append counted batch', '(SELECT min_matches FROM league WHERE id = $1::integer)');

/**
 * Writes matches on top of a league.
 * @param send in a transaction under the league's lock, or as a transaction of its own
 * @param league as it was when they were rated
 * @returns false if the league has moved since; nothing is written then
 * @throws DatabaseError if an external id is in the log already, see `isKnownExternalId`
 */
export async function appendToLog(
  send: Send,
  league: League,
  { matches, entries, ratings, growth, at }: LogAppend,
): Promise<boolean> {
  const [written] = await send<{ readonly leagues: number }>(league.minMatches > 1 ? APPEND_WITH_MINIMUM : APPEND, [
    league.id,
    league.version,
    growth.matches,
    growth.players,
    growth.ratedThrough,
    growth.journalBytes,
    ...matchParameters(matches),
    ...unratedParameters(unratedRows(matches)),
    ...changeParameters(league, changeRows(entries)),
    ...ratingParameters(ratings),
    ...eventParameters({
      ...{ number: league.version + 1, kind: 'MATCHES_RATED', revision: league.revision, at },
      sequences: matches.map(({ sequence }) => sequence).sort((a, b) => a - b),
    }),
  ]);
  return written!.leagues === 1;
}

/** A league after matches were written on top of it. */
export function withAppended(league: League, { growth }: LogAppend): League {
  const { matches, players, ratedThrough, journalBytes } = growth;
  return {
    ...league,
    matchCount: league.matchCount + matches,
    lastSequence: league.lastSequence + matches,
    playerCount: league.playerCount + players,
    ratedThrough,
    journalBytes: league.journalBytes + journalBytes,
    version: league.version + 1,
  };
}

/** Whether a failure says that an external id of the batch is in the league's log already. */
export function isKnownExternalId(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'match_external_id_key';
}

/** Whether PostgreSQL refused to store what it was given: bad data, or a broken constraint. */
export function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}

const UNIQUE_VIOLATION = '23505';
