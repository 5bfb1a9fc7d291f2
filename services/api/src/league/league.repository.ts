import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { type Access, canRead } from '../access/access.js';
import { dayStart, hideArrayLength, isStorable, nextMidnight } from '../kit/sql/columns.js';
import { WRITE_STATEMENT } from '../kit/sql/connection.js';
import { isAway } from '../kit/sql/database-away.js';
import { columnsOf, fieldsBut, fieldsOf } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { type League, LeagueDeleted, type LeagueStamp, newMark, queueOf } from './league.js';
import { LeagueRevisionTable, LeagueTable } from './league.table.js';
import { IS_NOT_DELETED, listSlugOwners, updateSlug } from './slug.repository.js';

/** The league with this slug, if there is one that the caller may see. */
export async function findLeague(manager: EntityManager, access: Access, slug: string): Promise<League | null> {
  const league = isStorable(slug) ? (await listLeaguesBySlug(manager, [slug])).get(slug) : undefined;
  return league && canRead(access, league) ? league : null;
}

export const LEAGUE_FIELDS = fieldsBut(LeagueTable, 'packedGeneration');

export async function listLeaguesById(sql: Sql, ids: readonly number[]): Promise<League[]> {
  if (ids.length === 0) return [];
  const list = (some: readonly number[]): Promise<League[]> =>
    sql.query(`SELECT ${LEAGUE_FIELDS} FROM league WHERE ${HAS_ID[some.length === 1 ? 'one' : 'any']}`, [
      idsParameter(some),
    ]);
  try {
    return await list(ids);
  } catch (error) {
    // Each is then read separately, because servers of other leagues may be away.
    if (ids.length === 1 || !isAway(error)) throw error;
    return (await Promise.all(ids.map((id) => list([id])))).flat();
  }
}

/** Conditions on one id, so that one of several servers can answer alone, and on any number of ids. */
const HAS_ID = { one: 'id = $1', any: `id = ANY(${hideArrayLength('$1', 'integer')})` };
const idsParameter = (ids: readonly number[]) => (ids.length === 1 ? ids[0] : ids);

/** Ids of leagues by slugs that they had a while ago. The league's row shows whether it still has the slug, so a wrong id only costs time. */
const probableIds = new LRUCache<string, number>({ max: 10_000 });

/** Leagues by current or former slug. */
export async function listLeaguesBySlug(sql: Sql, slugs: readonly string[]): Promise<Map<string, League>> {
  const probable = slugs.flatMap((slug) => probableIds.get(slug) ?? []);
  const asked = new Set(slugs);
  const rows = (await listLeaguesById(sql, probable)).filter(({ slug }) => asked.has(slug));
  const found = new Map(rows.map((league) => [league.slug, league]));
  const others = slugs.filter((slug) => !found.has(slug));
  if (others.length === 0) return found;
  const owners = await listSlugOwners(sql, others);
  const leagues = await listLeaguesById(sql, [...new Set(owners.values())]);
  const byId = new Map(leagues.map((league) => [league.id, league]));
  for (const [slug, id] of owners) {
    const league = byId.get(id);
    // Deleted since then.
    if (!league || (league.deletedAt && league.slug !== slug)) continue;
    found.set(slug, league);
    if (league.slug === slug) probableIds.set(slug, id);
  }
  return found;
}

/** Versions of leagues with their marks, by league id; those of queues by `queueOf` a league. */
export async function listStamps(sql: Sql, ids: readonly number[]): Promise<Map<number, LeagueStamp>> {
  if (ids.some((id) => id < 0)) {
    try {
      return await listStampsWithQueues(sql, [...new Set(ids.map(Math.abs))]);
    } catch (error) {
      // Nothing is cached then.
      if (isAway(error)) return new Map();
      throw error;
    }
  }
  const rows: (LeagueStamp & { readonly id: number })[] = await sql.query(
    `SELECT id, version, mark FROM league WHERE ${HAS_ID[ids.length === 1 ? 'one' : 'any']}`,
    [idsParameter(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Changes of tickets are numbered; the time goes with the number, which a standby that takes over may give again. */
async function listStampsWithQueues(sql: Sql, ids: readonly number[]): Promise<Map<number, LeagueStamp>> {
  const hasId = HAS_ID[ids.length === 1 ? 'one' : 'any'];
  const rows: (LeagueStamp & { readonly id: number; readonly change: number; readonly changedAt: number })[] =
    await sql.query(
      `SELECT id, version, mark, coalesce(newest.change, 0) AS change, coalesce(newest.at, 0) AS "changedAt"
       FROM league LEFT JOIN LATERAL (
         SELECT change::double precision AS change, extract(epoch FROM coalesce(resolved_at, joined_at))::double precision AS at
         FROM queue_ticket WHERE league_id = league.id AND league_${hasId} ORDER BY queue_ticket.change DESC LIMIT 1
       ) AS newest ON true WHERE ${hasId}`,
      [idsParameter(ids)],
    );
  return new Map(
    rows.flatMap(({ id, version, mark, change, changedAt }) => [
      [id, { version, mark }],
      [queueOf(id), { version: change, mark: changedAt }],
    ]),
  );
}

/** The stamp of all leagues together: another after each write to any of them. Undefined where servers of some are away. */
export async function findStampOfAll(sql: Sql): Promise<LeagueStamp | undefined> {
  try {
    const [stamp] = await sql.query(
      `SELECT (count(*) + coalesce(sum(version), 0))::double precision AS version,
              mod(coalesce(sum(mark), 0), ${Number.MAX_SAFE_INTEGER})::double precision AS mark FROM league`,
    );
    return stamp;
  } catch (error) {
    if (isAway(error)) return undefined;
    throw error;
  }
}

/** The newest change of the queue of a row of `league`, and when it was. */
export const NEWEST_CHANGE = `SELECT change::double precision AS change,
       extract(epoch FROM coalesce(resolved_at, joined_at))::double precision AS at
     FROM queue_ticket WHERE queue_ticket.league_id = league.id ORDER BY queue_ticket.change DESC LIMIT 1`;

/** The league with this id; null if it no longer exists. @param lock to hold on its row until the transaction ends */
export async function findLeagueById(
  sql: Sql,
  leagueId: number,
  lock?: 'FOR NO KEY UPDATE' | 'FOR KEY SHARE',
): Promise<League | null> {
  const [league]: League[] = lock
    ? await sql.query(`SELECT ${LEAGUE_FIELDS} FROM league WHERE ${HAS_ID.one} ${lock}`, [leagueId])
    : await listLeaguesById(sql, [leagueId]);
  return league && !league.deletedAt ? league : null;
}

/** @throws LeagueDeleted if it no longer exists */
export async function getLeague(...asked: Parameters<typeof findLeagueById>): Promise<League> {
  const league = await findLeagueById(...asked);
  if (!league) throw new LeagueDeleted();
  return league;
}

/**
 * How long the holder of a league's lock may be idle, in milliseconds. After that, PostgreSQL ends the session, assuming that its
 * process is frozen or cut off, and frees the lock. Twice as long as a rater may take for a match.
 */
const MAX_IDLE = 10_000;

/**
 * Locks the league's row until the transaction ends, and reads it. From then on, the statements of a request may take as long as
 * those of a write.
 * @param maxIdle how long the transaction may be idle from then on, in milliseconds
 * @throws LeagueDeleted if it no longer exists, so that nothing writes to it any more
 */
export async function lockLeague(tx: EntityManager, leagueId: number, maxIdle = MAX_IDLE): Promise<League> {
  await tx.query(
    `SELECT set_config('idle_in_transaction_session_timeout', $1, true),
            set_config('statement_timeout', CASE current_setting('statement_timeout') WHEN '0' THEN '0' ELSE $2 END, true)`,
    [String(maxIdle), String(WRITE_STATEMENT)],
  );
  return getLeague(tx, leagueId, 'FOR NO KEY UPDATE');
}

/** Fields of a league that are given when it is created. */
const GIVEN = [
  ...['slug', 'name', 'description', 'hue', 'visibility', 'isOpenEntry', 'lateMatches', 'opensAt', 'timeZone'],
  ...['queueBand', 'queueWait', 'minMatches', 'activeWithin', 'statusRules', 'placePoints'],
  ...['rater', 'raterVersion', 'settings', 'appliedAt', 'createdAt'],
] as const;

export type NewLeague = Pick<League, (typeof GIVEN)[number]>;

/** @returns null if the slug is taken */
export async function insertLeague(tx: EntityManager, league: NewLeague): Promise<League | null> {
  const rows: { id: number }[] = await tx.query(
    `INSERT INTO league_slug (slug, league_id, visibility)
     VALUES ($1, nextval(pg_get_serial_sequence('league', 'id')), $2) ON CONFLICT (slug) DO NOTHING RETURNING league_id AS id`,
    [league.slug, league.visibility],
  );
  if (!rows[0]) return null;
  const { id } = rows[0];
  const parameterOf = (name: keyof NewLeague) => `$${GIVEN.indexOf(name) + 2}`;
  const [at, zone] = [`${parameterOf('createdAt')}::timestamptz`, parameterOf('timeZone')];
  await tx.query(
    `INSERT INTO league (id, ${columnsOf(LeagueTable, ...GIVEN)}, refreshed_through, refresh_due_at) OVERRIDING SYSTEM VALUE
     VALUES ($1, ${GIVEN.map(parameterOf).join(', ')}, ${dayStart(at, zone)}, ${nextMidnight(at, zone)})`,
    [id, ...GIVEN.map((name) => league[name])],
  );
  return tx.findOneByOrFail(LeagueTable, { id });
}

/** The leagues that know a player, in the order in which they must be locked; not deleted ones. */
export async function listLeagueIdsOf(sql: Sql, playerIds: readonly number[]): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT DISTINCT league_id AS id FROM membership JOIN league_slug USING (league_id)
     WHERE player_id = ANY($1::integer[]) AND ${IS_NOT_DELETED} ORDER BY league_id`,
    [playerIds],
  );
  return rows.map(({ id }) => id);
}

/** Gives a league a new version after a change outside of its row. Call it under the league's lock. */
export async function raiseVersion(tx: Sql, league: League): Promise<League> {
  const mark = newMark();
  const [, touched] = await tx.query(
    'UPDATE league SET version = version + 1, mark = $3 WHERE id = $1 AND version = $2',
    [league.id, league.version, mark],
  );
  expectRows('raiseVersion', touched, 1);
  return { ...league, version: league.version + 1, mark };
}

export type LeagueChange = Partial<
  Omit<NewLeague, 'rater' | 'raterVersion' | 'settings' | 'appliedAt' | 'createdAt'> &
    Pick<League, 'picture' | 'archivedAt' | 'deletedAt'>
>;

export async function storeLeague(tx: EntityManager, leagueId: number, change: LeagueChange): Promise<League> {
  if (change.slug !== undefined || change.visibility !== undefined) await updateSlug(tx, leagueId, change);
  const updated = await tx.update(
    LeagueTable,
    { id: leagueId },
    { ...change, version: () => 'version + 1', mark: newMark() },
  );
  expectRows('updateLeague', updated.affected ?? 0, 1);
  return tx.findOneByOrFail(LeagueTable, { id: leagueId });
}

/** Whether the database knows a time zone with this name. */
export async function isTimeZone(sql: Sql, name: string): Promise<boolean> {
  if (!isStorable(name)) return false;
  const rows: unknown[] = await sql.query('SELECT FROM pg_timezone_names WHERE name = $1', [name]);
  return rows.length > 0;
}

/** How a batch of rated matches changes its league. */
export interface LeagueGrowth {
  readonly matches: number;
  readonly players: number;
  /** Newest playedAt of the batch. */
  readonly ratedThrough: Date;
  readonly journalBytes: number;
}

/** Counts matches that were added to the end of a log, and rated. @param events how many events report them */
export async function addMatches(
  tx: Sql,
  league: League,
  { matches, ratedThrough, journalBytes, events }: Omit<LeagueGrowth, 'players'> & { readonly events: number },
): Promise<LeagueStamp> {
  const stamp = { version: league.version + events, mark: newMark() };
  const [, touched] = await tx.query(
    `UPDATE league SET
       match_count = match_count + $3, last_sequence = last_sequence + $3, rated_through = GREATEST(rated_through, $4),
       player_count = (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0),
       journal_bytes = journal_bytes + $5, version = $6, mark = $7
     WHERE id = $1 AND version = $2`,
    [league.id, league.version, matches, ratedThrough, journalBytes, stamp.version, stamp.mark],
  );
  expectRows('addMatches', touched, 1);
  return stamp;
}

/** Counts waits that were added to the log; processes with the league's states in memory read them again. */
export async function addWaits(tx: Sql, league: League, waits: number): Promise<League> {
  const mark = newMark();
  const [, touched] = await tx.query(
    'UPDATE league SET last_sequence = last_sequence + $3, version = version + 1, mark = $4 WHERE id = $1 AND version = $2',
    [league.id, league.version, waits, mark],
  );
  expectRows('addWaits', touched, 1);
  return { ...league, lastSequence: league.lastSequence + waits, version: league.version + 1, mark };
}

/** Counts matches that were added to the log anywhere but at its end. */
export async function updateLastSequence(tx: Sql, league: League, lastSequence: number): Promise<void> {
  const [, touched] = await tx.query('UPDATE league SET last_sequence = $2 WHERE id = $1 AND last_sequence = $3', [
    league.id,
    lastSequence,
    league.lastSequence,
  ]);
  expectRows('updateLastSequence', touched, 1);
}

/** The official derivation of a league's ratings. */
export type LeagueDerivation = Pick<
  League,
  'rater' | 'raterVersion' | 'settings' | 'chanceFit' | 'revision' | 'generation'
>;

/** The effect of a revision's replay. */
interface RevisionReplay {
  /** Lines of the journal that it replaced. */
  readonly superseded: number;
  /** Lines that it wrote. */
  readonly lines: number;
  /** Bytes by which the journal grew, as `journalBytes` counts them. */
  readonly bytes: number;
  /** The token whose quota its work counts towards; null if there was none. */
  readonly tokenId: number | null;
}

/** Records how a revision was derived. */
export async function insertRevision(
  tx: Sql,
  leagueId: number,
  revision: LeagueDerivation & {
    readonly reason: string;
    readonly appliedAt: Date;
    /** Null of the first one. */
    readonly replay: RevisionReplay | null;
  },
): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_revision (league_id, revision, generation, rater, rater_version, settings, reason, applied_at,
                                  superseded, lines, bytes, token_id, chance_fit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING 1`,
    [
      leagueId,
      revision.revision,
      revision.generation,
      revision.rater,
      revision.raterVersion,
      JSON.stringify(revision.settings),
      revision.reason,
      revision.appliedAt,
      revision.replay?.superseded,
      revision.replay?.lines,
      revision.replay?.bytes,
      revision.replay?.tokenId,
      revision.chanceFit && JSON.stringify(revision.chanceFit),
    ],
  );
  expectRows('insertRevision', rows.length, 1);
}

const SHOWN = ['revision', 'rater', 'raterVersion', 'settings', 'chanceFit', 'appliedAt'] as const;

/** An official derivation of a league's ratings, as shown to clients. */
export type LeagueRevision = Pick<LeagueRevisionTable, (typeof SHOWN)[number]>;

/** One page of a league's revisions, newest first. */
export async function listRevisions(
  sql: Sql,
  leagueId: number,
  page: { readonly limit: number; readonly before: number | null },
): Promise<LeagueRevision[]> {
  return sql.query(
    `SELECT ${fieldsOf(LeagueRevisionTable, SHOWN)} FROM league_revision
     WHERE league_id = $1 AND ($2::integer IS NULL OR revision < $2) ORDER BY revision DESC LIMIT $3`,
    [leagueId, page.before, page.limit],
  );
}
