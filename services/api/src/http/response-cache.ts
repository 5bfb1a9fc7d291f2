import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { isSameStamp, type LeagueStamp } from '../league/league.js';
import type { LeagueReader } from '../league/league-reader.js';
import type { Metrics } from '../metrics/metrics.js';
import type { DocumentRequest } from './receive.js';

/** The most bytes of all cached responses. */
const MAX_SIZE = 64 * 2 ** 20;
/** The most bytes of one response with its request; a page of a hundred matches of ten players has about 150 kB. */
const MAX_ANSWER = 2 ** 20;

/** For how long a response is current: until one of its leagues has another version. */
export interface Validity {
  /** Versions and marks of the leagues that it was read from, by league id: no newer than the data that was read. */
  readonly stamps: ReadonlyMap<number, LeagueStamp>;
  /** When it ends in any case, in milliseconds since 1970; Infinity if that does not matter. */
  readonly until: number;
}

/** A response that is current for a while. */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly contentType: string;
  readonly etag: string;
  readonly validity: Validity;
}

/**
 * Responses to callers without a token, kept in memory and used again after comparing the versions of their leagues with the database. They
 * are therefore right on every replica, without any message between processes.
 */
export class ResponseCache {
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_ANSWER,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });

  /** Validities that will never be current again. */
  readonly #outdated = new WeakSet<Validity>();

  constructor(
    private readonly leagues: LeagueReader,
    private readonly metrics: Metrics,
  ) {}

  /** The cached response, if it is still current. @param countsMiss whether the caller makes the response if there is none */
  async find(request: DocumentRequest, countsMiss: boolean): Promise<KeptAnswer | null> {
    const answer = await this.#findCurrent(request);
    if (answer || countsMiss) this.metrics.cachedAnswers.inc({ result: answer ? 'hit' : 'miss' });
    return answer;
  }

  async #findCurrent(request: DocumentRequest): Promise<KeptAnswer | null> {
    const key = requestKey(request);
    const answer = this.#answers.get(key);
    if (!answer) return null;
    if (await this.#isCurrent(answer.validity)) return answer;
    if (this.#answers.peek(key) === answer) this.#answers.delete(key);
    return null;
  }

  /** Whether a response would be found again. */
  async stillHolds(validity: Validity): Promise<boolean> {
    const holds = await this.#isCurrent(validity);
    if (holds) this.metrics.cachedAnswers.inc({ result: 'hit' });
    return holds;
  }

  async #isCurrent(validity: Validity): Promise<boolean> {
    // A page whose response is out of date requests it next.
    if (Date.now() >= validity.until || this.#outdated.has(validity)) return false;
    const current = [...validity.stamps].map(async ([id, stamp]) => isSameStamp(await this.leagues.stampOf(id), stamp));
    const isCurrent = (await Promise.all(current)).every(Boolean);
    if (!isCurrent) this.#outdated.add(validity);
    return isCurrent;
  }

  /** Caches a response. */
  keep(request: DocumentRequest, body: string, contentType: string, validity: Validity): KeptAnswer {
    const buffer = Buffer.from(body);
    const etag = `"${createHash('sha1').update(contentType).update(buffer).digest('base64url')}"`;
    const answer = { body: buffer, contentType, etag, validity };
    this.#answers.set(requestKey(request), answer);
    return answer;
  }
}

function requestKey({ document, operationName, variables, accept }: DocumentRequest): string {
  return JSON.stringify([document, operationName, variables, accept]);
}

/** Other caches may store it, and must check each time whether it is still current. */
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';
/** How many times longer a cache in front may serve a response during a check than without one. */
const STALE_TIMES = 10;

/** The cache-control header of responses that others may store. @param seconds how long a cache in front may serve them without checking */
export function cacheControl(seconds: number): string {
  if (seconds === 0) return ASK_EACH_TIME;
  return `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${STALE_TIMES * seconds}`;
}

/** The content type of a finished response. */
export function contentTypeOf(reply: FastifyReply): string {
  return reply.getHeader('content-type') as string;
}

/** Sends a response that nobody may cache. */
export function sendFresh(reply: FastifyReply, body: string): string {
  reply.header('cache-control', 'no-store');
  return body;
}

/** Sends a cached response, or only the status that the caller's copy is still current. @param cacheControl header of responses that others may store */
export function sendKept(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer,
  cacheControl: string,
): Buffer | FastifyReply {
  reply.header('etag', kept.etag).header('cache-control', cacheControl).header('vary', variesBy(reply));
  if (method !== 'POST' && hasCopy(headers['if-none-match'], kept.etag)) return reply.code(304).send();
  reply.header('content-type', kept.contentType);
  return kept.body;
}

/** If only some origins may read a response, it varies by origin. */
function variesBy(reply: FastifyReply): string {
  const before = reply.getHeader('vary');
  return before === undefined ? 'accept, authorization' : `accept, authorization, ${before}`;
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match; tags are compared ignoring weakness. */
export function hasCopy(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Fields with a resolver whose value is determined by a league's version, by that of its queue, or by those of all leagues, or does not
 * change while the process runs. A version goes up with every write that changes one of them. A response with any other such field is not kept.
 */
const CACHEABLE: Readonly<Record<string, readonly string[]>> = {
  Query: ['league', 'leagues', 'matches', 'corrections', 'pairings', 'totals', 'ratingSystems', 'ratingSystem'],
  League: [
    ...['id', 'openEntry', 'ratingSystem', 'standings', 'rating', 'matches', 'match', 'eventCursor', 'statusRules'],
    ...['players', 'lastMatchAt', 'activity', 'distribution', 'calibration', 'headToHead', 'verification', 'revisions'],
    ...['matchesForRank', 'ratedMatchCount', 'nobodyRanked', 'usualSides', 'hasDraws', 'playersLike', 'corrections'],
    ...['movers', 'upsets', 'records', 'leaderSince', 'period', 'team', 'teams', 'countries', 'picture'],
    ...['rankLines', 'pairings'],
  ],
  LeaguePicture: ['type', 'data'],
  LeaguePeriod: ['mostActive', 'climbers'],
  PeriodPlayer: ['player'],
  RankLine: ['player'],
  Pairing: ['league'],
  QueueTicket: ['id', 'league', 'player', 'opponent', 'match'],
  Team: ['members', 'opponents', 'matches'],
  TeamMember: ['player'],
  NamedTeam: ['teamName', 'league'],
  Correction: ['id', 'league', 'match', 'matchCount', 'reason', 'actor'],
  HeadToHead: ['player', 'opponent'],
  OpponentRecord: ['opponent'],
  LeagueRatingSystem: ['system', 'formats'],
  Revision: ['system'],
  RatingSystem: [
    ...['key', 'title', 'version', 'summary', 'source', 'isInstalled', 'settingsSchema', 'defaultSettings', 'presets'],
    ...['usesWeight', 'formats', 'otherFormats', 'unrankable'],
  ],
  RatingPreset: ['formats'],
  Standing: ['player', 'movement'],
  Rating: [
    ...['id', 'league', 'player', 'rank', 'history'],
    ...['series', 'activity', 'form', 'streaks', 'percentile', 'lowest', 'peakMatch'],
    ...['recentValues', 'change', 'bestWins', 'worstDefeats', 'opponents', 'recentPlaces'],
    ...[
      'raceCount',
      'podiums',
      'didNotFinish',
      'points',
      'rankSeries',
      'bestPlace',
      'meanPlace',
      'fieldBeaten',
      'placeCounts',
    ],
  ],
  RatingPoint: ['match'],
  Streak: ['result', 'from', 'to'],
  RatingChange: [
    ...['id', 'match', 'player', 'contributions', 'opponentCount'],
    ...['result', 'sideStatus', 'placing', 'adjustments', 'explanation'],
  ],
  Contribution: ['opponent'],
  Match: ['id', 'league', 'sides', 'submittedBy', 'history', 'expected', 'upset', 'earlierMeetings'],
  MatchVersion: ['sides'],
  PredictedSide: ['players'],
  Side: ['participants', 'effectivePlacement', 'status', 'expectedScore'],
  Participant: ['player', 'scoresAgainst', 'ratingChange'],
  ScoreAgainst: ['opponent'],
  Player: ['id', 'createdAt', 'displayName', 'country', 'links', 'accounts'],
};

/** Whether the versions of the leagues that a query reads determine its response. */
export type CacheableCheck = (document: DocumentNode, operation: OperationDefinitionNode) => boolean;

/** Makes such a check, which caches its result for each document. */
export function createCacheableCheck(schema: GraphQLSchema): CacheableCheck {
  const known = new WeakMap<OperationDefinitionNode, boolean>();
  return (document, operation) => {
    let isCacheable = known.get(operation);
    if (isCacheable === undefined) {
      isCacheable = operation.operation === 'query' && hasOnlyCacheable(schema, document);
      known.set(operation, isCacheable);
    }
    return isCacheable;
  };
}

/** Checks all operations of the document: checking only the requested one would gain little. */
function hasOnlyCacheable(schema: GraphQLSchema, document: DocumentNode): boolean {
  let isCacheable = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: () => {
        const field = types.getFieldDef();
        if (!field || !isFieldCacheable(types.getParentType()!.name, field)) isCacheable = false;
      },
    }),
  );
  return isCacheable;
}

/** Whether a league's version determines a field, given what it is read from. */
export function isFieldCacheable(typeName: string, { name, resolve }: GraphQLField<unknown, unknown>): boolean {
  // A page depends on nothing but its list.
  if (name === '__typename' || typeName.endsWith('Connection')) return true;
  return (!resolve && !name.startsWith('__')) || (CACHEABLE[typeName] ?? []).includes(name);
}
