import { beforeAll, expect, test } from 'vitest';
import { rater as timedGlicko } from '../../packages/rater-timed-glicko/dist/index.js';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { Refused } from '../../services/api/dist/kit/refusal.js';
import { createLeague } from '../../services/api/dist/league/league.service.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { leaveQueue } from '../../services/api/dist/matchmaking/leave-queue.js';
import { MAX_WAITING } from '../../services/api/dist/matchmaking/queue-ticket.js';
import { expectAllHolds, match, play, usePlatform } from '../support/platform.js';
import { rowsRead, type Sent, sentStatements } from '../support/statements.js';

/** Nobody is within anybody's band until it is predicted so. */
let predicted = [Number.NaN, Number.NaN];
const vague = { ...timedGlicko, key: 'vague', predict: () => predicted };

const platform = usePlatform({ raters: [vague] });
beforeAll(async () => {
  await createLeague(platform.app, COMMAND_LINE, {
    slug: 'long',
    name: 'Long',
    ratingSystem: 'vague',
    queueWait: 3600,
  });
});

const join = (player: string) => joinQueue(platform.app, COMMAND_LINE, { league: 'long', player });
const fill = async (from: number, to: number) => {
  for (let number = from; number < to; number++) await join(`p${number}`);
};
const countTickets = async () => Number((await platform.sql('SELECT count(*) FROM queue_ticket'))[0]!.count);

/** The database's cost of a join after a match of somebody who waits. */
async function costOfJoin(player: string): Promise<{ statements: number; rows: number }> {
  await play(platform.app, 'long', [match(await countTickets(), 'p1 beats p2')]);
  // Processes are woken at most every 50 ms, so a NOTIFY may be of what was before.
  const sent: Sent[] = await sentStatements(() => join(player), /^\s*(SELECT(?! pg_notify)|WITH)/i);
  let rows = 0;
  for (const statement of sent) rows += await rowsRead(platform.url, statement);
  return { statements: sent.length, rows };
}

test('a long queue is bounded, and a join reads only its changes', async () => {
  await fill(0, 20);
  const short = await costOfJoin('early');
  await fill(20, MAX_WAITING - 3);
  await platform.sql('ANALYZE');
  const long = await costOfJoin('late');
  expect(long.statements).toBe(short.statements);
  expect(long.rows).toBeLessThan(short.rows + 20);

  expect((await join('last')).status).toBe('WAITING');
  const before = await countTickets();
  const error = await join('one-too-many').catch((error) => error);
  expect(error).toBeInstanceOf(Refused);
  expect(error.refusals).toMatchObject([
    {
      code: 'QUEUE_FULL',
      path: ['input', 'league'],
      message: 'The queue of league long is full: at most 500 players can wait, and 500 do. Join again later.',
    },
  ]);
  expect(await countTickets()).toBe(before);
  expect(await platform.sql(`SELECT FROM player WHERE handle = 'one-too-many'`)).toEqual([]);
  expect((await join('last')).status, 'who waits already is not refused').toBe('WAITING');

  predicted = [0.6, 0.4];
  expect((await join('one-too-many')).status, 'nobody is refused who need not wait').toBe('MATCHED');
  predicted = [Number.NaN, Number.NaN];
  const again = await join('again');
  expect(again.status).toBe('WAITING');
  await leaveQueue(platform.app, COMMAND_LINE, again);
  expect((await join('another')).status).toBe('WAITING');
  await expectAllHolds(platform.app, ['long']);
});
