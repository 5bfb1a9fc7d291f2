import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { type Access, canRead, isPlatformAdmin } from '../access/access.js';
import type { Log } from '../kit/log.js';
import { escapeLike, isStorable } from '../kit/sql/columns.js';
import { isAway } from '../kit/sql/database-away.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { LeagueTable } from '../league/league.table.js';
import { IS_NOT_DELETED } from '../league/slug.repository.js';
import { plainName } from '../player/handle.js';

/** The leagues for lists over all leagues. */
export interface ListedLeagues {
  readonly access: Access;
  /** Only these, which can be reached; null: all. */
  readonly among: readonly number[] | null;
}

/**
 * SQL that is true for rows of `league` in lists over all leagues: those that the caller may read, without archived ones. Its parameters are
 * the first ones of the statement, see `listedParameters`.
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

/** The result of those leagues that can be reached. */
export interface Reached<T> {
  readonly found: T;
  /** Slugs of the others that the caller may see, in order. Empty if all can be reached. */
  readonly unreachable: readonly string[];
}

/** How many leagues are tried at a time. */
const PROBES = 4;
/** How many of the unreachable leagues a log line names. */
const MAX_REPORTED = 10;

/** The needs of a list over all leagues. */
interface ListingNeeds {
  readonly sql: Sql;
  readonly access: Access;
  readonly log: Pick<Log, 'warn'>;
  /** Called if leagues are missing: their server may return before the next write to a league, so the list must not be cached. */
  readonly onLeftOut?: () => void;
}

/**
 * The same as `list` if servers of some leagues are away: for the leagues that can be reached. Slugs are on every server, and each
 * league is tried separately.
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
 * Runs a query on some leagues together; if a server is away, once more on only the servers of these leagues.
 * @param ask called with a condition that selects the leagues of $1 for each table that it reads, for a column of their ids
 */
export async function amongReachable<T>(ask: (isOfThese: (column: string) => string) => Promise<T>): Promise<T> {
  try {
    return await ask(() => 'true');
  } catch (error) {
    if (!isAway(error)) throw error;
    // In a simple statement, PostgreSQL would search for each of the leagues in every one of them.
    return ask((column) => `${column} = ANY($1::integer[])`);
  }
}

/** The leagues among these that cannot be reached. */
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

/** The leagues to list. */
export interface LeagueFilter {
  /** Text in the slug or name; null: any league. */
  readonly search: string | null;
  readonly includeArchived: boolean;
  /** Only of these, by id; all if null or omitted. */
  readonly among?: readonly number[] | null;
}

/** One page of the leagues that the caller may see, by slug, or by their newest matches. */
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
  // Deleted leagues are archived as well.
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
 * The midnight since which the leaders of leagues have been first at each recorded midnight, by the leagues' ids. Leagues without a leader,
 * and those whose leader was not first at the newest midnight, are omitted.
 * @param begin waits before this many players of recorded boards are read
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

/** In the leagues of $1, in the recorded days after the $2 newest. */
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

/** What administrators of a league should look at. */
export interface Attention {
  /** Webhooks that fail, or were disabled because they did. */
  readonly webhooks: number;
  /** Signs of arranged results that the newest check found. */
  readonly signals: number;
  readonly hasFailedRecompute: boolean;
}

/** The same of some leagues, by their ids. */
export async function listAttention(sql: Sql, leagueIds: readonly number[]): Promise<Map<number, Attention>> {
  const rows: (Attention & { id: number })[] = await sql.query(
    `SELECT league.id,
            (SELECT count(*)::integer FROM webhook
             WHERE webhook.league_id = league.id AND (failing_since IS NOT NULL OR disabled_reason IS NOT NULL)) AS webhooks,
            coalesce((SELECT (result ->> 'count')::integer FROM analysis
             WHERE analysis.league_id = league.id AND kind = 'INTEGRITY' ORDER BY analysis.id DESC LIMIT 1), 0) AS signals,
            coalesce((SELECT recompute.status = 'FAILED' FROM recompute
             WHERE recompute.league_id = league.id ORDER BY recompute.id DESC LIMIT 1), false) AS "hasFailedRecompute"
     FROM league WHERE league.id = ANY($1::integer[])`,
    [leagueIds],
  );
  return new Map(rows.map(({ id, ...attention }) => [id, attention]));
}
