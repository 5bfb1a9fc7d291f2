import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LeagueReader } from '../league/league-reader.js';
import type { Metrics } from '../metrics/metrics.js';
import type { DocumentRequest } from './read-request.js';

/** Most bytes of all answers that are kept. */
const MAX_SIZE = 64 * 2 ** 20;
/** Most bytes of one answer with its request; a page of a hundred matches of ten players has some 150 kB. */
const MAX_ANSWER = 2 ** 20;

/** An answer that is good for as long as its leagues keep their versions. */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** Versions of the leagues that it was read from, by their ids: no newer than any data that was read. */
  readonly versions: ReadonlyMap<number, number>;
}

/**
 * Answers to callers without a token, kept in memory and given out again after a look at the versions of their leagues
 * in the database. So they are right on every replica, and nobody has to tell anybody that something was written.
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

  /** The answer to a question, where it is still good. */
  async find(question: DocumentRequest): Promise<KeptAnswer | null> {
    const answer = await this.#findGood(question);
    this.#metrics.cachedAnswers.inc({ result: answer ? 'hit' : 'miss' });
    return answer;
  }

  async #findGood(question: DocumentRequest): Promise<KeptAnswer | null> {
    const key = keyOf(question);
    const answer = this.#answers.get(key);
    if (!answer) return null;
    const current = await Promise.all(
      [...answer.versions].map(async ([id, version]) => (await this.#leagues.versionOf(id)) === version),
    );
    if (current.every(Boolean)) return answer;
    if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    return null;
  }

  /** Keeps an answer. */
  keep(
    question: DocumentRequest,
    body: string,
    contentType: string,
    versions: ReadonlyMap<number, number>,
  ): KeptAnswer {
    const buffer = Buffer.from(body);
    const etag = `"${createHash('sha1').update(contentType).update(buffer).digest('base64url')}"`;
    const answer = { body: buffer, contentType, etag, versions };
    this.#answers.set(keyOf(question), answer);
    return answer;
  }
}

function keyOf({ document, operationName, variables, accept }: DocumentRequest): string {
  return JSON.stringify([document, operationName, variables, accept]);
}
