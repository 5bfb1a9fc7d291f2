import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { Context } from '../../services/api/dist/graphql/context.js';
import { createLoaders } from '../../services/api/dist/graphql/loaders.js';
import { newResponseSize } from '../../services/api/dist/kit/paging/response-size.js';
import type { League } from '../../services/api/dist/league/league.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { readField } from '../support/field.js';
import { DAY, dayByDay, leagueWith, OPENING, usePlatform } from '../support/platform.js';
import { sentStatements } from '../support/statements.js';

const platform = usePlatform();
let league: League;
beforeAll(async () => {
  const { app } = platform;
  await leagueWith(app, 'europe', 'elo', dayByDay('ann beats ben', 'ann beats ben', 'ben beats ann'));
  for (const player of ['ann', 'ben']) await joinQueue(app, COMMAND_LINE, { league: 'europe', player });
  league = (await app.leagues.find(COMMAND_LINE, 'europe'))!;
});

/** A request. @param more of what counts its size */
function requested(more: object = {}): { context: Context; work(): number } {
  const size = Object.assign(newResponseSize(), more);
  const { app } = platform;
  const context = { app, access: COMMAND_LINE, loaders: createLoaders(app, COMMAND_LINE), size, stamps: new Map() };
  return { context: context as unknown as Context, work: () => size.work };
}

const [SINCE, UNTIL] = [new Date(OPENING), new Date(OPENING + DAY)];

test.each<[what: string, field: string, args: object, points: number, never: RegExp]>([
  ['open pairings', 'Queue.pairings', { first: 5 }, 10, /played_at/],
  ['corrections of all leagues', 'Query.corrections', { first: 5 }, 2, /audit_entry/],
  ['upsets', 'League.upsets', { since: new Date(OPENING + 2 * DAY), first: 5 }, 0, /rating_change/],
  ['movers', 'League.movers', { since: SINCE, first: 5 }, 2, /rating_change/],
  ['a period', 'League.period', { from: SINCE, to: UNTIL }, 3, /rating_change/],
  ['records', 'League.records', {}, 1, /peak/],
  ['meetings', 'League.headToHead', { player: 'ann', opponent: 'ben' }, 1, /ORDER BY played_at, sequence/],
  ['a team', 'League.team', { name: 'Red' }, 1, /side_names/],
  ['the time a leader has led', 'League.leaderSince', {}, 1, /standings_snapshot/],
])(
  '%s wait for their turn before they are read, charged by the rows to read',
  async (_, field, args, points, never) => {
    // It is refused its turn for whatever it wants to read.
    const { context, work } = requested({ becomeCostly: () => Promise.reject(new Error('no turn')) });
    const read = () => readField(field, league, args, context);
    const sent = await sentStatements(() => expect(read()).rejects.toThrow('no turn'), never);
    expect(sent).toEqual([]);
    expect(work()).toBe(points);
  },
);

test('upsets are charged by the number of matches among which they are sought', async () => {
  const { context, work } = requested();
  const args = { since: new Date(OPENING + 2 * DAY), first: 5 };
  await readField('League.upsets', league, args, context).catch(() => null);
  expect(work()).toBe(4);
});
