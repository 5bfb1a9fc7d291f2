import type { EntityManager } from 'typeorm';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { isAway } from '../kit/sql/database-away.js';
import type { Sql } from '../kit/sql/transaction.js';

/** How often a process writes its counts to the database, in milliseconds. */
const FLUSH_INTERVAL = 1_000;
const DAY = 86_400_000;

export interface NeedsTokenGrowth {
  readonly tokenGrowth: TokenStorageUsage;
}

interface Counted {
  /** Beginning of the day of UTC. */
  day: number;
  /** Bytes written by all processes, including replays, as last read from the database. */
  known: number;
  /** Bytes not yet written to the database. */
  untold: number;
}

/**
 * Counts the bytes by which the matches that tokens add at the end of logs make journals grow in a day. The counts are in memory, so that
 * no submission waits for them, and are exchanged with other processes through the database once a second. A token may therefore exceed its
 * quota by what is written in a second.
 */
export class TokenStorageUsage {
  readonly #database: NeedsDatabase['database'];
  readonly #schema: NeedsSchema['schema'];
  readonly #log: Log;
  readonly #counted = new Map<number, Counted>();
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();

  constructor({ database, schema }: NeedsDatabase & NeedsSchema, log: Log) {
    this.#database = database;
    this.#schema = schema;
    this.#log = log;
  }

  /** Adds what was written for a token. */
  add(tokenId: number, bytes: number, at: Date): void {
    const counted = this.#of(tokenId, at) ?? { day: dayOf(at), known: 0, untold: 0 };
    counted.untold += bytes;
    this.#counted.set(tokenId, counted);
    this.#timer ??= setTimeout(() => void this.tell(), FLUSH_INTERVAL).unref();
  }

  /** Bytes of a token on the day of a time, as far as this process knows. */
  useOf(tokenId: number, at: Date): number {
    const counted = this.#of(tokenId, at);
    return counted ? counted.known + counted.untold : 0;
  }

  /** The part of them not yet written to the database. */
  untoldOf(tokenId: number, at: Date): number {
    return this.#of(tokenId, at)?.untold ?? 0;
  }

  /** Writes new counts to the database. If that fails, they are written later. A process that does not fit the schema only reads. */
  tell(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#telling = this.#telling.then(() => this.#tellNow());
    return this.#telling;
  }

  async #tellNow(): Promise<void> {
    const news = [...this.#counted].filter(([, { untold }]) => untold > 0).map(([id, own]) => ({ id, ...own }));
    if (news.length === 0 || this.#schema.incompatibility) return;
    try {
      const known = await addTokenGrowth(this.#database, news);
      for (const { id, day, untold } of news) {
        const counted = this.#counted.get(id);
        if (counted?.day !== day) continue;
        counted.untold -= untold;
        counted.known = known.get(id) ?? 0;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not store the journal growth by token');
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

/** Lines that a league's replays have written since a time. */
export async function sumLeagueLines(sql: Sql, leagueId: number, since: Date): Promise<number> {
  const rows: { lines: number }[] = await sql.query(
    `SELECT coalesce(sum(lines), 0)::bigint AS lines FROM league_revision WHERE league_id = $1 AND applied_at >= $2`,
    [leagueId, since],
  );
  return rows[0]!.lines;
}

/** What a token's replays have written. */
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
 * What a token's replays have written: lines since the beginning of an hour, and bytes of journals since the beginning of a day.
 * @param leagueId in this league alone; in all if omitted
 */
export async function sumTokenUse(
  sql: Sql,
  tokenId: number,
  { hour, day }: { readonly hour: Date; readonly day: Date },
  leagueId?: number,
): Promise<TokenUse> {
  const rows: { lines: number; bytes: number }[] = await sql.query(
    `SELECT coalesce(sum(lines) FILTER (WHERE applied_at >= $2), 0)::bigint AS lines, coalesce(sum(bytes), 0)::bigint AS bytes
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
  readonly untold: number;
}

/**
 * Adds the bytes by which tokens made journals grow. A newer day replaces an older one.
 * @returns the sum of each token on that day, including its replays, by token id; none for days that are over
 */
export async function addTokenGrowth(sql: Sql, news: readonly GrowthOfDay[]): Promise<Map<number, number>> {
  // Always in the same order, so that no two processes deadlock.
  const inOrder = news.toSorted((a, b) => a.id - b.id);
  const ids = inOrder.map(({ id }) => id);
  const days = inOrder.map(({ day }) => new Date(day).toISOString());
  // Before anything is added: what failed is added once more later.
  const ofReplays = await sumReplays(sql, ids, days);
  const told: { id: number; bytes: number }[] = await sql.query(
    `INSERT INTO token_growth AS growth (token_id, day, bytes)
     SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[])
     ON CONFLICT (token_id) DO UPDATE SET day = EXCLUDED.day,
       bytes = EXCLUDED.bytes + CASE WHEN growth.day = EXCLUDED.day THEN growth.bytes ELSE 0 END
     WHERE growth.day <= EXCLUDED.day
     RETURNING token_id AS id, bytes`,
    [ids, days, inOrder.map(({ untold }) => untold)],
  );
  return new Map(told.map(({ id, bytes }) => [id, Math.max(bytes + (ofReplays.get(id) ?? 0), 0)]));
}

/** Bytes of the replays of tokens, each since the beginning of a day, in all leagues; none while the server of one of them is away. */
async function sumReplays(sql: Sql, ids: readonly number[], days: readonly string[]): Promise<Map<number, number>> {
  try {
    const replays: { id: number; bytes: number }[] = await sql.query(
      `SELECT told.id, sum(bytes)::bigint AS bytes
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
