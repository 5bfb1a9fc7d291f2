import {
  type Answer,
  type ApiRequest,
  type Ask,
  createSite,
  type Sessions,
  type Site,
  type SiteRequest,
  type TakeTurn,
  type UploadRefusal,
  type Uploads,
} from '@openladder/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, AccessDenied, ANONYMOUS } from '../access/access.js';
import { type NeedsSchema, writeRefusal } from '../database/schema-watch.js';
import { READ_ONLY } from '../graphql/error-format.js';
import { checkPoints } from '../graphql/mutation.js';
import { leagueKey, nodeId } from '../graphql/scalars.js';
import { checkMayImport, MAX_FILE, receiveFile } from '../import/receive-file.js';
import { type ReadRefusedRowsNeeds, readRefusedRows } from '../import/refused-rows.js';
import type { NeedsClock, NeedsDatabase, NeedsSeal } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import type { SiteTheme } from '../kit/site-theme.js';
import { unavailability } from '../kit/sql/database-away.js';
import { Unavailable } from '../kit/unavailable.js';
import { commandName, installedVersion, version } from '../kit/version.js';
import type { Authenticator } from '../token/authenticator.js';
import { endSession, keepForm, openSession, readKeptForm } from '../token/sessions.js';
import { accountOf, network, type WrongTokens } from './caller.js';
import type { CostScheduler } from './cost-scheduler.js';
import { API_ADDRESS, hostProblem, pathnameOf, withoutSlash } from './door.js';
import { type Allowance, bodyPoints, type RateLimits, usedUp } from './rate-limits.js';
import type { ResponseCache, Validity } from './response-cache.js';

/** The console's own rule for finding a browser's session. */
export { sessionOf } from '@openladder/web';

const JSON_TYPE = 'application/json';

export interface SiteNeeds {
  readonly cache: ResponseCache;
  /** null: nobody is counted. */
  readonly rateLimits: RateLimits | null;
  /** Turns of costly requests. */
  readonly turns: CostScheduler;
  readonly wrongTokens: WrongTokens;
  readonly authenticator: Authenticator;
  readonly app: NeedsDatabase &
    NeedsClock &
    NeedsSchema &
    ReadRefusedRowsNeeds &
    NeedsSeal & {
      /** Whether nothing can be written: the database is a standby. */
      readonly isStandby: boolean;
    };
}

/**
 * The site and the console of a server. Their pages get their data by requests to the API within the process, with the limits, rights
 * and cached responses of the page's reader. A session is sent in an Authorization header that only this process can make, so that the
 * API itself never reads a cookie, and nobody else can use one there.
 */
export function openSite(server: FastifyInstance, theme: SiteTheme, needs: SiteNeeds): Site {
  const { cache, rateLimits, turns, authenticator } = needs;
  /** Charges for the queries of a cached page; its reader has paid for the request. @returns whether they had points left */
  const spend = async (ip: string, points: number): Promise<boolean> => {
    const allowance = await rateLimits?.spend(accountOf(ANONYMOUS, network(ip)), points);
    return !allowance?.isSpent;
  };
  /** @returns null if there is no such response, or they have no points left */
  const askKept = async ({ document, variables }: ApiRequest, ip: string): Promise<Answer | null> => {
    const request = { document, operationName: null, variables, accept: JSON_TYPE, isGet: false };
    const kept = await cache.find(request, false);
    if (!kept) return null;
    const points = bodyPoints(document.length);
    if (!(await spend(ip, points))) return null;
    // Pages made from it store its validity, but not its body.
    const { etag, body, validity } = kept;
    return {
      ...{ status: 200, etag, retryAfter: null, readBody: () => body.toString() },
      stillHolds: heldBy(validity, points),
    };
  };
  /** As Answer. */
  const heldBy =
    (validity: Validity, points: number): Answer['stillHolds'] =>
    async ({ ip, session }) =>
      session === undefined && (await cache.stillHolds(validity)) && spend(ip, points);
  const ask: Ask = async (request, { ip, session }) => {
    const kept = session === undefined ? await askKept(request, ip) : null;
    if (kept) return kept;
    const { statusCode, body, headers } = await server.inject({
      method: 'POST',
      url: API_ADDRESS,
      remoteAddress: ip,
      headers: {
        'content-type': JSON_TYPE,
        accept: JSON_TYPE,
        ...(session !== undefined && { authorization: authenticator.siteHeader(session) }),
        ...(request.key !== undefined && { 'idempotency-key': request.key }),
      },
      payload: JSON.stringify({ query: request.document, variables: request.variables }),
    });
    return {
      status: statusCode,
      etag: headerText(headers.etag),
      retryAfter: headerText(headers['retry-after']),
      readBody: () => body,
    };
  };
  const takeTurn: TakeTurn = async (points, { ip }) => {
    const account = accountOf(ANONYMOUS, network(ip));
    const allowance = await rateLimits?.spend(account, points);
    if (allowance?.isSpent) return { status: 429, retryAfter: String(allowance.resetsIn) };
    try {
      return { end: await turns.enter(account, points) };
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return { status: 503, retryAfter: String(error.retryAfter) };
    }
  };
  const own = { sessions: sessionsOf(server, needs), uploads: uploadsOf(needs) };
  const versions = { version: version(), installedVersion };
  return createSite({ ask, takeTurn, ...own, theme, command: commandName(), ...versions });
}

function sessionsOf(server: FastifyInstance, { app, authenticator, wrongTokens }: SiteNeeds): Sessions {
  return {
    isOpen: async (id) => (await authenticator.authenticateSession(id)) !== null,
    open: async (secret, { ip }) => {
      if (app.isStandby) return { refusal: 'READ_ONLY', retryAfter: null };
      const opened = await openSession(app, secret);
      if (typeof opened !== 'string') {
        // The process knows the session from then on.
        await authenticator.authenticateSession(opened.id);
        return opened;
      }
      const seconds = opened === 'WRONG_SECRET' ? await wrongTokens.count(ip, server.log) : null;
      if (seconds === null) return { refusal: opened, retryAfter: null };
      return { refusal: 'TOO_MANY', retryAfter: String(seconds) };
    },
    end: (id) => endSession(app, id),
    keep: async (form, id) => (app.isStandby || writeRefusal(app) ? null : keepForm(app, form, id)),
    kept: (form, id) => readKeptForm(app, form, id),
  };
}

/** The sender of a file has used up their points. */
class PointsSpent extends Error {
  override readonly name = 'PointsSpent';

  constructor(readonly allowance: Allowance) {
    super(usedUp(allowance));
  }
}

/** The pieces of a file, each paid for before it is passed on. Together they cost as much as the whole file, however small they are. */
export async function* paidFor(
  content: AsyncIterable<Uint8Array>,
  spend: (points: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    const paid = bodyPoints(bytes);
    bytes += piece.length;
    await spend(bodyPoints(bytes) - paid);
    yield piece;
  }
}

/** Files that the console takes, on behalf of its sessions. They cost as much as other bodies. */
function uploadsOf({ app, authenticator, rateLimits }: SiteNeeds): Uploads {
  const accessOf = async (session: string) => (await authenticator.authenticateSession(session)) ?? ANONYMOUS;
  const spend = async (access: Access, points: number): Promise<void> => {
    const allowance = await rateLimits?.spend(accountOf(access, ''), points);
    if (allowance?.isSpent) throw new PointsSpent(allowance);
  };
  /** The result of the work, or the reason for refusing it; the process must be able to write, as for mutations. */
  const orRefusal = async <T>(work: () => Promise<T>): Promise<T | UploadRefusal> => {
    if (app.isStandby) return { refusal: { message: READ_ONLY }, status: 503, retryAfter: null };
    try {
      const cannotWrite = writeRefusal(app);
      if (cannotWrite) throw cannotWrite;
      return await work();
    } catch (error) {
      if (error instanceof Refused) return { refusal: error.refusals[0]!, status: 422, retryAfter: null };
      if (error instanceof AccessDenied) return { refusal: { message: error.message }, status: 403, retryAfter: null };
      if (error instanceof PointsSpent) {
        const refusal = { message: error.message };
        return { refusal, status: 429, retryAfter: String(error.allowance.resetsIn) };
      }
      const unavailable = unavailability(error);
      if (!unavailable) throw error;
      return { refusal: { message: unavailable.message }, status: 503, retryAfter: String(unavailable.retryAfter) };
    }
  };
  return {
    mostBytes: MAX_FILE,
    refusal: (league, session) =>
      orRefusal(async () => {
        await checkMayImport(app, await accessOf(session), league);
        return null;
      }),
    receive: (file, league, session) =>
      orRefusal(async () => {
        const access = await accessOf(session);
        const content = paidFor(file.content, (points) => spend(access, points));
        const { leagueId, id } = await receiveFile(app, access, league, { ...file, content });
        return { id: nodeId(app, 'MatchImport', leagueId, id) };
      }),
    refused: (id, session) =>
      orRefusal(async () => {
        const access = await accessOf(session);
        const pay = async (bytes: number) => {
          const allowance = await rateLimits?.spend(accountOf(access, ''), checkPoints(bytes));
          if (allowance?.wasSpent) throw new PointsSpent(allowance);
        };
        const { found, rows } = await readRefusedRows(app, access, leagueKey(app, 'MatchImport', id), { pay });
        const { fileName, delimiter, columns } = found;
        return { fileName, delimiter, columns, rows };
      }),
  };
}

/** Mounts the pages and files of the site beside the API. */
export function mountSite(server: FastifyInstance, { routes }: Site): void {
  server.register(async (scope) => {
    // The site reads forms piece by piece, and only as much as it needs.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, __, done) => done(null));
    for (const { path, method = 'GET', answer, isNeverRefused } of routes) {
      scope.route({
        url: path,
        method,
        config: { needsHost: true, ...(isNeverRefused && { charge: 'NEVER_REFUSED' }) },
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          const { status, headers, body } = await answer(toSite(request));
          return reply.code(status).headers(headers).send(body);
        },
      });
    }
  });
}

/** Answers a browser whose request failed with a page. @returns false for other clients, and at the address of the API */
export function sendProblemPage(
  site: Site | null,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): boolean {
  if (!site || !request.headers.accept?.includes('text/html')) return false;
  if (withoutSlash(pathnameOf(request.url)) === API_ADDRESS || hostProblem(request) !== null) return false;
  const { headers, body } = site.problem(toSite(request), status);
  // The handler of GraphQL's routes serialises its payload; a page is sent unchanged.
  reply
    .code(status)
    .headers({ ...headers, vary: `accept, ${headers.vary}` })
    .serializer(String)
    .send(body);
  return true;
}

function headerText(header: number | string | string[] | undefined): string | null {
  return header === undefined ? null : String(header);
}

function toSite({ url, params, headers, ip, protocol, host, raw }: FastifyRequest): SiteRequest {
  return {
    ...{ url, params: params as Record<string, string>, headers, ip, origin: `${protocol}://${host}` },
    // A partly read body must not end the connection, which the response needs.
    get body() {
      return raw.iterator({ destroyOnReturn: false });
    },
  };
}
