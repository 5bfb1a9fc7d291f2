import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ComponentChildren } from 'preact';
import { render as renderToString } from 'preact-render-to-string';
import {
  type Answer,
  type Ask,
  type Failure,
  failureOf,
  fatalErrors,
  isTooCostly,
  type TakeTurn,
} from './api-client.js';
import type { Assets } from './assets.js';
import type { AnyFile } from './file.js';
import {
  CachedBody,
  headerOf,
  isNamed,
  policyOf,
  type SiteRequest,
  type SiteResponse,
  type SiteRoute,
} from './http.js';
import { Document } from './layout.js';
import { type LeagueHeadingFragment, SiteLeagueDocument } from './operations.js';
import {
  type AnyPage,
  BadQuery,
  type Head,
  type LeagueZones,
  type PageRequest,
  pageRequestOf,
  type Resource,
  urls,
} from './page.js';
import { accentOf } from './parts/player.js';
import { Problem, problemText } from './parts/problem.js';
import { refusalText } from './texts/refusal.js';
import type { Theme } from './theme.js';
import { formatOf, type Locale, localeOf, textsOf, type Ui, withUi } from './ui.js';

export interface RendererNeeds {
  readonly ask: Ask;
  readonly takeTurn: TakeTurn;
  readonly theme: Theme;
  readonly assets: Assets;
  readonly zones: LeagueZones;
  readonly version: string;
}

/** The most bytes of cached pages. */
const MAX_SIZE = 32 * 2 ** 20;
/** Browsers and proxies may cache a page, but must revalidate it each time. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const HTML = 'text/html; charset=utf-8';
/** The cost of making a page for its reader: a board of 50 takes about 2 ms. */
const POINTS = 200;
/** How many Accept-Language headers are cached, and how many characters each may have. */
const MAX_LOCALES = 500;
const LONGEST_LOCALES = 200;

/** A page without data of the API, which changes only with the version. */
export interface Fixed {
  readonly head: (ui: Ui) => Head;
  /** Replaces the header of the site. */
  readonly top: () => ComponentChildren;
  readonly view: (ui: Ui) => ComponentChildren;
}

interface Kept {
  readonly tag: string;
  readonly body: CachedBody;
  readonly headers: Readonly<Record<string, string>>;
  /** The variables of its query, in JSON: some pages query days that depend on the time. */
  variables?: string;
  /** When that was last checked. In all time zones days begin with a minute, so until the next one it stays the same. */
  minute?: number;
  /** As of its response. */
  stillHolds?: Answer['stillHolds'];
}

/** Makes the body of a response. */
interface Maker {
  /** The cost of its work for a reader, in points of about 10 microseconds. */
  readonly points: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it shows the league of an address without a page. */
  readonly hasLeague?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the resource finds.
  make(model: any, ui: Ui, asked: PageRequest, request: SiteRequest, hue?: number | null): string | Promise<Buffer>;
  fail(failure: Failure, ui: Ui, request: SiteRequest, league?: LeagueHeadingFragment | null): string;
}

// biome-ignore lint/suspicious/noExplicitAny: resources of any data.
type AnyResource = Resource<any, any, any>;

/**
 * Makes pages and files from responses. A page is made once for each response, locale and address, and cached. It is always current,
 * because the API is queried each time.
 */
export function createRenderer({ ask, takeTurn, theme, assets, zones, version }: RendererNeeds) {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_SIZE,
    // The compressed form is a tenth as long.
    sizeCalculation: ({ body }, key) => body.plain.length + key.length,
  });

  const html = (
    children: ComponentChildren,
    head: Head,
    ui: Ui,
    { origin, url, params }: SiteRequest,
    {
      isEmbed = false,
      top,
      hue,
    }: { readonly isEmbed?: boolean; readonly top?: ComponentChildren; readonly hue?: number | null | undefined } = {},
  ) => {
    const accent = params.league === undefined ? undefined : accentOf({ slug: params.league, hue });
    const page = <Document {...{ head, assets, origin, url, isEmbed, top, accent }}>{children}</Document>;
    return `<!doctype html>\n${withUi(ui, () => renderToString(page))}`;
  };

  const locales = new LRUCache<string, Locale>({ max: MAX_LOCALES, memoMethod: localeOf });
  const localeFor = (request: SiteRequest): Locale => {
    const wanted = headerOf(request, 'accept-language') ?? '';
    return wanted.length <= LONGEST_LOCALES ? locales.memo(wanted) : localeOf(wanted);
  };
  const uiOf = (locale: Locale, request: SiteRequest): Ui => {
    const format = formatOf(locale.tag, zones.factsOf(request.params).zone);
    return { theme, locale, t: textsOf(locale.language), format };
  };

  /** @param league the shown one; null: none, and no cached fact reveals that there is a private one */
  const failWith = (
    failure: Failure,
    maker: Pick<Maker, 'headers' | 'fail'>,
    own: Ui,
    request: SiteRequest,
    league: LeagueHeadingFragment | null = null,
  ): SiteResponse => {
    const ui = league ? own : { ...own, format: formatOf(own.locale.tag, zones.factsOf({}).zone) };
    const headers = { ...maker.headers, ...languageOf(ui), 'cache-control': 'no-store' };
    const { status, retryAfter } = failure;
    return {
      status,
      headers: retryAfter === null ? headers : { ...headers, 'retry-after': retryAfter },
      body: maker.fail(failure, ui, request, league),
    };
  };

  /** Makes the page that explains why another one cannot be shown. */
  const problemMaker = (isEmbed = false): Pick<Maker, 'headers' | 'fail'> => ({
    headers: { ...headersOf(HTML, policyOf(theme, isEmbed)), ...(isEmbed && FOR_OTHERS) },
    fail: ({ status, refusal }, ui, request, league) => {
      const { title, text } = problemText(ui.t, status);
      const problem = { title, description: text, isUnlisted: true };
      const { player } = request.params;
      const view = <Problem title={title} text={text} refusal={refusal} league={league ?? null} player={player} />;
      return html(view, problem, ui, request, { isEmbed, hue: league?.hue });
    },
  });

  /** The league of an address without a page, for the links to its pages; null if there is no such league either. */
  const leagueAround = async (request: SiteRequest): Promise<LeagueHeadingFragment | null> => {
    const { league } = request.params;
    if (league === undefined) return null;
    const { data } = JSON.parse(
      (await ask({ document: SiteLeagueDocument.toString(), variables: { league } }, request)).readBody(),
    );
    return data?.league ?? null;
  };

  const route = (
    { path, document, variables, lighter = [], again, find, optional }: AnyResource,
    maker: Maker,
  ): SiteRoute => {
    const text = document.toString();
    /** Asks for what is shown: for less where that costs too much, and for more where the first answer says so. */
    const askFor = async (
      asking: Readonly<Record<string, unknown>>,
      asked: PageRequest,
      request: SiteRequest,
    ): Promise<Answer> => {
      let given = await ask({ document: text, variables: asking }, request);
      for (const less of lighter) {
        if (isTooCostly(given)) given = await ask({ document: text, variables: { ...asking, ...less } }, request);
      }
      const more = again && given.status === 200 ? again(JSON.parse(given.readBody()).data ?? {}, asked) : null;
      const fuller = more && (await ask({ document: text, variables: { ...asking, ...more } }, request));
      return fuller?.status === 200 ? fuller : given;
    };

    /** What is shown is the same where this is. Of other days, the same answer tells something else: for how long somebody has led. */
    const tagOfAnswer = (given: Answer, variablesJson: string, { tag }: Locale, zone: string, request: SiteRequest) =>
      tagOf([
        given.etag ?? given.readBody(),
        variablesJson,
        version,
        assets.styles,
        tag,
        zone,
        request.origin,
        request.url,
      ]);

    /** Where the league of an answer is found now, for search engines, which list its pages once; null: at the address that was asked for. */
    const movedTo = ({ params, url }: SiteRequest, slug: string | undefined): string | null => {
      if (!maker.hasLeague || slug === undefined || slug === params.league) return null;
      return url.replace(/^\/l\/[^/?]+/, urls.league(slug));
    };

    const answer = async (request: SiteRequest): Promise<SiteResponse> => {
      const locale = localeFor(request);
      const key = `${locale.tag} ${request.origin}${request.url}`;
      const before = kept.get(key);
      const now = Date.now();
      const minute = minuteOf(now);
      if (before?.minute === minute && (await before.stillHolds?.(request))) return sendKept(before, request);
      const ui = uiOf(locale, request);
      const fail = async (failure: Failure) => {
        const keepsLeague = failure.status === 404 && maker.hasLeague;
        return failWith(failure, maker, ui, request, keepsLeague ? await leagueAround(request) : null);
      };
      const asked = pageRequestOf(request, locale, zones.factsOf(request.params), new Date(now));
      let given: Answer;
      let variablesJson: string;
      try {
        const asking = variables(asked);
        variablesJson = JSON.stringify(asking);
        const isAsBefore = before !== undefined && before.minute !== minute && before.variables === variablesJson;
        if (isAsBefore && (await before.stillHolds?.(request))) {
          before.minute = minute;
          return sendKept(before, request);
        }
        given = await askFor(asking, asked, request);
      } catch (error) {
        if (!(error instanceof BadQuery)) throw error;
        return fail({ status: error.status, refusal: error.refusal, retryAfter: null });
      }
      const tag = tagOfAnswer(given, variablesJson, locale, asked.zone, request);
      const holds = { minute, variables: variablesJson, stillHolds: given.stillHolds };
      /** Another request may have fetched the same meanwhile. */
      const findMade = (): Kept | null => {
        const made = kept.get(key);
        if (made?.tag !== tag || given.status !== 200) return null;
        Object.assign(made, holds);
        return made;
      };
      const made = findMade();
      if (made) return sendKept(made, request);
      const headers = { ...maker.headers, ...languageOf(ui), 'cache-control': CACHE_CONTROL, etag: `W/${tag}` };
      const { data, errors } = JSON.parse(given.readBody());
      const fatal = errors ? fatalErrors(errors, optional) : [];
      if (fatal.length > 0) return fail(failureOf(given, fatal));
      if (zones.learn(asked, data)) return answer(request);
      const location = movedTo(request, data.league?.slug);
      if (location !== null) return { status: 301, headers: { location, 'cache-control': CACHE_CONTROL }, body: '' };
      const model = find(data, asked);
      if (model === null) return fail({ status: 404, refusal: null, retryAfter: null });
      // The reader's copy may be older than our cache. Nobody has a copy of a missing page: not even `*` matches it.
      if (isNamed(headerOf(request, 'if-none-match'), tag)) return { status: 304, headers, body: '' };
      const turn = await takeTurn(maker.points, request);
      if ('status' in turn) return fail({ ...turn, refusal: null });
      try {
        const meanwhile = findMade();
        if (meanwhile) return sendKept(meanwhile, request);
        const body = new CachedBody(await maker.make(model, ui, asked, request, data.league?.hue));
        kept.set(key, { tag, body, headers, ...holds });
        return body.send(headers, headerOf(request, 'accept-encoding'));
      } finally {
        turn.end();
      }
    };
    return { path, answer };
  };

  return {
    page: ({ View, head, isEmbed, ...resource }: AnyPage): SiteRoute => {
      const maker: Maker = {
        points: POINTS,
        hasLeague: !isEmbed,
        ...problemMaker(isEmbed),
        make: (model, ui, asked, request, hue) =>
          html(<View model={model} request={asked} />, head(model, ui, asked), ui, request, { isEmbed, hue }),
      };
      return route(resource, maker);
    },
    file: ({ type, points = POINTS, make, ...resource }: AnyFile): SiteRoute => {
      const failed = (failure: Failure, ui: Ui) => {
        const { title, text } = problemText(ui.t, failure.status);
        return [title, text, failure.refusal && refusalText(ui, failure.refusal)].filter(Boolean).join('\n');
      };
      const maker: Maker = {
        points,
        headers: { ...headersOf(type, "default-src 'none'; style-src 'unsafe-inline'; sandbox"), ...FOR_OTHERS },
        make,
        fail: failed,
      };
      const { path, answer } = route(resource, maker);
      return {
        path,
        answer: async (request) => {
          const response = await answer(request);
          if (response.status < 400) return response;
          return { ...response, headers: { ...response.headers, 'content-type': 'text/plain; charset=utf-8' } };
        },
      };
    },
    /**
     * @param find the content at an address; null if there is none
     * @param points the cost of making it for its reader
     */
    fixed: (path: string, find: (request: SiteRequest) => Promise<Fixed | null>, points = POINTS): SiteRoute => ({
      path,
      answer: async (request) => {
        const locale = localeFor(request);
        const key = `${locale.language} ${request.origin}${request.url}`;
        const before = kept.get(key);
        if (before) return sendKept(before, request);
        const ui = uiOf(locale, request);
        const turn = await takeTurn(points, request);
        if ('status' in turn) return failWith({ ...turn, refusal: null }, problemMaker(), ui, request);
        try {
          const found = await find(request);
          if (!found) return failWith({ status: 404, refusal: null, retryAfter: null }, problemMaker(), ui, request);
          const text = html(found.view(ui), found.head(ui), ui, request, { top: found.top() });
          const tag = tagOf([text]);
          const headers = {
            ...headersOf(HTML, policyOf(theme)),
            ...languageOf(ui),
            'cache-control': CACHE_CONTROL,
            etag: `W/${tag}`,
          };
          const made: Kept = { tag, headers, body: new CachedBody(text) };
          kept.set(key, made);
          return await sendKept(made, request);
        } finally {
          turn.end();
        }
      },
    }),
    /** Answers addresses below those of the pages with 404. */
    missing: (path: string): SiteRoute => ({
      path,
      answer: async (request) => {
        const league = await leagueAround(request);
        const ui = uiOf(localeFor(request), request);
        return failWith({ status: 404, refusal: null, retryAfter: null }, problemMaker(), ui, request, league);
      },
    }),
    /** The page for a request that no page answers. */
    problem: (request: SiteRequest, status: number): SiteResponse =>
      failWith({ status, refusal: null, retryAfter: null }, problemMaker(), uiOf(localeFor(request), request), request),
  };
}

/** The number of the minute that contains a time in milliseconds. */
function minuteOf(time: number): number {
  return Math.floor(time / 60_000);
}

async function sendKept({ tag, body, headers }: Kept, request: SiteRequest): Promise<SiteResponse> {
  if (isNamed(headerOf(request, 'if-none-match'), tag)) return { status: 304, headers, body: '' };
  return body.send(headers, headerOf(request, 'accept-encoding'));
}

function languageOf({ locale }: Ui) {
  return { 'content-language': locale.language, vary: 'accept-language, accept-encoding' };
}

function tagOf(parts: readonly string[]): string {
  return `"${createHash('sha1').update(parts.join('\n')).digest('base64url')}"`;
}

/** Headers that let other sites' pages show it even if they require permission, as games in a browser must (require-corp). */
const FOR_OTHERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

function headersOf(type: string, policy: string) {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}
