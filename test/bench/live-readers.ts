import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';
import { socketUrl } from '../support/subscriber.js';
import { atLeast, atMost, defineBenchmark } from './benchmark.js';
import { median, quantile } from './interleaved.js';
import { bystander } from './load.js';
import { startBroadcaster } from './peers/start.js';
import { serveLeagues } from './serve.js';
import { freshMatches, submitTo } from './submit-requests.js';

/** Fewer where fewer files may be open: of those of a process, the service leaves a part to requests. */
const READERS = Math.min(20_000, Math.floor(0.65 * openFiles()));
/** As many as an address may have; the readers come from as many addresses of this machine as that takes. */
const PER_ADDRESS = 100;
const LEAGUE = { slug: 'live', ratingSystem: 'timed-glicko', matches: 2_000, players: 200 };
/** Between two matches, in milliseconds. */
const PAUSE = 100;
/** Events for the comparison: each when everybody has heard of the one before, so that neither server has a queue. */
const ALONE = 40;
/** Milliseconds; longer than anything here should take. */
const TIMEOUT = 60_000;
const PROTOCOL = 'graphql-transport-ws';

/** Everybody who follows one league on one process hears of each match. */
export const liveReaders = defineBenchmark({
  name: 'live-readers',
  targets: {
    heard: atMost(1_000, 'ms', `a match is told on 99 of 100 of ${READERS} sockets within`, 'no peer'),
    speed: atLeast(
      0.6,
      'x',
      'all of these sockets are told of a match, from its submission on',
      'a bare ws server that sends the same bytes',
    ),
    bystander: atMost(250, 'ms', "a plain query's slowest hundredth meanwhile", 'these sockets'),
    memory: atMost(15, 'kB', "the service's memory for each of these sockets", 'before there were any'),
  },
  run: async (context) => {
    const readers = context.size(READERS, 200);
    const events = context.size(100, 10);
    const alone = context.size(ALONE, 5);
    const { service } = await serveLeagues(context, [LEAGUE], {
      OPENLADDER_MAX_CONNECTIONS: String(Math.ceil(readers * 1.4)),
      OPENLADDER_MAX_SOCKETS: String(readers),
    });
    const bare = await startBroadcaster(context);
    const matches = freshMatches(LEAGUE, events + alone + 1);
    const submit = (number: number) => submitTo(service, LEAGUE.slug, [matches[number]!]);
    await submit(events + alone);
    const before = service.rss();
    const ours = await openReaders(socketUrl(service.url), readers, hello);
    const beside = bystander(service.url, context.seconds(10, 2));
    const { delays } = await ours.tell(events, submit, PAUSE);
    const { p99 } = await beside;
    const memory = ((service.rss() - before) * 1_000) / readers;
    const { lasts, message } = await ours.tell(alone, (number) => submit(events + number));
    ours.close();
    const theirs = await openReaders(bare.url.replace('http', 'ws'), readers, () => []);
    const measured = await theirs.tell(alone, (number) =>
      fetch(`${bare.url}/${number}`, { method: 'POST', body: message }),
    );
    theirs.close();
    const [last, lastOfBare] = [median(lasts), median(measured.lasts)];
    return {
      heard: { value: quantile(delays, 0.99), detail: `the median is ${median(delays).toFixed(0)} ms` },
      speed: { value: lastOfBare / last, detail: `${lastOfBare.toFixed(0)} ms against ${last.toFixed(0)} ms` },
      bystander: { value: p99 },
      memory: { value: memory, detail: `${before.toFixed(0)} MB before` },
    };
  },
});

/** What a reader says first; each has an id of their own, as the usual clients make them. */
function hello(): readonly object[] {
  const query = `subscription ($league: String!, $after: String) { matchRated(league: $league, after: $after) {
    cursor match { externalId sides { placement participants { player { handle } ratingChange { delta after { value } } } } } } }`;
  return [
    { type: 'connection_init' },
    { id: randomUUID(), type: 'subscribe', payload: { query, variables: { league: LEAGUE.slug } } },
  ];
}

interface Measured {
  /** Of each event on each socket, and of each event on its last one, in milliseconds from its cause on. */
  readonly delays: readonly number[];
  readonly lasts: readonly number[];
  /** One of the messages. */
  readonly message: string;
}

interface Readers {
  /**
   * Causes one event after the other.
   * @param pause between their beginnings, in milliseconds; if omitted, each waits until everybody has heard of the one before
   */
  tell(events: number, cause: (number: number) => Promise<unknown>, pause?: number): Promise<Measured>;
  close(): void;
}

async function openReaders(url: string, readers: number, greeting: () => readonly object[]): Promise<Readers> {
  let hear: (data: Buffer, number: number) => void;
  const open = async (reader: number) => {
    const localAddress = `127.0.0.${2 + Math.floor(reader / PER_ADDRESS)}`;
    const socket = new WebSocket(url, PROTOCOL, { localAddress, perMessageDeflate: false });
    await once(socket, 'open');
    for (const [index, each] of greeting().entries()) {
      socket.send(JSON.stringify(each));
      if (index === 0) await once(socket, 'message');
    }
    let heard = 0;
    socket.on('message', (data: Buffer) => hear(data, heard++));
    return socket;
  };
  const sockets: WebSocket[] = [];
  for (let first = 0; first < readers; first += PER_ADDRESS) {
    const together = Array.from({ length: Math.min(PER_ADDRESS, readers - first) }, (_, index) => open(first + index));
    sockets.push(...(await Promise.all(together)));
  }
  await setTimeout(2_000);
  let before = 0;
  return {
    tell: async (events, cause, pause) => {
      const causedAt: number[] = [];
      const delays: number[] = [];
      const lasts: number[] = [];
      let message = '';
      hear = (data, heard) => {
        const number = heard - before;
        const delay = performance.now() - causedAt[number]!;
        if (message === '') {
          message = data.toString();
          if (!message.includes('"cursor"')) throw new Error(message);
        }
        delays.push(delay);
        lasts[number] = Math.max(lasts[number] ?? 0, delay);
      };
      const allHear = async (count: number) => {
        const start = performance.now();
        while (delays.length < readers * count) {
          if (performance.now() - start > TIMEOUT) throw new Error(`${delays.length} of ${readers * count} were told`);
          await setTimeout(20);
        }
      };
      for (let number = 0; number < events; number++) {
        causedAt.push(performance.now());
        await cause(number);
        if (pause === undefined) await allHear(number + 1);
        else await setTimeout(pause - Math.min(performance.now() - causedAt[number]!, pause));
      }
      await allHear(events);
      before += events;
      return { delays, lasts, message };
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** How many files a process may have open. */
function openFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}
