import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import type { Log } from '../kit/log.js';
import type { Metrics } from '../metrics/metrics.js';
import { hearClients } from './door.js';

export interface MetricsAddress {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
}

/**
 * Answers GET /metrics in the text format of Prometheus, on a port of its own, because a reverse proxy makes the other one
 * public.
 * @returns its URL, and a function that stops it
 */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host }: MetricsAddress,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> {
  collectDefaultMetrics({ register: registry });
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end();
    try {
      const metrics = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(metrics);
    } catch (error) {
      log.error({ err: error }, 'Could not serve the metrics');
      response.writeHead(500).end();
    }
  });
  hearClients(server);
  server.listen({ port, host });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}/metrics`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
