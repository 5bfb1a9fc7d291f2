import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ComponentChildren } from 'preact';
import { render as renderToString } from 'preact-render-to-string';
import type { Answer, Ask } from './ask.js';
import type { Assets } from './assets.js';
import { type Failure, failureOf } from './failure.js';
import type { AnyFile } from './file.js';
import { formatOf } from './format.js';
import { headerOf, isNamed, queryOf, type SiteRequest, type SiteResponse, type SiteRoute } from './http.js';
import { Document } from './layout.js';
import { localeOf } from './locale.js';
import { type AnyPage, BadQuery, type Head, type PageRequest, type Resource } from './page.js';
import { Problem } from './parts/problem.js';
import { policyOf } from './policy.js';
import { textsOf } from './texts/texts.js';
import type { Theme } from './theme.js';
import { type Ui, UiContext } from './ui.js';

export interface RendererNeeds {
  readonly ask: Ask;
  readonly theme: Theme;
  readonly assets: Assets;
  readonly version: string;
}

/** Most bytes of all pages that are kept. */
const MAX_SIZE = 32 * 2 ** 20;
/** Others may keep a page too, and ask each time whether it is still good. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const HTML = 'text/html; charset=utf-8';

interface Kept {
  readonly etag: string;
  /** Bytes, which the collector of garbage need not look at. */
  readonly body: Buffer;
}

/** How a resource becomes a body. */
interface Maker {
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the resource finds.
  make(model: any, ui: Ui, asked: PageRequest, request: SiteRequest): string;
  fail(failure: Failure, ui: Ui, request: SiteRequest): string;
}

// biome-ignore lint/suspicious/noExplicitAny: resources of any data.
type AnyResource = Resource<any, any, any>;

/**
 * Makes pages and files of answers. Each is made once for each answer, locale and address, and kept; it is as fresh as the answer,
 * for which the API is asked every time.
 */
export function createRenderer({ ask, theme, assets, version }: RendererNeeds) {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });

  const html = (children: ComponentChildren, head: Head, ui: Ui, { origin, url }: SiteRequest, isEmbed = false) => {
    const page = (
      <UiContext.Provider value={ui}>
        <Document head={head} assets={assets} origin={origin} url={url} isEmbed={isEmbed}>
          {children}
        </Document>
      </UiContext.Provider>
    );
    return `<!doctype html>\n${renderToString(page)}`;
  };

  const route = ({ path, document, variables, find }: AnyResource, maker: Maker): SiteRoute => {
    const text = document.toString();
    const answer = async (request: SiteRequest): Promise<SiteResponse> => {
      const locale = localeOf(headerOf(request, 'accept-language'));
      const ui: Ui = { theme, locale, t: textsOf(locale.language), format: formatOf(locale.tag) };
      const language = { 'content-language': locale.language, vary: 'accept-language' };
      const fail = (failure: Failure): SiteResponse => {
        const headers = { ...maker.headers, ...language, 'cache-control': 'no-store' };
        const { status, retryAfter } = failure;
        return {
          status,
          headers: retryAfter === null ? headers : { ...headers, 'retry-after': retryAfter },
          body: maker.fail(failure, ui, request),
        };
      };
      const asked: PageRequest = {
        params: request.params,
        query: queryOf(request),
        now: new Date(),
        origin: request.origin,
      };
      let given: Answer;
      try {
        given = await ask({ document: text, variables: variables(asked) }, request);
      } catch (error) {
        if (!(error instanceof BadQuery)) throw error;
        return fail({ status: 400, message: error.message, retryAfter: null });
      }
      const etag = tagOf([given.etag ?? given.body, version, assets.styles, locale.tag, request.origin, request.url]);
      const headers = { ...maker.headers, ...language, 'cache-control': CACHE_CONTROL, etag };
      if (given.status === 200 && isNamed(headerOf(request, 'if-none-match'), etag)) {
        return { status: 304, headers, body: '' };
      }
      const key = `${locale.tag} ${request.origin}${request.url}`;
      const before = kept.get(key);
      if (before?.etag === etag) return { status: 200, headers, body: before.body };
      const { data, errors } = JSON.parse(given.body);
      if (errors) return fail(failureOf(given, errors));
      const model = find(data);
      if (model === null) return fail({ status: 404, message: null, retryAfter: null });
      const body = Buffer.from(maker.make(model, ui, asked, request));
      kept.set(key, { etag, body });
      return { status: 200, headers, body };
    };
    return { path, answer };
  };

  return {
    page: ({ View, head, isEmbed, ...resource }: AnyPage): SiteRoute => {
      const maker: Maker = {
        headers: headersOf(HTML, policyOf(theme, isEmbed)),
        make: (model, ui, asked, request) =>
          html(<View model={model} request={asked} />, head(model, ui, asked), ui, request, isEmbed),
        fail: ({ status, message }, ui, request) => {
          const { title, text } = ui.t.problem(status);
          const problem = { title, description: text, isUnlisted: true };
          return html(<Problem title={title} text={text} detail={message} />, problem, ui, request, isEmbed);
        },
      };
      return route(resource, maker);
    },
    file: ({ type, make, ...resource }: AnyFile): SiteRoute => {
      const failed = (failure: Failure, ui: Ui) => {
        const { title, text } = ui.t.problem(failure.status);
        return [title, text, failure.message].filter(Boolean).join('\n');
      };
      const maker: Maker = {
        headers: headersOf(type, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
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
  };
}

function tagOf(parts: readonly string[]): string {
  return `"${createHash('sha1').update(parts.join('\n')).digest('base64url')}"`;
}

function headersOf(type: string, policy: string) {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}
