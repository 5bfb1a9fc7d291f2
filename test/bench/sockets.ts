import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';
import { greeted } from '../support/subscriber.js';
import { atMost, defineBenchmark } from './benchmark.js';
import { bystander } from './load.js';
import { serveLeagues } from './serve.js';
import { freshMatches, submitTo } from './submit-requests.js';

/** As many as an address may have. */
const SOCKETS = 100;
/** As many as a socket may have; no two ask the same, so that nothing is shared on a socket. */
const SUBSCRIPTIONS = 20;
const ALL = SOCKETS * SUBSCRIPTIONS;
const LEAGUE = { slug: 'duels', ratingSystem: 'timed-glicko' };
/** Milliseconds; longer than anything here should take. */
const TIMEOUT = 60_000;

/** What a single match does that is told to many sockets with a costly board for each. */
export const sockets = defineBenchmark({
  name: 'sockets',
  targets: {
    delivered: atMost(
      5_000,
      'ms',
      `${SOCKETS} sockets with ${SUBSCRIPTIONS} boards each: all are told of a match within`,
      'no peer',
    ),
    bystander: atMost(250, 'ms', "a plain query's slowest hundredth meanwhile", 'these sockets'),
    memory: atMost(400, 'MB', "the service's peak memory", 'these sockets'),
  },
  run: async (context) => {
    const league = { ...LEAGUE, matches: context.size(60_000, 2_000), players: context.size(10_000, 500) };
    const { service } = await serveLeagues(context, [league]);
    const listeners = await Promise.all(Array.from({ length: SOCKETS }, () => listener(service.url)));
    context.atEnd(() => listeners.map(({ socket }) => socket.terminate()));
    for (const { subscribe } of listeners) for (let n = 0; n < SUBSCRIPTIONS; n++) subscribe(n);
    const submit = async () => {
      for (const one of listeners) one.received = 0;
      await submitTo(service, league.slug, freshMatches(league, 1));
      const start = performance.now();
      while (listeners.some(({ received }) => received < SUBSCRIPTIONS)) {
        const received = listeners.reduce((sum, one) => sum + one.received, 0);
        if (performance.now() - start > TIMEOUT) throw new Error(`only ${received} of ${ALL} were told`);
        const { status } = await fetch(`${service.url}/ready`);
        if (status !== 200) throw new Error(`/ready answered ${status}`);
        await setTimeout(20);
      }
      return performance.now() - start;
    };
    const before = Math.round(service.peakRss());
    // The first one finds some of them not there yet: what is told of it is more than one event.
    await setTimeout(2_000);
    await submit();
    const bytes = listeners.reduce((sum, one) => sum + one.bytes, 0);
    const aside = bystander(service.url, context.seconds(10, 5));
    await setTimeout(1_000);
    const took: number[] = [];
    for (let n = 0; n < 2; n++) took.push(await submit());
    const { p99 } = await aside;
    return {
      delivered: { value: Math.max(...took), detail: `${ALL} events of ${Math.round(bytes / ALL / 1_000)} kB each` },
      bystander: { value: p99 },
      memory: { value: service.peakRss(), detail: `${before} MB before` },
    };
  },
});

interface Listener {
  readonly socket: WebSocket;
  /** Events since this was last set to 0. */
  received: number;
  bytes: number;
  subscribe(n: number): void;
}

async function listener(url: string): Promise<Listener> {
  const socket = await greeted(url);
  const subscribe = (n: number) => {
    // Under a name of its own, so that it is read anew.
    const query = `subscription { standingsChanged(league: "${LEAGUE.slug}") { cursor league {
      b${n}: standings(first: 100, includeProvisional: true) { nodes { rank player { handle formerHandles } rating { value display matchesPlayed wins losses
        history(first: 5) { nodes { delta expectedScore } } } } } } } }`;
    socket.send(JSON.stringify({ id: String(n), type: 'subscribe', payload: { query } }));
  };
  const own: Listener = { socket, received: 0, bytes: 0, subscribe };
  socket.on('message', (data: Buffer) => {
    // Reading them all would take longer than making them.
    const head = data.subarray(0, 100).toString();
    if (!head.includes('"type":"next"') || !head.includes('"standingsChanged"')) throw new Error(data.toString());
    own.received++;
    own.bytes += data.length;
  });
  return own;
}
