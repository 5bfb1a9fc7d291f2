import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { type Access, canRead, isPlatformAdmin } from '../access/access.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { WRITE_STATEMENT } from '../kit/sql/connection.js';
import { dayStart, nextMidnight } from '../kit/sql/midnight.js';
import { escapeLike, isStorable } from '../kit/sql/text.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { SettingValues } from '../raters/rating-system.js';
import type { League } from './league.js';
import { LeagueTable } from './league.table.js';
import { LeagueDeleted } from './league-deleted.js';

/** The league of this slug, if there is one that the caller may know of. */
export async function findLeague(manager: EntityManager, access: Access, slug: string): Promise<League | null> {
  const league = isStorable(slug) ? (await listLeaguesBySlug(manager, [slug])).get(slug) : undefined;
  return league && canRead(access, league) ? league : null;
}

/** Every field of a league has its column: the compiler asks for the one of a new field. */
const COLUMN_OF: Readonly<Record<keyof League, string>> = {
  id: 'id',
  slug: 'slug',
  name: 'name',
  description: 'description',
  visibility: 'visibility',
  isOpenEntry: 'is_open_entry',
  lateMatches: 'late_matches',
  opensAt: 'opens_at',
  queueBand: 'queue_band',
  queueWait: 'queue_wait',
  statusRules: 'status_rules',
  minMatches: 'min_matches',
  activeWithin: 'active_within',
  rater: 'rater',
  raterVersion: 'rater_version',
  settings: 'settings',
  revision: 'revision',
  generation: 'generation',
  appliedAt: 'applied_at',
  matchCount: 'match_count',
  playerCount: 'player_count',
  lastSequence: 'last_sequence',
  ratedThrough: 'rated_through',
  journalBytes: 'journal_bytes',
  keptRevision: 'kept_revision',
  keptSince: 'kept_since',
  thinnedRevision: 'thinned_revision',
  timeZone: 'time_zone',
  refreshedThrough: 'refreshed_through',
  refreshDueAt: 'refresh_due_at',
  archivedAt: 'archived_at',
  deletedAt: 'deleted_at',
  version: 'version',
  createdAt: 'created_at',
};
const LEAGUE_COLUMNS = Object.entries(COLUMN_OF)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ');

export async function listLeaguesById(sql: Sql, ids: readonly number[]): Promise<League[]> {
  return sql.query(`SELECT ${LEAGUE_COLUMNS} FROM league WHERE id = ANY($1::integer[])`, [ids]);
}

/** Leagues by their slugs, present and former. */
export async function listLeaguesBySlug(sql: Sql, slugs: readonly string[]): Promise<Map<string, League>> {
  const rows: (League & { readonly asked: string })[] = await sql.query(
    `SELECT slug AS asked, ${LEAGUE_COLUMNS} FROM league WHERE slug = ANY($1::text[])
     UNION ALL
     SELECT former.slug, own.* FROM former_slug AS former
     JOIN LATERAL (SELECT ${LEAGUE_COLUMNS} FROM league WHERE id = former.league_id) AS own ON true
     WHERE former.slug = ANY($1::text[])`,
    [slugs],
  );
  return new Map(rows.map(({ asked, ...league }) => [asked, league]));
}

/** The versions of leagues, by their ids. */
export async function listVersions(sql: Sql, ids: readonly number[]): Promise<Map<number, number>> {
  const rows: { id: number; version: number }[] = await sql.query(
    'SELECT id, version FROM league WHERE id = ANY($1::integer[])',
    [ids],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Of a list of leagues the order, and the league after which a page begins; null: it is the first page. */
export type LeagueOrder =
  | { readonly by: 'SLUG'; readonly after: Pick<League, 'slug'> | null }
  | { readonly by: 'ACTIVITY'; readonly after: Pick<League, 'slug' | 'ratedThrough'> | null };

/** Which leagues are listed. */
export interface LeagueFilter {
  /** Text in the slug or name; null: any. */
  readonly search: string | null;
  readonly includeArchived: boolean;
}

/** One page of the leagues that the caller may know of: by slug, or those first that had the newest matches. */
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

/** How many leagues `listLeagues` lists in all. */
export async function countLeagues(manager: EntityManager, access: Access, filter: LeagueFilter): Promise<number> {
  return isStorable(filter.search ?? '') ? knownLeagues(manager, access, filter).getCount() : 0;
}

function knownLeagues(
  manager: EntityManager,
  access: Access,
  { search, includeArchived }: LeagueFilter,
): SelectQueryBuilder<League> {
  const query = manager.createQueryBuilder(LeagueTable, 'league');
  // Deleted ones are archived too.
  query.where(includeArchived ? 'league.deletedAt IS NULL' : 'league.archivedAt IS NULL');
  if (!isPlatformAdmin(access)) {
    query.andWhere(`(league.visibility = 'PUBLIC' OR league.id = ANY(:mine))`, { mine: [...access.leagueIds] });
  }
  if (search) {
    query.andWhere('(league.slug ILIKE :like OR league.name ILIKE :like)', { like: `%${escapeLike(search)}%` });
  }
  return query;
}

/** @throws LeagueDeleted where it is gone */
export async function getLeague(manager: EntityManager, leagueId: number): Promise<League> {
  const league = await manager.findOneBy(LeagueTable, { id: leagueId });
  if (!league || league.deletedAt) throw new LeagueDeleted();
  return league;
}

/**
 * How long the holder of a league's lock may be idle, in milliseconds: PostgreSQL then ends the session of a process that is frozen
 * or cut off, and the lock is free. Twice as long as a rater may take for a match.
 */
const MAX_IDLE = 10_000;

/**
 * Takes the league's lock until the transaction ends, and reads the league as it is under the lock. From then on a statement of a
 * request may take as long as one that writes.
 * @throws LeagueDeleted where it is gone: nothing writes to it any more
 */
export async function lockLeague(tx: EntityManager, leagueId: number): Promise<League> {
  await tx.query(
    `SELECT set_config('idle_in_transaction_session_timeout', $3, true),
            set_config('statement_timeout', CASE current_setting('statement_timeout') WHEN '0' THEN '0' ELSE $4 END, true),
            pg_advisory_xact_lock($1, $2)`,
    [LOCKS_OF.league, leagueId, String(MAX_IDLE), String(WRITE_STATEMENT)],
  );
  return getLeague(tx, leagueId);
}

export type NewLeague = Omit<
  League,
  | 'id'
  | 'matchCount'
  | 'playerCount'
  | 'lastSequence'
  | 'ratedThrough'
  | 'journalBytes'
  | 'keptRevision'
  | 'keptSince'
  | 'thinnedRevision'
  | 'refreshedThrough'
  | 'refreshDueAt'
  | 'archivedAt'
  | 'deletedAt'
  | 'version'
  | 'revision'
  | 'generation'
>;

/** @returns null where the slug is taken */
export async function insertLeague(tx: EntityManager, league: NewLeague): Promise<League | null> {
  const rows: { id: number }[] = await tx.query(
    `INSERT INTO league (slug, name, description, visibility, is_open_entry, late_matches, opens_at, rater,
                         rater_version, settings, applied_at, created_at, time_zone, refreshed_through,
                         refresh_due_at, queue_band, queue_wait, status_rules, min_matches,
                         active_within)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${dayStart('$12::timestamptz', '$13')},
             ${nextMidnight('$12::timestamptz', '$13')}, $14, $15, $16, $17, $18)
     ON CONFLICT (slug) DO NOTHING RETURNING id`,
    [
      league.slug,
      league.name,
      league.description,
      league.visibility,
      league.isOpenEntry,
      league.lateMatches,
      league.opensAt,
      league.rater,
      league.raterVersion,
      JSON.stringify(league.settings),
      league.appliedAt,
      league.createdAt,
      league.timeZone,
      league.queueBand,
      league.queueWait,
      league.statusRules && JSON.stringify(league.statusRules),
      league.minMatches,
      league.activeWithin,
    ],
  );
  return rows[0] ? tx.findOneByOrFail(LeagueTable, { id: rows[0].id }) : null;
}

/** The leagues that know a player, in the order in which their locks are taken. */
export async function listLeagueIdsOf(sql: Sql, playerId: number): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT league_id AS id FROM membership JOIN league ON league.id = league_id
     WHERE player_id = $1 AND deleted_at IS NULL ORDER BY league_id`,
    [playerId],
  );
  return rows.map(({ id }) => id);
}

/** Makes a version of a league in which something beside its row has changed. Call under the league's lock. */
export async function raiseVersion(tx: Sql, league: League): Promise<League> {
  const [, touched] = await tx.query('UPDATE league SET version = version + 1 WHERE id = $1 AND version = $2', [
    league.id,
    league.version,
  ]);
  expectRows('raiseVersion', touched, 1);
  return { ...league, version: league.version + 1 };
}

export type LeagueChange = Partial<
  Pick<
    League,
    | 'slug'
    | 'name'
    | 'description'
    | 'visibility'
    | 'isOpenEntry'
    | 'lateMatches'
    | 'opensAt'
    | 'timeZone'
    | 'queueBand'
    | 'queueWait'
    | 'statusRules'
    | 'archivedAt'
    | 'deletedAt'
    | 'minMatches'
    | 'activeWithin'
  >
>;

export async function storeLeague(tx: EntityManager, leagueId: number, change: LeagueChange): Promise<League> {
  const updated = await tx.update(LeagueTable, { id: leagueId }, { ...change, version: () => 'version + 1' });
  expectRows('updateLeague', updated.affected ?? 0, 1);
  return tx.findOneByOrFail(LeagueTable, { id: leagueId });
}

/** Whether the database knows a time zone of this name. */
export async function isTimeZone(sql: Sql, name: string): Promise<boolean> {
  if (!isStorable(name)) return false;
  const rows: unknown[] = await sql.query('SELECT FROM pg_timezone_names WHERE name = $1', [name]);
  return rows.length > 0;
}

/** The changes that a batch of rated matches makes to its league. */
export interface LeagueGrowth {
  readonly matches: number;
  readonly players: number;
  /** Newest playedAt of the batch. */
  readonly ratedThrough: Date;
  readonly journalBytes: number;
}

/** Counts waits that went into the log; processes with the league's states in memory read them again. */
export async function addWaits(tx: Sql, league: League, waits: number): Promise<League> {
  const [, touched] = await tx.query(
    'UPDATE league SET last_sequence = last_sequence + $3, version = version + 1 WHERE id = $1 AND version = $2',
    [league.id, league.version, waits],
  );
  expectRows('addWaits', touched, 1);
  return { ...league, lastSequence: league.lastSequence + waits, version: league.version + 1 };
}

/** The official derivation of a league's ratings. */
export interface LeagueDerivation {
  readonly rater: string;
  readonly raterVersion: string;
  readonly settings: SettingValues;
  readonly revision: number;
  readonly generation: number;
}

/**
 * Makes a derivation the official one, and counts anew what it may have changed.
 * @param derivation `arrivals`: matches that went into the log with it; `journalBytes`: by how many the journal grew
 */
export async function updateDerivation(
  tx: EntityManager,
  league: League,
  derivation: LeagueDerivation & {
    readonly isNewSystem: boolean;
    readonly arrivals: number;
    readonly journalBytes: number;
    readonly at: Date;
  },
): Promise<League> {
  const [, touched] = await tx.query(
    `UPDATE league SET
       rater = $3, rater_version = $4, settings = $5, revision = $6, generation = $7,
       applied_at = CASE WHEN $8 THEN $9 ELSE applied_at END,
       rated_through = (SELECT max(played_at) FROM match WHERE league_id = $1 AND status = 'RATED'),
       match_count = match_count + $10,
       journal_bytes = journal_bytes + $11,
       player_count = (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0),
       version = version + 1
     WHERE id = $1 AND version = $2`,
    [
      league.id,
      league.version,
      derivation.rater,
      derivation.raterVersion,
      JSON.stringify(derivation.settings),
      derivation.revision,
      derivation.generation,
      derivation.isNewSystem,
      derivation.at,
      derivation.arrivals,
      derivation.journalBytes,
    ],
  );
  expectRows('updateDerivation', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: league.id });
}

/** What the replay of a revision did. */
export interface RevisionReplay {
  /** Lines of the journal that it replaced. */
  readonly superseded: number;
  /** Lines that it wrote. */
  readonly lines: number;
  /** By how many bytes the journal grew, as `journalBytes` counts them. */
  readonly bytes: number;
  /** The token on whose account it was; null where it was nobody's. */
  readonly tokenId: number | null;
}

/** Keeps on record under what each revision was derived. */
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
                                  superseded, lines, bytes, token_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING 1`,
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
    ],
  );
  expectRows('insertRevision', rows.length, 1);
}

/** Counts matches that went into the log other than by growing it. */
export async function updateLastSequence(tx: Sql, league: League, lastSequence: number): Promise<void> {
  const [, touched] = await tx.query('UPDATE league SET last_sequence = $2 WHERE id = $1 AND last_sequence = $3', [
    league.id,
    lastSequence,
    league.lastSequence,
  ]);
  expectRows('updateLastSequence', touched, 1);
}
