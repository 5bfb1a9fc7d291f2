import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { atMost, defineBenchmark } from './benchmark.js';
import { interleaved } from './interleaved.js';
import { bystander } from './load.js';
import { serveLeagues } from './serve.js';
import { freshMatches, submitTo } from './submit-requests.js';

const LEAGUE = { slug: 'duels', ratingSystem: 'zonestats', matches: 1_000, players: 200 };
/** Milliseconds; longer than anything here should take. */
const TIMEOUT = 60_000;

/** What endpoints that never answer do to those that do. Each round has dead ones that were never tried: later they cost less. */
export const webhooks = defineBenchmark({
  name: 'webhooks',
  targets: {
    delivered: atMost(3, 'x', 'a match is sent to 500 endpoints while 500 more never respond', 'the same 500 alone'),
    bystander: atMost(250, 'ms', "a plain query's slowest hundredth meanwhile", 'these endpoints'),
  },
  run: async (context) => {
    const endpoints = context.size(500, 50);
    const { database, service } = await serveLeagues(context, [LEAGUE], { OPENLADDER_WEBHOOK_ALLOW: '127.0.0.1' });
    const receiver = await openReceiver();
    context.atEnd(receiver.close);
    const insert = (path: string) =>
      database.sql(
        `INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position)
         SELECT league.id, '${receiver.url}/${path}' || number, 'JSON', '{matches.rated}', 'whsec_AAAA', 'a benchmark', now(),
                version, 0
         FROM league, generate_series(1, ${endpoints}) AS number`,
      );
    await insert('alive');
    const tell = async () => {
      receiver.received = 0;
      const matches = freshMatches(LEAGUE, 1);
      const start = performance.now();
      await submitTo(service, LEAGUE.slug, matches);
      while (receiver.received < endpoints) {
        if (performance.now() - start > TIMEOUT)
          throw new Error(`only ${receiver.received} of ${endpoints} were reached`);
        await setTimeout(5);
      }
      return performance.now() - start;
    };
    const aside = bystander(service.url, context.seconds(20, 5));
    const rounds = await interleaved(context.rounds, {
      alone: tell,
      beside: async () => {
        await insert('dead');
        try {
          return await tell();
        } finally {
          await database.sql(`DELETE FROM webhook WHERE url LIKE '%/dead%'`);
          receiver.hangUp();
          await setTimeout(500);
        }
      },
    });
    const { p99 } = await aside;
    const delivered = rounds.compared('beside', 'alone', (ms) => `${ms.toFixed(0)} ms`);
    return { delivered, bystander: { value: p99 } };
  },
});

/** Accepts what is sent to `/alive…`, and never answers anything else. */
async function openReceiver() {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url!.startsWith('/alive')) {
      waiting.push(response);
      return;
    }
    receiver.received++;
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Messages that were accepted since this was last set to 0. */
    received: 0,
    hangUp: () => {
      for (const response of waiting.splice(0)) response.destroy();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
