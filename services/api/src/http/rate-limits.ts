import type { FastifyReply } from 'fastify';
import { GraphQLError } from 'graphql';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { NeedsSchema } from '../database/schema-watch.js';
import { coded } from '../graphql/error-format.js';
import { tooCostly } from '../graphql/limits/cost.js';
import type { NeedsDatabase } from '../kit/needs.js';
import type { Sql } from '../kit/sql/transaction.js';

export interface RateLimitsNeeds extends NeedsDatabase, NeedsSchema {
  readonly isStandby: boolean;
}

/** Cost of every request, in points of about 10 microseconds. A field of the response costs 1. */
export const REQUEST_POINTS = 10;
/** Cost of a document that is read in full and then refused: about 10 ms of work. */
export const REFUSED_POINTS = 1_000;
/** Bytes of a body that cost one more point. */
const BYTES_PER_POINT = 100;

/** The cost of a body of this many bytes, in points. */
export function bodyPoints(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_POINT);
}

/** The length of a window, in seconds. It begins with a caller's first request. */
export const WINDOW = 60;
/** A token has this many times the points of an address: its holder is known. */
const TOKEN_FACTOR = 10;
/** How often replicas exchange their counts through the database, in milliseconds. */
const SYNC_INTERVAL = 1_000;
/** How often, and how long after their ends, counts of windows are deleted, in milliseconds. */
const KEPT = 3_600_000;
/** Callers who have used less than this share of their points are counted by one replica alone. */
const SYNC_FROM = 0.1;

/** Points left to a caller. */
export interface Allowance {
  /** Points of a window. */
  readonly limit: number;
  /** Points, 0 or more. */
  readonly remaining: number;
  /** Until the next window, in seconds. */
  readonly resetsIn: number;
  readonly isSpent: boolean;
  /** Whether nothing was left before. */
  readonly wasSpent: boolean;
}

/**
 * Counts the points that each caller spends in a minute. They are counted in memory, so that no request waits for a statement. Callers who
 * have used a tenth are also counted in the database, by one statement a second, which also returns the counts of other processes. With n
 * replicas, a caller can therefore exceed their limit by the requests that n replicas serve in a second, and by a tenth for each: the
 * limit keeps anyone from using up the service, it is not for billing. On a standby, each process counts on its own.
 */
export class RateLimits {
  readonly #memory: RateLimiterMemory;
  readonly #database: Sql;
  /** Points that are not in the database yet, by account. */
  readonly #unshared = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #sync: Promise<void> = Promise.resolve();
  #clearedAt = Date.now();

  /**
   * @param points of an address in a minute; a token has TOKEN_FACTOR times as many
   * @param onFailure called if the database could not be used; counting continues without it
   */
  constructor(
    { database, isStandby, schema }: RateLimitsNeeds,
    readonly points: number,
    onFailure: (error: unknown) => void,
  ) {
    this.#memory = new RateLimiterMemory({ keyPrefix: '', points, duration: WINDOW });
    this.#database = database;
    this.#timer = setInterval(() => {
      if (isStandby || schema.incompatibility) this.#unshared.clear();
      else this.#sync = this.#sync.then(() => this.#share()).catch(onFailure);
    }, SYNC_INTERVAL).unref();
  }

  /** Takes points from an account, or all that is left of them. */
  async spend(account: string, points: number): Promise<Allowance> {
    const limit = this.limitOf(account);
    const counted = await this.#memory.penalty(account, points);
    const spent = counted.consumedPoints;
    const wasSpent = spent - points > limit;
    if (spent >= limit * SYNC_FROM && !wasSpent)
      this.#unshared.set(account, (this.#unshared.get(account) ?? 0) + points);
    return {
      limit,
      remaining: Math.max(limit - spent, 0),
      resetsIn: Math.ceil(counted.msBeforeNext / 1000),
      isSpent: spent > limit,
      wasSpent,
    };
  }

  /** Stops the exchange with the database. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sync;
  }

  /** The points of an account in a window. */
  limitOf(account: string): number {
    return account.startsWith('token ') ? this.points * TOKEN_FACTOR : this.points;
  }

  async #share(): Promise<void> {
    if (this.#unshared.size === 0) return;
    const [accounts, points] = [[...this.#unshared.keys()], [...this.#unshared.values()]];
    this.#unshared.clear();
    const now = Date.now();
    const given = [accounts, points, now, now + WINDOW * 1000];
    const rows: { account: string; points: number; expire: string }[] = await this.#database.query(SHARE, given);
    if (now - this.#clearedAt > KEPT) {
      this.#clearedAt = now;
      await this.#database.query(CLEAR, [now - KEPT]);
    }
    for (const { account, points: everywhere, expire } of rows) {
      await this.#learn(account, everywhere, Math.max(Number(expire) - now, 1) / 1000);
    }
  }

  async #learn(account: string, everywhere: number, seconds: number): Promise<void> {
    const here = (await this.#memory.get(account))?.consumedPoints ?? 0;
    const spent = everywhere + (this.#unshared.get(account) ?? 0);
    if (spent > here) await this.#memory.set(account, spent, seconds);
  }
}

/**
 * Adds points to accounts, in the windows that are open at $3, or new ones up to $4. In the order of their names, so that replicas do not
 * wait for each other in a circle.
 */
const SHARE = `INSERT INTO rate_limit AS own (key, points, expire)
  SELECT account, points, $4::bigint FROM unnest($1::text[], $2::integer[]) AS spent (account, points) ORDER BY account
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN own.expire > $3::bigint THEN own.points ELSE 0 END + EXCLUDED.points,
    expire = CASE WHEN own.expire > $3::bigint THEN own.expire ELSE EXCLUDED.expire END
  RETURNING key AS account, points, expire`;

/** Rows that another replica has locked are left to it. */
const CLEAR = `DELETE FROM rate_limit WHERE key IN (
  SELECT key FROM rate_limit WHERE expire < $1::bigint ORDER BY key FOR UPDATE SKIP LOCKED)`;

/** Headers with the remaining allowance: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 */
export function sendAllowance(reply: FastifyReply, { limit, remaining, resetsIn }: Allowance): void {
  reply.header('ratelimit-policy', `"points";q=${limit};w=${WINDOW}`);
  reply.header('ratelimit', `"points";r=${remaining};t=${resetsIn}`);
}

/** The error for a caller who has used up their points. */
export function rateLimited(reply: FastifyReply, allowance: Allowance): GraphQLError {
  reply.header('retry-after', allowance.resetsIn);
  return coded('RATE_LIMITED', usedUp(allowance), 429);
}

/** The error for a request that costs more than the caller has in a whole window. Nothing is taken for it. */
export function beyondAllowance(points: number, limit: number): GraphQLError {
  return tooCostly(points, limit, ', which is all you have in a minute, so waiting does not help');
}

/** The message for such a caller. */
export function usedUp({ limit, resetsIn }: Allowance): string {
  return `The ${limit} points for this minute are used up; try again in ${resetsIn} s.`;
}
