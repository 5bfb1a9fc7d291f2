import { expect } from 'vitest';
import type { Random } from '../../packages/rating/dist/random.js';
import { signedIn } from '../support/console.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { startServiceProcess } from '../support/service-process.js';
import { storyLeague } from '../support/story.js';
import { cut, momentsOf, type Talk } from './cut.js';
import { clearAll, type Fault, pause } from './fault.js';
import { ADMIN_TOKEN } from './replicas.js';
import { type Place, talksWith } from './talks.js';

const LEAGUE = 'europe';
/** Connections and timers that a service may have more of than before, for reasons of its own: its pools, its background work. */
const SLACK = 12;

/** What is left of files that did not arrive. */
const LEFT = `SELECT (SELECT count(*)::int FROM match_import WHERE status = 'UPLOADING') AS uploading,
  (SELECT count(*)::int FROM match_import_part AS part
   LEFT JOIN match_import AS own ON own.league_id = part.league_id AND id = import_id AND status = 'UPLOADED'
   WHERE id IS NULL) AS parts`;

/** Clients cut every kind of request at every stage. The process lives, and nothing is left of what they began. */
export const cutConnections: Fault = {
  name: 'clients cut their connections',
  rounds: { short: 1, long: 20 },
  prepare: async () => {
    const database = await createTestDatabase();
    const metricsPort = await freePort();
    const service = await startServiceProcess({
      env: {
        OPENLADDER_DATABASE_URL: database.url,
        OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
        OPENLADDER_RATE_LIMIT: 'off',
        OPENLADDER_LOG_LEVEL: 'error',
        OPENLADDER_METRICS_PORT: String(metricsPort),
      },
    }).catch(async (error) => {
      await database.drop();
      throw error;
    });
    let bots = 0;
    return {
      round: async (random) => {
        const place = await placeAt(service.url, metricsPort);
        const talks = await talksWith(place);
        const uploads = talks.filter(({ isUpload }) => isUpload);
        const before = await usageAt(metricsPort);
        // Answers and events are on their way all the time.
        const play = runDemoMatches(service.url, ++bots);
        await Promise.all([
          cutAll(
            talks.filter(({ isUpload }) => !isUpload),
            4,
            random,
          ),
          // Fewer at a time than a league may have, so that none is refused for that.
          cutAll(uploads, 2, random),
        ]);
        await cutAll(uploads.slice(0, 2), 8, random);
        await play.stop();
        await expect.poll(() => readiness(service.url)).toBe(200);
        await expect.poll(() => onServer(database.url, LEFT)).toEqual([{ uploading: 0, parts: 0 }]);
        const isBack = async () => {
          const after = await usageAt(metricsPort);
          return Object.entries(after).filter(([name, count]) => count > (before[name] ?? 0) + SLACK);
        };
        await expect.poll(isBack).toEqual([]);
        const openSockets = async () => (await usageAt(metricsPort)).openladder_open_sockets;
        await expect.poll(openSockets, { message: 'open sockets' }).toBe(0);
        expect(service.output(), 'errors').toEqual({ stdout: expect.not.stringContaining('"level":50'), stderr: '' });
      },
      clear: () =>
        clearAll([
          () => database.drop(),
          async () => {
            const { status, stderr } = await service.end('SIGTERM');
            expect({ status, stderr }, 'the end of the service').toEqual({ status: 0, stderr: '' });
          },
        ]),
    };
  },
};

/** Cuts each talk at each of its moments, in random order, by a number of clients at a time. */
async function cutAll(talks: readonly Talk[], clients: number, random: Random): Promise<void> {
  const waiting = random.shuffle(talks.flatMap((talk) => momentsOf(talk).map((moment) => ({ talk, moment }))));
  const leave = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await cut(next.talk, next.moment, random);
  };
  await Promise.all(Array.from({ length: clients }, leave));
}

/** A league with a match in it, made by the first round, and somebody who is signed in. */
async function placeAt(url: string, metricsPort: number): Promise<Place> {
  const admin = await signedIn(url, ADMIN_TOKEN);
  const api = client(url, ADMIN_TOKEN);
  await api.mutate('createLeague', { slug: LEAGUE, name: LEAGUE, ratingSystem: 'elo' });
  const league = storyLeague(api, LEAGUE);
  await league.submit([{ ...league.match('ann beats ben'), externalId: 'first' }]);
  return { url, metricsPort, admin, league: LEAGUE, match: 'first' };
}

/** Submits matches until it is stopped, so that those who follow the league have something to read. */
function runDemoMatches(url: string, bot: number): { stop(): Promise<void> } {
  let isOver = false;
  const play = async () => {
    const league = storyLeague(client(url, ADMIN_TOKEN), LEAGUE);
    for (let number = 0; !isOver; number++) {
      const match = league.match('ben beats ann');
      const [result] = await league.submit([{ ...match, externalId: `bot-${bot}-${number}` }]);
      expect(result?.__typename).toBe('MatchAccepted');
      await pause(20);
    }
  };
  const playing = play();
  // A failure is told when it is stopped.
  playing.catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
      return playing;
    },
  };
}

async function readiness(url: string): Promise<number | string> {
  return fetch(`${url}/ready`).then(({ status }) => status, String);
}

/** What a process holds, by the name of the metric. */
async function usageAt(metricsPort: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const held = /^(nodejs_active_resources\{[^}]*\}|openladder_open_\w+|process_open_fds) (\d+)/gm;
  return Object.fromEntries([...text.matchAll(held)].map(([, name, count]) => [name!, Number(count)]));
}
