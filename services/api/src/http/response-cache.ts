import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isSameStamp, type LeagueStamp } from '../league/league.js';
import type { LeagueReader } from '../league/league-reader.js';
import type { Metrics } from '../metrics/metrics.js';
import type { DocumentRequest } from './read-request.js';

/** The most bytes of all kept responses. */
const MAX_SIZE = 64 * 2 ** 20;
/** The most bytes of one response with its request; a page of a hundred matches of ten players has about 150 kB. */
const MAX_ANSWER = 2 ** 20;

/** A response that is current for as long as its leagues keep their versions. */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** Versions and marks of the leagues that it was read from, by league id: no newer than any data that was read. */
  readonly stamps: ReadonlyMap<number, LeagueStamp>;
}

/**
 * Responses to callers without a token, kept in memory and used again after comparing the versions of their leagues with the database. They
 * are therefore right on every replica, without any message between processes.
 */
export class ResponseCache {
  readonly #leagues: LeagueReader;
  readonly #metrics: Metrics;
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_ANSWER,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });

  constructor(leagues: LeagueReader, metrics: Metrics) {
    this.#leagues = leagues;
    this.#metrics = metrics;
  }

  /** The kept response, if it is still current. */
  async find(request: DocumentRequest): Promise<KeptAnswer | null> {
    const answer = await this.#findGood(request);
    this.#metrics.cachedAnswers.inc({ result: answer ? 'hit' : 'miss' });
    return answer;
  }

  /** The same for a caller who asks elsewhere if there is no kept response. */
  async findKept(request: DocumentRequest): Promise<KeptAnswer | null> {
    const answer = await this.#findGood(request);
    if (answer) this.#metrics.cachedAnswers.inc({ result: 'hit' });
    return answer;
  }

  async #findGood(request: DocumentRequest): Promise<KeptAnswer | null> {
    const key = keyOf(request);
    const answer = this.#answers.get(key);
    if (!answer) return null;
    if (await this.#isCurrent(answer.stamps)) return answer;
    if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    return null;
  }

  /** Whether an answer with these stamps would be found again. */
  async stillHolds(stamps: ReadonlyMap<number, LeagueStamp>): Promise<boolean> {
    const holds = await this.#isCurrent(stamps);
    if (holds) this.#metrics.cachedAnswers.inc({ result: 'hit' });
    return holds;
  }

  async #isCurrent(stamps: ReadonlyMap<number, LeagueStamp>): Promise<boolean> {
    const current = [...stamps].map(async ([id, stamp]) => isSameStamp(await this.#leagues.stampOf(id), stamp));
    return (await Promise.all(current)).every(Boolean);
  }

  /** Keeps an answer. */
  keep(
    request: DocumentRequest,
    body: string,
    contentType: string,
    stamps: ReadonlyMap<number, LeagueStamp>,
  ): KeptAnswer {
    const buffer = Buffer.from(body);
    const etag = `"${createHash('sha1').update(contentType).update(buffer).digest('base64url')}"`;
    const answer = { body: buffer, contentType, etag, stamps };
    this.#answers.set(keyOf(request), answer);
    return answer;
  }
}

function keyOf({ document, operationName, variables, accept }: DocumentRequest): string {
  return JSON.stringify([document, operationName, variables, accept]);
}
