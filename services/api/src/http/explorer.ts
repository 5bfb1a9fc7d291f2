import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { network } from './caller.js';
import { EXPLORER_ADDRESS } from './door.js';
import type { CompressedPage } from './explorer-worker.js';
import { type RateLimits, rateLimited, sendAllowance } from './rate-limits.js';
import { hasCopy } from './response-cache.js';

const MODULE = new URL('./explorer-worker.js', import.meta.url);
/** What the page costs a reader, in points: about 2.5 MB at one point per 100 bytes. */
const POINTS = 25_000;

/**
 * The page at /explorer, where people write queries with the schema at hand. It is made when someone first asks for it.
 * @param rateLimits null: no one is counted
 */
export function openExplorer(server: FastifyInstance, rateLimits: RateLimits | null): void {
  let page: Promise<CompressedPage> | undefined;
  const getPage = () => {
    page ??= makePage().catch((error) => {
      page = undefined;
      throw error;
    });
    return page;
  };
  server.get(EXPLORER_ADDRESS, async (request, reply) => {
    const { body, policy, etag } = await getPage();
    reply
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .header('vary', 'accept-encoding')
      .header('etag', etag);
    if (hasCopy(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const allowance = await rateLimits?.spend(`address ${network(request.ip)}`, POINTS);
    if (allowance) sendAllowance(reply, allowance);
    if (allowance?.isSpent) throw rateLimited(reply, allowance);
    reply.type('text/html; charset=utf-8');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return promisify(gunzip)(body);
    return reply.header('content-encoding', 'gzip').send(Buffer.from(body));
  });
}

async function makePage(): Promise<CompressedPage> {
  const worker = new Worker(MODULE);
  const [page] = await once(worker, 'message');
  return page;
}
