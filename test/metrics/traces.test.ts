import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../support/database.js';
import { startServiceProcess } from '../support/service-process.js';

const TOKEN = 'test-admin-token-long-enough';
/** The trace that the caller is in: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SERVER = 2;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
}

const database = useDatabase();
let collector: Server;
const spans: Span[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(async () => {
  collector.close();
});

test('a request is traced from HTTP to SQL, within the trace of its caller', async () => {
  const { port } = collector.address() as AddressInfo;
  const service = await startServiceProcess({
    env: {
      OPENLADDER_DATABASE_URL: database.url,
      OPENLADDER_ADMIN_TOKEN: TOKEN,
      OPENLADDER_TRACE_ENDPOINT: `http://127.0.0.1:${port}`,
    },
  });
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${TOKEN}`,
    traceparent: `00-${TRACE}-${CALLER}-01`,
  };
  const body = JSON.stringify({ query: '{ league(slug: "europe") { name } }' });
  expect((await fetch(`${service.url}/graphql`, { method: 'POST', headers, body })).status).toBe(200);
  await fetch(`${service.url}/health`);
  await service.end('SIGTERM');

  const traced = spans.filter(({ traceId }) => traceId === TRACE);
  const [request] = traced.filter(({ kind }) => kind === SERVER);
  expect(request).toMatchObject({ name: expect.stringMatching(/^POST/), parentSpanId: CALLER });
  const statements = traced.filter(({ name }) => name.startsWith('pg.query'));
  expect(statements.length).toBeGreaterThan(0);
  const byId = new Map(traced.map((span) => [span.spanId, span]));
  for (const statement of statements) expect(byId.get(statement.parentSpanId!), statement.name).toBeDefined();
  // Probes and what is done in the background have none.
  expect(spans.filter(({ kind, traceId }) => kind === SERVER && traceId !== TRACE)).toEqual([]);
});

test('an unreachable collector does not make the service fail when it ends', async () => {
  const service = await startServiceProcess({
    env: { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_TRACE_ENDPOINT: 'http://127.0.0.1:9' },
  });
  expect((await fetch(`${service.url}/graphql?query={leagues{nodes{slug}}}`)).status).toBe(200);
  expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });
});
