import { type Ask, createSite, type SiteRequest } from '@openladder/web';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SiteTheme } from '../kit/site-theme.js';
import { version } from '../kit/version.js';
import { API_ADDRESS } from './unknown-address.js';

/**
 * Mounts the site beside the API. Its pages ask what they show by requests to the API that take no wire: limits, rights and kept
 * answers are those that the reader of the page would have.
 */
export function openSite(server: FastifyInstance, theme: SiteTheme): void {
  const ask: Ask = async (question, { ip }) => {
    const { statusCode, body, headers } = await server.inject({
      method: 'POST',
      url: API_ADDRESS,
      remoteAddress: ip,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      payload: JSON.stringify({ query: question.document, variables: question.variables }),
    });
    return { status: statusCode, body, etag: textOf(headers.etag), retryAfter: textOf(headers['retry-after']) };
  };
  for (const { path, answer } of createSite({ ask, theme, version: version() })) {
    server.get(path, async (request, reply) => {
      const { status, headers, body } = await answer(toSite(request));
      return reply.code(status).headers(headers).send(body);
    });
  }
}

function textOf(header: number | string | string[] | undefined): string | null {
  return header === undefined ? null : String(header);
}

function toSite({ url, params, headers, ip, protocol, host }: FastifyRequest): SiteRequest {
  return { url, params: params as Record<string, string>, headers, ip, origin: `${protocol}://${host}` };
}
