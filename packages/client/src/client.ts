import { type Follow, followOver } from './follow.js';
import { type LeagueClient, leagueOf } from './league.js';
import { LeaguesDocument, type LeaguesQuery } from './operations.js';
import { PAGE_SIZE, pagesOf } from './pages.js';
import { type Request, requestsOver } from './request.js';
import type { Retry } from './retry.js';
import { openSocket, type WebSocketClass } from './socket.js';

export interface ClientOptions {
  /** Address of the service, for example `https://ladder.example`. */
  readonly url: string;
  /** Without one, everything public can be read. */
  readonly token?: string | undefined;
  /** How often a request is repeated after a temporary failure: 429, 5xx or no response. 5 if omitted. */
  readonly retries?: number;
  /** Milliseconds that one attempt may take; 30,000 if omitted. */
  readonly timeout?: number;
  /** Called at every repetition and every reconnection, for a log. */
  readonly onRetry?: (retry: Retry) => void;
  /** In place of the runtime's own. Node before 22 has no WebSocket; give it the one of the package `ws`. */
  readonly webSocket?: WebSocketClass;
  readonly fetch?: typeof globalThis.fetch;
}

/** A league in a list. */
export type ListedLeague = LeaguesQuery['leagues']['nodes'][number];

export interface Client {
  readonly request: Request;
  readonly subscribe: Follow;
  /** A league by its slug. Nothing is sent. @throws TypeError if it is not a string, or empty */
  league(slug: string): LeagueClient;
  /** The leagues that the token may read, page by page. */
  leagues(options?: { readonly search?: string }): AsyncGenerator<ListedLeague, void>;
}

/**
 * Makes a client of one service with one token, or none. Nothing is sent, and no connection is opened.
 * @throws TypeError if `url` is no web address, or if a header cannot carry the token
 */
export function createClient(options: ClientOptions): Client {
  const { url, token, retries = 5, timeout = 30_000, onRetry, webSocket } = options;
  checkUrl(url);
  checkToken(token);
  const endpoint = `${url.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
  // Called as a plain function, because browsers refuse to call it as a method of something else.
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...given) => globalThis.fetch(...given));
  const request = requestsOver({ endpoint, token, retries, timeout, onRetry, fetch });
  let socket: ReturnType<typeof openSocket> | undefined;
  const sharedSocket = () => {
    socket ??= openSocket({ endpoint, token, webSocket });
    return socket;
  };
  const subscribe = followOver(sharedSocket, onRetry);
  const leagues = new Map<string, LeagueClient>();
  return {
    request,
    subscribe,
    league: (slug) => {
      checkLeagueSlug(slug);
      // One of each, so that all matches of a league are gathered together.
      const league = leagues.get(slug) ?? leagueOf(request, subscribe, slug);
      leagues.set(slug, league);
      return league;
    },
    leagues: ({ search } = {}) =>
      pagesOf(async (after) => (await request(LeaguesDocument, { first: PAGE_SIZE, after, search })).leagues),
  };
}

/** Without a scheme, "localhost:4000" has the scheme "localhost", and every request would fail only after its repetitions. */
function checkUrl(url: string): void {
  // In browsers an address may be relative to the page.
  const page = (globalThis as { readonly location?: { readonly href?: string } }).location?.href;
  if (/^https?:$/.test(schemeOf(url, page))) return;
  throw new TypeError(
    `url must be an address with http:// or https://, such as https://ladder.example, but is ${JSON.stringify(url)}`,
  );
}

/** Otherwise it would look like an unreachable service, in an error that shows the token. `fetch` removes space around it. */
function checkToken(token: string | undefined): void {
  if (token === undefined || /^[!-~]*$/.test(String(token).trim())) return;
  throw new TypeError('token must be printable ASCII characters without spaces (not shown: it is a secret)');
}

/** A missing setting would otherwise be noticed only at the first request. */
function checkLeagueSlug(slug: string): void {
  if (typeof slug === 'string' && slug) return;
  throw new TypeError(`league must be the slug of a league, such as "europe", but is ${JSON.stringify(slug)}`);
}

function schemeOf(url: string, page: string | undefined): string {
  try {
    return new URL(url, page).protocol;
  } catch {
    return '';
  }
}
