import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { type Refusal, refuse } from '../kit/refusal.js';
import { isAway } from '../kit/sql/database-away.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from './league.js';

/** The operator's quotas; null: no limit. */
export interface NeedsQuota {
  /** The most bytes in a league's journal, as `journalBytes` counts them. */
  readonly leagueStorage: number | null;
  /** Lines that a league's replays may write in an hour. */
  readonly leagueWork: number | null;
  /** Lines that a token's replays may write in an hour, in all leagues. */
  readonly tokenWork: number | null;
  /** Bytes by which a token's matches and corrections may make journals grow in a day, as `journalBytes` counts them. */
  readonly tokenStorage: number | null;
}

/** The use of a quota. */
export interface Quota {
  readonly use: number;
  /** Null: no limit. */
  readonly limit: number | null;
  /** When the use goes back to 0; null if it never does. */
  readonly refillsAt: Date | null;
}

export type QuotaName = 'LEAGUE_STORAGE' | 'LEAGUE_WORK' | 'TOKEN_STORAGE' | 'TOKEN_WORK';

/** The refusal for a used-up quota, which it names. */
export interface QuotaRefusal extends Refusal, Quota {
  readonly quota: QuotaName;
}

/**
 * Whether a league's journal may grow. A batch or replay that begins below the quota is written whole.
 * @returns the refusal, if it may not
 */
export function checkQuota(
  { slug, journalBytes }: Pick<League, 'slug' | 'journalBytes'>,
  quota: number | null,
  path: readonly (string | number)[],
): QuotaRefusal | undefined {
  if (quota === null || journalBytes < quota) return undefined;
  const refusal = refuse('LEAGUE_STORAGE', path, {
    league: slug,
    quota: megabytes(quota),
    use: megabytes(journalBytes),
  });
  return quotaRefusal(refusal, { use: journalBytes, limit: quota, refillsAt: null });
}

/** The rule of each quota has the quota's name. */
function quotaRefusal(refusal: Refusal, state: Quota): QuotaRefusal {
  return { ...refusal, quota: refusal.rule as QuotaName, ...state };
}

export function isUsedUp({ use, limit }: Quota): boolean {
  return limit !== null && use >= limit;
}

export function megabytes(bytes: number): number {
  return bytes / 1_000_000;
}

/** Bytes that a line of the journal counts as: about its size on disk, with its keys. */
const LINE = 160;
/** Bytes that a replaced line counts as, once it is packed. */
const SUPERSEDED_LINE = 48;
const NUMBER = 8;

/** Bytes that lines of the journal count as, by the numbers of lines and contributions. */
export function journalBytes(lines: number, contributions: number): number {
  return LINE * lines + NUMBER * CONTRIBUTION_WIDTH * contributions;
}

/** Counted bytes that are saved by replacing a number of lines. Their contributions count until they are deleted. */
export function bytesSaved(superseded: number): number {
  return (LINE - SUPERSEDED_LINE) * superseded;
}

/** SQL of the bytes that a replaced line counts as, and those that a stretch of such lines counts as. */
export const SUPERSEDED_BYTES = {
  ofLine: `${SUPERSEDED_LINE} + ${NUMBER} * coalesce(cardinality(contributions), 0)`,
  ofStretch: `${SUPERSEDED_LINE} * cardinality(sequences) + ${NUMBER} * coalesce(
    (SELECT sum(cardinality(own::double precision[])) FROM unnest(contributions) AS own), 0)`,
};

const CONTRIBUTIONS = `${NUMBER} * coalesce(cardinality(contributions), 0)`;

/** SQL of the bytes that the lines of a relation count as. @param isSuperseded SQL: whether a line was replaced */
export const sumOfJournalBytes = (isSuperseded: string) =>
  `coalesce(sum(CASE WHEN ${isSuperseded} THEN ${SUPERSEDED_LINE} ELSE ${LINE} END + ${CONTRIBUTIONS}), 0)::bigint`;

/** SQL of the bytes that are saved by replacing the lines of a relation. */
export const SAVED_BYTES = {
  ofLines: `${LINE - SUPERSEDED_LINE} * count(*)`,
  /** Deleted contributions. @param isKept SQL: whether a line is kept with its contributions */
  ofContributions: (isKept: string) =>
    `coalesce(sum(${CONTRIBUTIONS}) FILTER (WHERE ${isKept} IS NOT TRUE), 0)::bigint`,
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Lines that replays of a league have written in this hour. */
export async function leagueWork(
  { leagueWork: limit, clock }: NeedsQuota & NeedsClock,
  sql: Sql,
  leagueId: number,
): Promise<Quota> {
  const hour = windowAt(clock(), HOUR);
  return { use: await sumLeagueLines(sql, leagueId, hour.from), limit, refillsAt: hour.refillsAt };
}

/** Lines that a token's replays have written in this hour, and bytes by which journals have grown in this day of UTC. */
export async function tokenUse(
  needs: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  tokenId: number,
  sum: (since: { readonly hour: Date; readonly day: Date }) => ReturnType<typeof sumTokenUse>,
): Promise<{ readonly work: Quota; readonly storage: Quota }> {
  const { tokenWork, tokenStorage, tokenGrowth, clock } = needs;
  const [hour, day] = [windowAt(clock(), HOUR), windowAt(clock(), DAY)];
  const { lines, bytes } = await sum({ hour: hour.from, day: day.from });
  return {
    work: { use: lines, limit: tokenWork, refillsAt: hour.refillsAt },
    storage: { use: bytes + tokenGrowth.pendingOf(tokenId, day.from), limit: tokenStorage, refillsAt: day.refillsAt },
  };
}

/**
 * Whether a caller may have matches of a league rated again. A replay that begins below the quotas is carried out whole.
 * @returns the refusal, if they may not
 */
export async function checkWork(
  needs: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  tx: EntityManager,
  { id, slug }: League,
  { tokenId }: Pick<Access, 'tokenId'>,
  path: readonly (string | number)[],
): Promise<QuotaRefusal | undefined> {
  const ofLeague = await leagueWork(needs, tx, id);
  if (isUsedUp(ofLeague)) {
    return quotaRefusal(refuse('LEAGUE_WORK', path, { league: slug, ...quotaValues(ofLeague) }), ofLeague);
  }
  if (tokenId === null || (needs.tokenWork === null && needs.tokenStorage === null)) return undefined;
  const { work, storage } = await tokenUse(needs, tokenId, (since) => sumTokenUseWithin(tx, id, tokenId, since));
  if (isUsedUp(work)) return quotaRefusal(refuse('TOKEN_WORK', path, quotaValues(work)), work);
  return isUsedUp(storage) ? storageRefusal(storage, path) : undefined;
}

/**
 * Whether a token may add more matches at the end of the log, as far as this process knows. A batch that begins below the quota is
 * written whole.
 * @returns the refusal, if it may not
 */
export function checkTokenStorage(
  { tokenStorage: limit, tokenGrowth, clock }: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  { tokenId }: Pick<Access, 'tokenId'>,
  path: readonly (string | number)[],
): QuotaRefusal | undefined {
  if (limit === null || tokenId === null) return undefined;
  const now = clock();
  const storage = { use: tokenGrowth.useOf(tokenId, now), limit, refillsAt: windowAt(now, DAY).refillsAt };
  return isUsedUp(storage) ? storageRefusal(storage, path) : undefined;
}

function storageRefusal(storage: Quota, path: readonly (string | number)[]): QuotaRefusal {
  return quotaRefusal(refuse('TOKEN_STORAGE', path, quotaValues(storage, megabytes)), storage);
}

/** A used-up quota, for its refusal. */
function quotaValues({ use, limit, refillsAt }: Quota, inUnits: (amount: number) => number = (amount) => amount) {
  return { quota: inUnits(limit!), use: inUnits(use), refillsAt: refillsAt!.toISOString() };
}

function windowAt(now: Date, length: number): { readonly from: Date; readonly refillsAt: Date } {
  const from = Math.floor(now.getTime() / length) * length;
  return { from: new Date(from), refillsAt: new Date(from + length) };
}

/** How often a process writes its counts to the database, in milliseconds. */
const FLUSH_INTERVAL = 1_000;

export interface NeedsTokenGrowth {
  readonly tokenGrowth: TokenStorageUsage;
}

interface Counted {
  /** Beginning of the day of UTC. */
  day: number;
  /** Bytes written by all processes, including replays, as last read from the database. */
  known: number;
  /** Bytes not yet written to the database. */
  pending: number;
}

/**
 * Counts the bytes by which the matches that tokens add at the end of logs make journals grow in a day. The counts are in memory, so that
 * no submission waits for them, and are exchanged with other processes through the database once a second. A token may therefore exceed its
 * quota by what is written in a second.
 */
export class TokenStorageUsage {
  readonly #counted = new Map<number, Counted>();
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(
    private readonly needs: NeedsDatabase & NeedsSchema,
    private readonly log: Log,
  ) {}

  /** Adds the bytes written for a token. */
  add(tokenId: number, bytes: number, at: Date): void {
    const counted = this.#of(tokenId, at) ?? { day: dayOf(at), known: 0, pending: 0 };
    counted.pending += bytes;
    this.#counted.set(tokenId, counted);
    this.#timer ??= setTimeout(() => void this.tell(), FLUSH_INTERVAL).unref();
  }

  /** Bytes of a token on the day of a time, as far as this process knows. */
  useOf(tokenId: number, at: Date): number {
    const counted = this.#of(tokenId, at);
    return counted ? counted.known + counted.pending : 0;
  }

  /** The part of them not yet written to the database. */
  pendingOf(tokenId: number, at: Date): number {
    return this.#of(tokenId, at)?.pending ?? 0;
  }

  /** Writes new counts to the database. If that fails, they are written later. A process that is incompatible with the schema only reads. */
  tell(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#telling = this.#telling.then(() => this.#tellNow());
    return this.#telling;
  }

  async #tellNow(): Promise<void> {
    const news = [...this.#counted].filter(([, { pending }]) => pending > 0).map(([id, own]) => ({ id, ...own }));
    if (news.length === 0 || this.needs.schema.incompatibility) return;
    try {
      const known = await addTokenGrowth(this.needs.database, news);
      this.#isFailing = false;
      for (const { id, day, pending } of news) {
        const counted = this.#counted.get(id);
        if (counted?.day !== day) continue;
        counted.pending -= pending;
        counted.known = known.get(id) ?? 0;
      }
    } catch (error) {
      // Tried again each second: while the database is away, one line says enough.
      if (!this.#isFailing) this.log.warn({ err: error }, 'Could not store the journal growth by token');
      this.#isFailing = true;
      this.#timer ??= setTimeout(() => void this.tell(), FLUSH_INTERVAL).unref();
    }
  }

  /** The counts of a token on a day. Those of an earlier day no longer matter. */
  #of(tokenId: number, at: Date): Counted | undefined {
    const counted = this.#counted.get(tokenId);
    return counted?.day === dayOf(at) ? counted : undefined;
  }
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY) * DAY;
}

/**
 * SQL of a sum over revisions since a time, excluding those more than this many hours later: revisions dated by a fast clock must not
 * count in every hour until then.
 */
const sumWithin = (column: 'lines' | 'bytes', hours: 1 | 24, from: string) =>
  `coalesce(sum(${column}) FILTER (WHERE applied_at >= ${from} AND applied_at < ${from} + interval '${hours} hours'), 0)::bigint`;

/** Lines that a league's replays have written in an hour. @param hour its beginning */
async function sumLeagueLines(sql: Sql, leagueId: number, hour: Date): Promise<number> {
  const rows: { lines: number }[] = await sql.query(
    `SELECT ${sumWithin('lines', 1, '$2::timestamptz')} AS lines FROM league_revision WHERE league_id = $1 AND applied_at >= $2`,
    [leagueId, hour],
  );
  return rows[0]!.lines;
}

/** Lines and bytes that a token's replays have written. */
interface TokenUse {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * The same for one league that is being written, in its transaction: of all leagues if all their servers can be reached, otherwise of this
 * one. A server that is away must not stop the leagues of the others.
 */
export async function sumTokenUseWithin(
  tx: EntityManager,
  leagueId: number,
  tokenId: number,
  since: { readonly hour: Date; readonly day: Date },
): Promise<TokenUse> {
  try {
    // A savepoint, so that a failure does not end the transaction.
    return await tx.transaction((own) => sumTokenUse(own, tokenId, since));
  } catch (error) {
    if (!isAway(error)) throw error;
    return sumTokenUse(tx, tokenId, since, leagueId);
  }
}

/**
 * Sum of what a token's replays have written: lines in the hour and bytes of journals in the day that begin at these
 * times.
 * @param leagueId in this league alone; in all if omitted
 */
export async function sumTokenUse(
  sql: Sql,
  tokenId: number,
  { hour, day }: { readonly hour: Date; readonly day: Date },
  leagueId?: number,
): Promise<TokenUse> {
  const rows: { lines: number; bytes: number }[] = await sql.query(
    `SELECT ${sumWithin('lines', 1, '$2::timestamptz')} AS lines, ${sumWithin('bytes', 24, '$3::timestamptz')} AS bytes
     FROM league_revision WHERE token_id = $1 AND applied_at >= $3${leagueId === undefined ? '' : ' AND league_id = $4'}`,
    [tokenId, hour, day, ...(leagueId === undefined ? [] : [leagueId])],
  );
  const grown: { bytes: number }[] = await sql.query(
    'SELECT bytes FROM token_growth WHERE token_id = $1 AND day = $2',
    [tokenId, day],
  );
  const { lines, bytes } = rows[0]!;
  return { lines, bytes: Math.max(bytes + (grown[0]?.bytes ?? 0), 0) };
}

/** New growth on account of a token; `day` is the beginning of a day of UTC. */
interface GrowthOfDay {
  readonly id: number;
  readonly day: number;
  readonly pending: number;
}

/**
 * Adds the bytes by which tokens made journals grow. A newer day replaces an older one, and any day replaces one so far ahead that a
 * clock must have been wrong.
 * @returns the sum of each token on that day, including its replays, by token id; none for days that are over
 */
export async function addTokenGrowth(sql: Sql, news: readonly GrowthOfDay[]): Promise<Map<number, number>> {
  // Always in the same order, so that no two processes deadlock.
  const inOrder = news.toSorted((a, b) => a.id - b.id);
  const ids = inOrder.map(({ id }) => id);
  const days = inOrder.map(({ day }) => new Date(day).toISOString());
  // Before adding anything: failed additions are repeated later.
  const ofReplays = await sumReplays(sql, ids, days);
  const unwritten: { id: number; bytes: number }[] = await sql.query(
    `INSERT INTO token_growth AS growth (token_id, day, bytes)
     SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[])
     ON CONFLICT (token_id) DO UPDATE SET day = EXCLUDED.day,
       bytes = EXCLUDED.bytes + CASE WHEN growth.day = EXCLUDED.day THEN growth.bytes ELSE 0 END
     WHERE growth.day <= EXCLUDED.day OR growth.day - EXCLUDED.day > interval '24 hours'
     RETURNING token_id AS id, bytes`,
    [ids, days, inOrder.map(({ pending }) => pending)],
  );
  return new Map(unwritten.map(({ id, bytes }) => [id, Math.max(bytes + (ofReplays.get(id) ?? 0), 0)]));
}

/** Bytes of the replays of tokens, each in the day that begins at a time, in all leagues; none while the server of one of them is away. */
async function sumReplays(sql: Sql, ids: readonly number[], days: readonly string[]): Promise<Map<number, number>> {
  try {
    const replays: { id: number; bytes: number }[] = await sql.query(
      `SELECT told.id, ${sumWithin('bytes', 24, 'told.day')} AS bytes
       FROM unnest($1::integer[], $2::timestamptz[]) AS told (id, day)
       JOIN league_revision ON token_id = told.id AND applied_at >= told.day GROUP BY told.id`,
      [ids, days],
    );
    return new Map(replays.map(({ id, bytes }) => [id, bytes]));
  } catch (error) {
    if (!isAway(error)) throw error;
    return new Map();
  }
}
