import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.js';

/** Measures how long every request takes. */
export function measureRequests(server: FastifyInstance, { requests }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
