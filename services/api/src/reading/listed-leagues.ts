import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { type Access, canRead, isPlatformAdmin } from '../access/access.js';
import { type AuditEntry, AuditEntryTable, IS_CORRECTION } from '../audit/audit.repository.js';
import { madeOnce } from '../kit/grouped-by.js';
import type { Log } from '../kit/log.js';
import { escapeLike, isStorable } from '../kit/sql/columns.js';
import { isAway } from '../kit/sql/database-away.js';
import { fieldsBut } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { LeagueTable } from '../league/league.table.js';
import { IS_NOT_DELETED } from '../league/slug.repository.js';
import { plainName } from '../player/handle.js';

/** Of which leagues lists over all leagues are made. */
export interface ListedLeagues {
  readonly access: Access;
  /** Only these, those that can be reached; null: all. */
  readonly among: readonly number[] | null;
}

/**
 * SQL that holds for rows of `league` that lists over all leagues show: those that the caller may read, without archived ones. Its parameters
 * are the first ones of the statement, see `listedParameters`.
 */
export const isListed = ({ among }: ListedLeagues) => `league.archived_at IS NULL
  AND ($1::boolean OR league.visibility = 'PUBLIC' OR league.id = ANY($2::integer[]))
  AND ${among ? 'league.id = ANY($3::integer[])' : '$3::integer[] IS NULL'}`;

export function listedParameters({
  access,
  among,
}: ListedLeagues): [boolean, readonly number[], readonly number[] | null] {
  return [isPlatformAdmin(access), access.leagueIds, among];
}

/** What was found in those leagues that can be reached. */
export interface Reached<T> {
  readonly found: T;
  /** Slugs of the others of which the caller may know, in order. Empty where all can be reached. */
  readonly unreachable: readonly string[];
}

/** How many leagues are asked for at a time. */
const PROBES = 4;
/** How many of the leagues that cannot be reached a line of the log names. */
const MAX_REPORTED = 10;

/** Who looks through all leagues, and how. */
interface ListingNeeds {
  readonly sql: Sql;
  readonly access: Access;
  readonly log: Pick<Log, 'warn'>;
  /** Called where leagues are left out: their server may be back before anything is written to a league, so nobody may keep the list. */
  readonly onLeftOut?: () => void;
}

/**
 * The same as `list` where servers of some leagues are away: of those leagues that can be reached. Slugs are on every server, and each
 * league is asked for by itself.
 * @param list called with the ids to list from; null: all
 */
export async function ofReachable<T>(
  { sql, access, log, onLeftOut }: ListingNeeds,
  list: (among: readonly number[] | null) => Promise<T>,
): Promise<Reached<T>> {
  try {
    return { found: await list(null), unreachable: [] };
  } catch (error) {
    if (!isAway(error)) throw error;
    const all: Pick<League, 'id' | 'slug' | 'visibility'>[] = await sql.query(
      `SELECT league_id AS id, slug, visibility FROM league_slug WHERE ${IS_NOT_DELETED} ORDER BY slug`,
    );
    const away = await listAway(
      sql,
      all.map(({ id }) => id),
    );
    if (away.size === 0) throw error;
    onLeftOut?.();
    const missing = all.filter(({ id }) => away.has(id));
    const slugs = missing.slice(0, MAX_REPORTED).map(({ slug }) => slug);
    log.warn({ count: missing.length, slugs }, 'Leagues cannot be reached; lists leave them out');
    return {
      found: await list(all.flatMap(({ id }) => (away.has(id) ? [] : [id]))),
      unreachable: missing.filter((league) => canRead(access, { ...league, deletedAt: null })).map(({ slug }) => slug),
    };
  }
}

/**
 * Asks a question about some leagues together; if a server is away, once more so that only the servers of these leagues are asked.
 * @param ask called with a condition that names the leagues of $1 for each table that it reads, for a column of their ids
 */
export async function amongReachable<T>(ask: (isOfThese: (column: string) => string) => Promise<T>): Promise<T> {
  try {
    return await ask(() => 'true');
  } catch (error) {
    if (!isAway(error)) throw error;
    // In a plain statement, PostgreSQL would look for each of the leagues in every one of them.
    return ask((column) => `${column} = ANY($1::integer[])`);
  }
}

/** Those of these leagues that cannot be reached. */
async function listAway(sql: Sql, ids: readonly number[]): Promise<Set<number>> {
  const away = new Set<number>();
  const probe = (id: number) =>
    sql.query('SELECT FROM league WHERE id = $1', [id]).catch((failed) => {
      if (!isAway(failed)) throw failed;
      away.add(id);
    });
  for (let start = 0; start < ids.length; start += PROBES) {
    await Promise.all(ids.slice(start, start + PROBES).map(probe));
  }
  return away;
}

/** The order of a list of leagues, and the league after which a page begins; null for the first page. */
export type LeagueOrder =
  | { readonly by: 'SLUG'; readonly after: Pick<League, 'slug'> | null }
  | { readonly by: 'ACTIVITY'; readonly after: Pick<League, 'slug' | 'ratedThrough'> | null };

/** Which leagues are listed. */
export interface LeagueFilter {
  /** Text in the slug or name; null: any league. */
  readonly search: string | null;
  readonly includeArchived: boolean;
  /** Only of these, by id; all if null or omitted. */
  readonly among?: readonly number[] | null;
}

/** One page of the leagues that the caller may know of, by slug, or by their newest matches. */
export async function listLeagues(
  manager: EntityManager,
  access: Access,
  page: LeagueFilter & { readonly limit: number; readonly order: LeagueOrder },
): Promise<League[]> {
  if (!isStorable(page.search ?? '')) return [];
  const query = knownLeagues(manager, access, page).limit(page.limit);
  const { by, after } = page.order;
  if (by === 'ACTIVITY') query.orderBy('league.ratedThrough', 'DESC', 'NULLS LAST');
  query.addOrderBy('league.slug');
  if (!after) return query.getMany();
  if (by === 'SLUG') return query.andWhere('league.slug > :slug', after).getMany();
  const isBehind = after.ratedThrough
    ? `(league.ratedThrough < :ratedThrough OR league.ratedThrough IS NULL
        OR league.ratedThrough = :ratedThrough AND league.slug > :slug)`
    : 'league.ratedThrough IS NULL AND league.slug > :slug';
  return query.andWhere(isBehind, after).getMany();
}

/** The number of leagues that `listLeagues` lists in all. */
export async function countLeagues(manager: EntityManager, access: Access, filter: LeagueFilter): Promise<number> {
  return isStorable(filter.search ?? '') ? knownLeagues(manager, access, filter).getCount() : 0;
}

function knownLeagues(
  manager: EntityManager,
  access: Access,
  { search, includeArchived, among }: LeagueFilter,
): SelectQueryBuilder<League> {
  const query = manager.createQueryBuilder(LeagueTable, 'league');
  // Deleted ones are archived too.
  query.where(includeArchived ? 'league.deletedAt IS NULL' : 'league.archivedAt IS NULL');
  if (!isPlatformAdmin(access)) {
    query.andWhere(`(league.visibility = 'PUBLIC' OR league.id = ANY(:mine))`, { mine: [...access.leagueIds] });
  }
  if (among) query.andWhere('league.id = ANY(:among)', { among: [...among] });
  if (search) {
    const like = `%${escapeLike(plainName(search))}%`;
    query.andWhere('(league.slug LIKE :like OR plain_name(lower(league.name)) LIKE :like)', { like });
  }
  return query;
}

/** Most recorded days that `listLeadersSince` looks back, and how many of them at a time. */
export const MAX_DAYS_LED = 400;
const DAYS_AT_A_TIME = 40;

/**
 * Since which midnight the leaders of leagues have been ahead of everybody at each midnight that was recorded, by the leagues' ids; leagues
 * without a leader, and those whose leader was not the first at the newest midnight, are left out.
 * @param begin waits before so many players of recorded boards are read
 */
export async function listLeadersSince(
  sql: Sql,
  leagues: readonly Pick<League, 'id' | 'playerCount'>[],
  begin: (players: number) => Promise<void>,
): Promise<Map<number, Date>> {
  const led = new Map<number, Date>();
  let open = leagues;
  for (let days = 0; days < MAX_DAYS_LED && open.length > 0; days += DAYS_AT_A_TIME) {
    await begin(open.reduce((sum, { playerCount }) => sum + DAYS_AT_A_TIME * playerCount, 0));
    const ids = open.map(({ id }) => id);
    const rows = await amongReachable<{ id: number; since: Date | null; isOpen: boolean }[]>((isOfThese) =>
      sql.query(ledSince(isOfThese), [ids, days]),
    );
    for (const { id, since } of rows) if (since) led.set(id, since);
    const further = new Set(rows.filter(({ isOpen }) => isOpen).map(({ id }) => id));
    open = open.filter(({ id }) => further.has(id));
  }
  return led;
}

/** Of the leagues of $1, in the recorded days after the $2 newest. */
const ledSince = (
  isOfThese: (column: string) => string,
) => `SELECT league.id, since, days = ${DAYS_AT_A_TIME} AND others = 0 AS "isOpen" FROM league CROSS JOIN LATERAL (
       SELECT player_id FROM rating WHERE rating.league_id = league.id AND ${isOfThese('rating.league_id')} AND matches_played > 0 AND NOT is_provisional
       ORDER BY is_provisional, score DESC, player_id LIMIT 1
     ) AS leader CROSS JOIN LATERAL (
       SELECT min(midnight) FILTER (WHERE others = 0) AS since, max(others) AS others, count(*) AS days FROM (
         SELECT midnight, sum((players[1] IS DISTINCT FROM leader.player_id)::integer) OVER (ORDER BY midnight DESC) AS others
         FROM (SELECT midnight, players FROM standings_snapshot AS snapshot
               WHERE snapshot.league_id = league.id AND ${isOfThese('snapshot.league_id')} AND players IS NOT NULL
               ORDER BY day DESC LIMIT ${DAYS_AT_A_TIME} OFFSET $2) AS recorded
       ) AS counted
     ) AS led
     WHERE league.id = ANY($1::integer[])`;

/** The top of a board at the end of a week, as it was recorded. */
interface WeeklyTop {
  readonly day: string;
  /** Best first. */
  readonly players: readonly number[];
  readonly scores: readonly number[];
}

/** The top of a league's board as of the newest recorded day, and of those 7, 14, … days before it, the oldest first. */
export async function listWeeklyTops(
  sql: Sql,
  leagueId: number,
  { first, weeks }: { readonly first: number; readonly weeks: number },
): Promise<WeeklyTop[]> {
  return sql.query(
    `SELECT to_char(ended.day, 'YYYY-MM-DD') AS day, told.players, told.scores
     FROM (SELECT max(day) AS day FROM standings_snapshot WHERE league_id = $1) AS newest
     CROSS JOIN generate_series(0, $2::integer - 1) AS week
     CROSS JOIN LATERAL (SELECT newest.day - 7 * week AS day) AS ended
     CROSS JOIN LATERAL (
       SELECT players[1:$3] AS players, scores[1:$3] AS scores FROM standings_snapshot
       WHERE league_id = $1 AND standings_snapshot.day <= ended.day AND players IS NOT NULL
       ORDER BY standings_snapshot.day DESC LIMIT 1
     ) AS told ORDER BY ended.day`,
    [leagueId, weeks, first],
  );
}

/** The ranks of each player who was at the top in one of the weeks; null where they were not. */
export function rankLinesOf(tops: readonly WeeklyTop[], hidden: ReadonlySet<number>) {
  const ranks = new Map<number, (number | null)[]>();
  for (const [week, { players, scores }] of tops.entries()) {
    for (const [place, playerId] of players.entries()) {
      if (hidden.has(playerId)) continue;
      const own = madeOnce(ranks, playerId, () => tops.map(() => null as number | null));
      own[week] = scores.indexOf(scores[place]!) + 1;
    }
  }
  return {
    days: tops.map(({ day }) => day),
    lines: Array.from(ranks, ([playerId, own]) => ({ playerId, ranks: own })),
  };
}

const ENTRY_FIELDS = fieldsBut(AuditEntryTable, 'actorId');

/** An entry of the audit log about a correction. */
export type Correction = AuditEntry & { readonly leagueId: number };

/** A page of corrections. @param beforeId null: the newest */
export interface CorrectionPage {
  readonly limit: number;
  readonly beforeId: number | null;
}

/** The corrections of a league, newest first. */
export function listCorrections(
  sql: Sql,
  leagueId: number,
  { limit, beforeId }: CorrectionPage,
): Promise<Correction[]> {
  return sql.query(
    `SELECT ${ENTRY_FIELDS} FROM audit_entry WHERE league_id = $1 AND ${IS_CORRECTION} AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [leagueId, beforeId, limit],
  );
}

/** Ids of the leagues that the caller may read, without archived ones. */
export async function listLeaguesOfCorrections(sql: Sql, of: ListedLeagues): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(`SELECT id FROM league WHERE ${isListed(of)}`, listedParameters(of));
  return rows.map(({ id }) => id);
}

/**
 * The corrections of some leagues together, newest first. What they changed, which can be large, is read for the page alone, by a statement
 * of its own: Citus knows no other way.
 */
export async function listCorrectionsOf(
  sql: Sql,
  leagueIds: readonly number[],
  { limit, beforeId }: CorrectionPage,
): Promise<Correction[]> {
  const newest = await amongReachable<{ league_id: number; id: string }[]>((isOfThese) =>
    sql.query(
      `SELECT newest.* FROM league CROSS JOIN LATERAL (
         SELECT league_id, audit_entry.id FROM audit_entry
         WHERE audit_entry.league_id = league.id AND ${isOfThese('audit_entry.league_id')} AND ${IS_CORRECTION}
           AND ($2::bigint IS NULL OR audit_entry.id < $2) ORDER BY audit_entry.id DESC LIMIT $3
       ) AS newest WHERE league.id = ANY($1::integer[]) ORDER BY newest.id DESC LIMIT $3`,
      [leagueIds, beforeId, limit],
    ),
  );
  if (newest.length === 0) return [];
  return sql.query(
    `SELECT ${ENTRY_FIELDS} FROM audit_entry WHERE league_id = ANY($1::integer[]) AND id = ANY($2::bigint[]) ORDER BY id DESC`,
    [newest.map(({ league_id }) => league_id), newest.map(({ id }) => id)],
  );
}
