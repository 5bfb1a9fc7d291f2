import { seededRandom } from '@openladder/rating/random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { listMerges } from '../../services/api/dist/match-log/merges-and-waits.repository.js';
import type { QueueTicket } from '../../services/api/dist/matchmaking/queue-ticket.js';
import { ratingSystemOf } from '../../services/api/dist/raters/rating-system.js';
import { loadStatesNow } from '../../services/api/dist/rating/states.js';
import type { App } from '../../services/api/dist/start/app.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { DAY, HOUR } from '../nightly/ladder.js';
import { configureRatingSystem, mergePlayers, recomputeLeague } from '../support/changes.js';
import { leagueNow } from '../support/platform.js';
import { openQueues, type Queues, SECOND } from './queues.js';

const BAND = 0.02;
const STEPS = 250;

let queues: Queues;
let replicas: App[];
beforeAll(async () => {
  queues = await openQueues();
  replicas = [queues.app, await queues.replica()];
});
afterAll(() => queues.close());

/** The opponent of a ticket that was just made, by a search through all that waited, with states read for it. */
async function search(slug: string, ticket: QueueTicket): Promise<number | null> {
  const league = await leagueNow(queues.app, slug);
  const { rater, settings } = ratingSystemOf(queues.app.raters, league);
  const merges = await listMerges(queues.app.database, league.id);
  const others = (await queues.sql(
    `SELECT player_id FROM queue_ticket WHERE league_id = ${league.id} AND id < ${ticket.id}
       AND (status = 'WAITING' OR opponent_ticket_id = ${ticket.id}) ORDER BY id`,
  )) as { player_id: number }[];
  const players = [ticket.playerId, ...others.map(({ player_id }) => player_id)];
  const persons = players.map((player) => merges.get(player) ?? player);
  const system = { rater, settings, shownThrough: null };
  const states = await loadStatesNow(queues.app.database, league, system, persons);
  const [own, ...theirs] = persons.map((person) => {
    const state = states.get(person) ?? rater.initial(settings);
    return rater.idle ? rater.idle(state, queues.clock.now, settings) : state;
  });
  const distances = theirs.map((state) => {
    const first = rater.predict([[own], [state]], settings)[0]!;
    const second = rater.predict([[state], [own]], settings)[0]!;
    return Math.max(first, second) - 0.5;
  });
  const least = Math.min(...distances);
  return least < BAND ? players[1 + distances.indexOf(least)]! : null;
}

describe.each(['timed-glicko', 'zonestats', 'performance'])('in a league rated by %s', (ratingSystem) => {
  test('the opponent is the result of a search through the whole queue, after any events since the last join', async () => {
    const random = seededRandom(ratingSystem.length);
    const slug = `of-${ratingSystem}`;
    await queues.open(slug, { ratingSystem, queueBand: BAND, queueWait: 600 });
    const players = Array.from({ length: 40 }, (_, number) => `${ratingSystem}${number}`);
    const opening = queues.clock.now;
    const request = { league: slug, reason: 'to see what the queue makes of it', dryRun: false };
    const late = (number: number) => {
      const sides = ['late', random.pick(players)].map((player, side) => ({
        placement: side + 1,
        participants: [{ player }],
      }));
      const match = { externalId: `late ${number}`, playedAt: new Date(opening + number), sides };
      return submitMatches(queues.app, COMMAND_LINE, slug, [match]);
    };
    queues.clock.now += DAY;
    for (const player of players)
      await queues.play(slug, `${player} beats ${random.pick(players.filter((p) => p !== player))}`);
    const seen = new Set<number>();
    let found = 0;
    let longest = 0;
    for (let step = 0; step < STEPS; step++) {
      const kind = random.next();
      if (kind < 0.15) {
        const player = random.pick(players);
        await queues.play(slug, `${player} beats ${random.pick(players.filter((p) => p !== player))}`);
      } else if (kind < 0.25) queues.clock.now += random.pick([SECOND, SECOND, 200 * SECOND, HOUR]);
      else if (kind < 0.28) await late(step);
      else if (kind < 0.3) await queues.expire();
      else if (step === 60) await recomputeLeague(queues.app, COMMAND_LINE, request);
      else if (step === 120) {
        await mergePlayers(queues.app, COMMAND_LINE, { ...request, player: 'late', into: players[0]! }).catch(() => 0);
      } else if (step === 180) {
        const other = ratingSystem === 'zonestats' ? 'timed-glicko' : 'zonestats';
        await configureRatingSystem(queues.app, COMMAND_LINE, { ...request, ratingSystem: other, settings: {} });
      } else {
        const ticket = await queues.join(slug, random.pick([...players, 'late']), random.pick(replicas));
        if (seen.has(ticket.id)) {
          if (ticket.status === 'WAITING' && random.chance(0.3)) await queues.leave(ticket);
          continue;
        }
        seen.add(ticket.id);
        expect(ticket.opponentId, `step ${step}`).toBe(await search(slug, ticket));
        if (ticket.opponentId !== null) found++;
        const [{ count }] = (await queues.sql(
          "SELECT count(*)::integer FROM queue_ticket WHERE status = 'WAITING'",
        )) as [{ count: number }];
        longest = Math.max(longest, count);
      }
    }
    expect(found).toBeGreaterThan(10);
    expect(longest).toBeGreaterThan(5);
    expect(await queues.problems()).toEqual([]);
  });
});
