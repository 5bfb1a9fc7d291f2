import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { imageSources, type Theme } from './theme.js';

/** A request for a page, as the host server has read it. */
export interface SiteRequest {
  /** The target: path and query, as sent. */
  readonly url: string;
  /** Parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
  /** The address of the service for the reader, without a slash at the end. */
  readonly origin: string;
  /** The unread body of a form. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable;
}

/** An address of the site, in the form of `/l/:league`, and its content. */
export interface SiteRoute {
  /** GET if omitted. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Whether it is answered even to an address without points: sign-in needs it. */
  readonly isNeverRefused?: boolean;
  readonly answer: (request: SiteRequest) => Promise<SiteResponse>;
}

/**
 * Listens permanently for errors of a stream from a client. An `error` without a listener ends the process, and the readers of the
 * stream may have stopped listening.
 */
export function hear<Stream extends EventEmitter>(stream: Stream): Stream {
  return stream.on('error', () => undefined);
}

/** A header that has at most one value. */
export function headerOf({ headers }: Pick<SiteRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The query of a request. */
export function queryOf({ url }: Pick<SiteRequest, 'url'>): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

/** Whether If-None-Match names a tag, weak or strong. https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
export function isNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

const compress = promisify(gzip);

/** With this level, gzip takes half the time of its default on pages, and sends a tenth more. Their first readers wait for it. */
const LEVEL = 4;

/** A body that is sent many times. It is compressed once, for the first reader who accepts compression. */
export class CachedBody {
  /** Bytes outside the heap, so that garbage collection need not scan them. */
  readonly plain: Buffer;
  /** Whether it is compressed already, like an image. */
  readonly #isDense: boolean;
  #compressed: Promise<SiteResponse> | undefined;

  /** @param level of gzip: 1 is fast, and 9 is small */
  constructor(
    body: string | Buffer,
    private readonly level = LEVEL,
  ) {
    this.#isDense = typeof body !== 'string';
    this.plain = Buffer.from(body);
  }

  /** The response for a reader. @param headers the same each time */
  async send(headers: Readonly<Record<string, string>>, acceptEncoding: string | undefined): Promise<SiteResponse> {
    if (this.#isDense || !takesGzip(acceptEncoding)) return { status: 200, headers, body: this.plain };
    this.#compressed ??= compress(this.plain, { level: this.level }).then((body) => {
      return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body };
    });
    return this.#compressed;
  }
}

function takesGzip(acceptEncoding = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);
}

/** The content security policy of a page: no inline code, nothing from other hosts, and only embeds may be framed. */
export function policyOf(theme: Theme, isEmbed = false): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src ${imageSources(theme)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // `*` would exclude pages that are files or belong to an app.
    ...(isEmbed ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
}
