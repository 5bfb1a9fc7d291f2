import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { render as renderToString } from 'preact-render-to-string';
import type { Answer, Ask } from './ask.js';
import type { Assets } from './assets.js';
import { formatOf } from './format.js';
import { headerOf, isNamed, queryOf, type SiteRequest, type SiteResponse } from './http.js';
import { Document } from './layout.js';
import { localeOf } from './locale.js';
import { type AnyPage, BadQuery, type Head, type PageRequest } from './page.js';
import { Problem } from './parts/problem.js';
import { textsOf } from './texts/texts.js';
import { imageSources, type Theme } from './theme.js';
import { type Ui, UiContext } from './ui.js';

export interface RendererNeeds {
  readonly ask: Ask;
  readonly theme: Theme;
  readonly assets: Assets;
  readonly version: string;
}

/** Most characters of all pages that are kept. */
const MAX_SIZE = 32 * 2 ** 20;
/** Others may keep a page too, and ask each time whether it is still good. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const HTML = 'text/html; charset=utf-8';

interface KeptPage {
  readonly etag: string;
  readonly html: string;
}

interface Failure {
  readonly status: number;
  /** As the API says it; null: the page's own words do. */
  readonly message: string | null;
  readonly retryAfter: string | null;
}

/**
 * Makes pages of answers. A page is made once for each answer, locale and address, and kept; it is as fresh as the answer, for
 * which the API is asked every time.
 */
export function createRenderer({ ask, theme, assets, version }: RendererNeeds) {
  const kept = new LRUCache<string, KeptPage>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ html }, key) => html.length + key.length,
  });
  const policy = policyOf(theme);

  const page = (element: () => preact.VNode, head: Head, ui: Ui, request: SiteRequest): string => {
    const shell = (
      <UiContext.Provider value={ui}>
        <Document head={head} assets={assets} url={request.origin + request.url}>
          {element()}
        </Document>
      </UiContext.Provider>
    );
    return `<!doctype html>\n${renderToString(shell)}`;
  };

  const fail = ({ status, message, retryAfter }: Failure, ui: Ui, request: SiteRequest): SiteResponse => {
    const { title, text } = ui.t.problem(status);
    const head = { title, description: text, isUnlisted: true };
    const html = page(() => <Problem title={title} text={text} detail={message} />, head, ui, request);
    const headers = { ...headersOf(policy), 'cache-control': 'no-store', 'content-language': ui.locale.language };
    return { status, headers: retryAfter === null ? headers : { ...headers, 'retry-after': retryAfter }, body: html };
  };

  return ({ document, variables, find, head, View }: AnyPage) => {
    const text = document.toString();
    return async (request: SiteRequest): Promise<SiteResponse> => {
      const locale = localeOf(headerOf(request, 'accept-language'));
      const ui: Ui = { theme, locale, t: textsOf(locale.language), format: formatOf(locale.tag) };
      const asked: PageRequest = { params: request.params, query: queryOf(request), now: new Date() };
      let answer: Answer;
      try {
        answer = await ask({ document: text, variables: variables(asked) }, request);
      } catch (error) {
        if (!(error instanceof BadQuery)) throw error;
        return fail({ status: 400, message: error.message, retryAfter: null }, ui, request);
      }
      const etag = tagOf([answer.etag ?? answer.body, version, assets.styles, locale.tag, request.origin, request.url]);
      const headers = {
        ...headersOf(policy),
        'cache-control': CACHE_CONTROL,
        'content-language': locale.language,
        vary: 'accept-language',
        etag,
      };
      if (answer.status === 200 && isNamed(headerOf(request, 'if-none-match'), etag)) {
        return { status: 304, headers, body: '' };
      }
      const key = `${locale.tag} ${request.origin}${request.url}`;
      const before = kept.get(key);
      if (before?.etag === etag) return { status: 200, headers, body: before.html };
      const { data, errors } = JSON.parse(answer.body);
      if (errors) return fail(failureOf(answer, errors), ui, request);
      const model = find(data);
      if (model === null) return fail({ status: 404, message: null, retryAfter: null }, ui, request);
      const html = page(() => <View model={model} request={asked} />, head(model, ui, asked), ui, request);
      kept.set(key, { etag, html });
      return { status: 200, headers, body: html };
    };
  };
}

function tagOf(parts: readonly string[]): string {
  return `"${createHash('sha1').update(parts.join('\n')).digest('base64url')}"`;
}

/** Nothing inline, nothing of others, and nobody frames it. */
function policyOf(theme: Theme): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src ${imageSources(theme)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function headersOf(policy: string) {
  return {
    'content-type': HTML,
    'content-security-policy': policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}

interface GraphError {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

/** Codes of top-level errors that are the reader's. */
const STATUS: Readonly<Record<string, number>> = {
  BAD_INPUT: 400,
  BAD_USER_INPUT: 400,
  OUT_OF_WINDOW: 400,
  UNKNOWN_PLAYER: 404,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

function failureOf({ status, retryAfter }: Answer, [error]: readonly GraphError[]): Failure {
  const code = error?.extensions?.code ?? '';
  const known = STATUS[code] ?? (status >= 400 ? status : 500);
  // The reader can mend what they asked for; of anything else the details are for the log.
  return { status: known, message: known === 400 ? (error?.message ?? null) : null, retryAfter };
}
