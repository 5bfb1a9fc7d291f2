import { randomUUID } from 'node:crypto';
import type { Prepared, Send } from '../kit/sql/prepared.js';
import type { League } from '../league/league.js';
import { LEAGUE_LOCK, type LeagueGrowth } from '../league/league.repository.js';
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
import { EVENT_PARAMETERS, eventParameters, insertEventSql } from '../outbox/league-event.repository.js';
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
const MARK = EVENT + EVENT_PARAMETERS;
const BEHIND = MARK + 1;
/** Of a connection: the mark of the batch that it wrote last. */
const WRITTEN = 'openladder.written_batch';

/**
 * Everything in one statement, which is a transaction of its own where none is open: one round trip. It takes the
 * league's lock, and then writes only where the league is still at the version that the ratings were made from. That
 * another process may have brought it to the same version is ruled out for a batch that was sent behind one which is not
 * answered yet: it writes only where the connection has written that one.
 */
const APPEND: Prepared = {
  name: 'append batch',
  text: `
    WITH lock AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LEAGUE_LOCK}, $1::integer)),
    grown AS (
      UPDATE league SET
        match_count = match_count + $3::integer, last_sequence = last_sequence + $3::integer,
        player_count = player_count + $4::integer, rated_through = GREATEST(rated_through, $5::timestamptz),
        journal_bytes = journal_bytes + $6::bigint, version = version + 1
      FROM lock WHERE id = $1::integer AND version = $2::bigint
        AND ($${BEHIND}::text IS NULL OR $${BEHIND}::text = current_setting('${WRITTEN}', true))
      RETURNING set_config('${WRITTEN}', $${MARK}::text, false)
    ),
    logged AS (${insertMatchesSql(FIRST_MATCH, 'grown')}),
    unrated AS (${insertUnratedSql(FIRST_UNRATED, 'grown')}),
    changed AS (${insertChangesSql(FIRST_CHANGE, 'grown')}),
    rated AS (${upsertRatingsSql(FIRST_RATING, 'added', 'grown')}),
    told AS (${insertEventSql(EVENT, 'grown')})
    SELECT count(*)::integer AS leagues FROM grown`,
};

/** A batch as it is sent. */
export interface AppendStatement {
  /** Its name; no other one has it. */
  readonly mark: string;
  readonly values: readonly unknown[];
}

/** Other processes may have used the same connection before, where a pooler stands between. */
const PROCESS = randomUUID();
let batches = 0;

/**
 * Makes a batch of matches ready to be written on top of a league.
 * @param league as it was when the batch was rated
 */
export function toAppendStatement(
  league: League,
  { matches, entries, ratings, growth, at }: LogAppend,
): AppendStatement {
  const unrated = unratedRows(matches);
  const changes = changeRows(entries);
  return {
    mark: `${PROCESS} ${++batches}`,
    values: [
      league.id,
      league.version,
      growth.matches,
      growth.players,
      growth.ratedThrough,
      growth.journalBytes,
      ...matchParameters(matches),
      ...unratedParameters(unrated),
      ...changeParameters(league, changes),
      ...ratingParameters(ratings),
      ...eventParameters({
        ...{ number: league.version + 1, kind: 'MATCHES_RATED', revision: league.revision, at },
        sequences: matches.map(({ sequence }) => sequence).sort((a, b) => a - b),
      }),
    ],
  };
}

/**
 * Writes a batch.
 * @param behind the mark of another one; writes only where that is the last one which the connection wrote
 * @returns false where the league has moved since it was rated; nothing is written then
 * @throws DatabaseError where an external id is in the log already, see `isKnownExternalId`
 */
export async function executeAppend(send: Send, { mark, values }: AppendStatement, behind?: string): Promise<boolean> {
  const [written] = await send<{ readonly leagues: number }>(APPEND, [...values, mark, behind ?? null]);
  return written!.leagues === 1;
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
