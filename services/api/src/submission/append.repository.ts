import type { Prepared, Send } from '../kit/sql/prepared.js';
import type { League } from '../league/league.js';
import type { LeagueGrowth } from '../league/league.repository.js';
import {
  insertMatchesSql,
  insertUnratedSql,
  MATCH_PARAMETERS,
  matchParameters,
  type NewMatch,
  UNRATED_PARAMETERS,
  unratedParameters,
  unratedRows,
} from '../match-log/match-write.repository.js';
import { eventParameters, insertEventSql } from '../outbox/outbox.js';
import {
  CHANGE_PARAMETERS,
  changeParameters,
  changeRows,
  insertChangesSql,
  type JournalEntry,
} from '../rating/journal.repository.js';
import type { RatingUpdate } from '../rating/rate-batch.js';
import { RATING_PARAMETERS, ratingParameters, upsertRatingsSql } from '../rating/rating.repository.js';

/** Matches at the end of their log, with all rows that they change. */
export interface LogAppend {
  /** In the total order. */
  readonly matches: readonly NewMatch[];
  /** One for each match. */
  readonly entries: readonly JournalEntry[];
  readonly ratings: readonly RatingUpdate[];
  readonly growth: LeagueGrowth;
  /** The mark of the league after the write. */
  readonly mark: number;
  /** The time of the write. */
  readonly at: Date;
}

const FIRST_MATCH = 9;
const FIRST_UNRATED = FIRST_MATCH + MATCH_PARAMETERS;
const FIRST_CHANGE = FIRST_UNRATED + UNRATED_PARAMETERS;
const FIRST_RATING = FIRST_CHANGE + CHANGE_PARAMETERS;
const EVENT = FIRST_RATING + RATING_PARAMETERS;

/**
 * Everything in one statement, which is a transaction of its own if none is open: one round trip. It locks the league's
 * row, and writes only if the league has not changed since the ratings were made.
 */
const append = (name: string, minimum?: string, isDistributed = false): Prepared => {
  const gate = isDistributed ? undefined : 'grown';
  return {
    name,
    text: `
    WITH grown AS (
      UPDATE league SET
        match_count = match_count + $3::integer, last_sequence = last_sequence + $3::integer,
        player_count = player_count + $4::integer, rated_through = GREATEST(rated_through, $5::timestamptz),
        journal_bytes = journal_bytes + $6::bigint, version = version + 1, mark = $8::bigint
      WHERE id = $1::integer AND version = $2::bigint AND mark = $7::bigint RETURNING 1
    ),
    logged AS (${insertMatchesSql(FIRST_MATCH, gate)}),
    unrated AS (${insertUnratedSql(FIRST_UNRATED, gate)}),
    changed AS (${insertChangesSql(FIRST_CHANGE, gate)}),
    rated AS (${upsertRatingsSql(FIRST_RATING, 'added', gate, minimum)}),
    told AS (${insertEventSql(EVENT, gate)})
    SELECT ${gate ? 'count(*)' : '1 / count(*)'}::integer AS leagues FROM grown`,
  };
};
const MINIMUM = '(SELECT min_matches FROM league WHERE id = $1::integer)';
/** Statements by whether leagues are distributed over several servers, and whether a rank requires several matches. */
const APPEND = {
  alone: { any: append('append batch'), counted: append('append counted batch', MINIMUM) },
  spread: {
    any: append('append batch of spread', undefined, true),
    counted: append('append counted batch of spread', MINIMUM, true),
  },
};

/** If leagues are distributed, a changed league row shows by its next match or event, which exists already, or by a division by zero. */
const DIVISION_BY_ZERO = '22012';
const NEXT = ['match_pkey', 'league_event_pkey'];

/**
 * Writes matches at the end of the log of a league.
 * @param send runs a statement in a transaction under the league's lock, or as a transaction of its own
 * @param isDistributed whether leagues are distributed over several servers; then no part reads the league's row, because the result would go to all
 * servers
 * @param league as of the time when the matches were rated
 * @returns false, having written nothing, if the league has changed since
 * @throws DatabaseError if an external id is already in the log; see `isKnownExternalId`
 */
export async function appendToLog(
  send: Send,
  isDistributed: boolean,
  league: League,
  { matches, entries, ratings, growth, mark, at }: LogAppend,
): Promise<boolean> {
  const sent = send<{ readonly leagues: number }>(
    APPEND[isDistributed ? 'spread' : 'alone'][league.minMatches > 1 ? 'counted' : 'any'],
    [
      league.id,
      league.version,
      growth.matches,
      growth.players,
      growth.ratedThrough,
      growth.journalBytes,
      league.mark,
      mark,
      ...matchParameters(matches),
      ...unratedParameters(unratedRows(matches)),
      ...changeParameters(league, changeRows(entries)),
      ...ratingParameters(ratings),
      ...eventParameters({
        ...{ number: league.version + 1, kind: 'MATCHES_RATED', revision: league.revision, at },
        sequences: matches.map(({ sequence }) => sequence).sort((a, b) => a - b),
      }),
    ],
  );
  try {
    const [written] = await sent;
    return written!.leagues === 1;
  } catch (error) {
    if (isDistributed && isOvertaken(error)) return false;
    throw error;
  }
}

/** The league after the write. */
export function withAppended(league: League, { growth, mark }: LogAppend): League {
  const { matches, players, ratedThrough, journalBytes } = growth;
  return {
    ...league,
    matchCount: league.matchCount + matches,
    lastSequence: league.lastSequence + matches,
    playerCount: league.playerCount + players,
    ratedThrough,
    journalBytes: league.journalBytes + journalBytes,
    version: league.version + 1,
    mark,
  };
}

function isOvertaken(error: unknown): boolean {
  return (error as { code?: string }).code === DIVISION_BY_ZERO || NEXT.some((name) => isDuplicate(error, name));
}

/** Whether an error means that an external id of the batch is already in the log. */
export function isKnownExternalId(error: unknown): boolean {
  return isDuplicate(error, 'match_external_id_key');
}

/** Whether PostgreSQL refused the data: a bad value, or a violated constraint. */
export function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '') || isKnownExternalId(error);
}

/** PostgreSQL's code for a duplicate row. */
const UNIQUE_VIOLATION = '23505';
/** Citus's message in place of a code if another server refuses rows that are copied to it. */
const LOST_CODE = 'XX000';

/**
 * Whether an error means that a row exists already.
 * @param name of the constraint or index that allows only one. Citus names the shard's, which has a number at the end. For shards on other
 * servers, it does so only in the message, whose other words are in the language of the server.
 */
export function isDuplicate(error: unknown, name: string): boolean {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  if (code === UNIQUE_VIOLATION && constraint !== undefined) return new RegExp(`^${name}(_\\d+)?$`).test(constraint);
  if (code !== UNIQUE_VIOLATION && code !== LOST_CODE) return false;
  return new RegExp(`\\b${name}_\\d+\\b`).test(String(message));
}
