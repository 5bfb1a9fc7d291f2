import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useService } from '../support/service.js';

/** An address may have the page four times a minute, and then some. */
const RATE_LIMIT = '110000';

const service = useService({ env: { OPENLADDER_RATE_LIMIT: RATE_LIMIT } });

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** Asks as it is told, without what `fetch` does by itself. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(service.url + path, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode!, headers: response.headers, body });
    });
    asking.once('error', reject).end();
  });
}

describe('the page of the explorer', () => {
  test('is sent compressed, plain on request, and not again to browsers that have it', async () => {
    const packed = await get('/explorer', { 'accept-encoding': 'br, gzip' });
    expect(packed).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' } });
    expect(packed.body.length).toBeLessThan(3_000_000);
    const plain = await get('/explorer');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.equals(gunzipSync(packed.body))).toBe(true);
    const { etag } = packed.headers as { etag: string };
    // A proxy that compresses makes the tag a weak one.
    for (const names of [etag, `W/${etag}`, `"other", ${etag}`]) {
      expect(await get('/explorer', { 'if-none-match': names })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    }
    expect(await get('/explorer', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  test('may run only its own script, send requests only to its own origin, and nobody may frame it', async () => {
    const { headers, body } = await get('/explorer');
    const policy = String(headers['content-security-policy']);
    const page = String(body);
    const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.indexOf('</script>'));
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`default-src 'none'; script-src 'sha256-${hash}'; worker-src blob:; `);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe('GET /graphql', () => {
  const search = `?query=${encodeURIComponent('{ viewer { name } }')}`;

  test('redirects a browser to the explorer, with the query', async () => {
    const { status, headers } = await get(`/graphql${search}`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([status, headers.location, headers.vary]).toEqual([302, `/explorer${search}`, 'accept']);
    expect((await get('/graphql', { accept: 'text/html' })).headers.location).toBe('/explorer');
  });

  test.each([['application/json'], ['*/*'], [undefined]])('answers clients that accept %s', async (accept) => {
    const { headers } = await get(`/graphql${search}`, accept === undefined ? {} : { accept });
    expect(headers['content-type']).toMatch(/json/);
  });
});

test('repeated requests for the explorer cost points by its size', async () => {
  while ((await get('/explorer')).status === 200);
  expect(await get('/explorer')).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
});
