import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SiteResponse } from './http.js';

const compress = promisify(gzip);

/** gzip spends half the time of its default on pages, and sends a tenth more. Their first readers wait for it. */
const LEVEL = 4;

/** A body that is sent many times. It is compressed once, for the first reader who accepts that. */
export class CachedBody {
  /** Bytes outside of the heap, so that garbage collection need not scan them. */
  readonly plain: Buffer;
  /** Whether it is compressed already, like an image. */
  readonly #isDense: boolean;
  #compressed: Promise<SiteResponse> | undefined;

  constructor(body: string | Buffer) {
    this.#isDense = typeof body !== 'string';
    this.plain = Buffer.from(body);
  }

  /** The response for a reader. @param headers the same each time */
  async send(headers: Readonly<Record<string, string>>, acceptEncoding: string | undefined): Promise<SiteResponse> {
    if (this.#isDense || !takesGzip(acceptEncoding)) return { status: 200, headers, body: this.plain };
    this.#compressed ??= compress(this.plain, { level: LEVEL }).then((body) => {
      return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body };
    });
    return this.#compressed;
  }
}

function takesGzip(acceptEncoding = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);
}
