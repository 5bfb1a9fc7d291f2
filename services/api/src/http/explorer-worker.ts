import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { explorerPage } from './explorer-page.js';

/** The page as it is sent. */
export interface CompressedPage {
  /** Compressed with gzip. */
  readonly body: Uint8Array;
  readonly policy: string;
  readonly etag: string;
}

const { html, policy } = explorerPage();
const etag = `"${createHash('sha1').update(html).digest('base64url')}"`;
const page: CompressedPage = { body: gzipSync(html), policy, etag };
parentPort!.postMessage(page);
