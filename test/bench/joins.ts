import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import { joinQueue } from '@openladder/api/dist/matchmaking/join-queue.js';
import { leaveQueue } from '@openladder/api/dist/matchmaking/leave-queue.js';
import { MAX_WAITING } from '@openladder/api/dist/matchmaking/queue-ticket.js';
import type { App } from '@openladder/api/dist/start/app.js';
import rater from '@openladder/rater-timed-glicko';
import { atMost, defineBenchmark } from './benchmark.js';
import { interleaved, median } from './interleaved.js';
import { openHere } from './serve.js';

/** Timed Glicko, but nobody is anybody's match: all who join wait. */
const apart: typeof rater = {
  ...rater,
  key: 'apart',
  predict: (sides, settings) => rater.predict(sides, settings).map(() => Number.NaN),
};
const LONG = { slug: 'long', waiting: MAX_WAITING - 1 };
const SHORT = { slug: 'short', waiting: 1 };
const LONGEST_WAIT = 3600;

/** Joining a queue: the league's lock is held meanwhile. */
export const joins = defineBenchmark({
  name: 'joins',
  targets: {
    long: atMost(2, 'x', `joining a queue in which ${LONG.waiting} wait`, 'one in which a single player waits'),
  },
  run: async (context) => {
    const opened = await openHere(context);
    const app: App = { ...opened.app, raters: new Map([...opened.app.raters, [apart.key, apart]]) };
    for (const { slug, waiting } of [LONG, SHORT]) {
      const league = { slug, name: slug, ratingSystem: apart.key, queueWait: LONGEST_WAIT };
      await createLeague(app, COMMAND_LINE, league);
      for (let n = 0; n < waiting; n++) await joinQueue(app, COMMAND_LINE, { league: slug, player: `p${n}` });
    }
    const tries = context.size(100, 20, 3);
    const rounds = await interleaved(context.rounds, {
      long: () => timeJoins(app, LONG.slug, tries),
      short: () => timeJoins(app, SHORT.slug, tries),
    });
    return { long: rounds.compared('long', 'short', (ms) => `${ms.toFixed(2)} ms`) };
  },
});

/** How long a player takes who joins and leaves again and again, in ms: the median of the joins. */
async function timeJoins(app: App, league: string, tries: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < tries; n++) {
    const start = performance.now();
    const ticket = await joinQueue(app, COMMAND_LINE, { league, player: 'last' });
    times.push(performance.now() - start);
    if (ticket.status !== 'WAITING') throw new Error(`the ticket is ${ticket.status}`);
    await leaveQueue(app, COMMAND_LINE, ticket);
  }
  return median(times);
}
