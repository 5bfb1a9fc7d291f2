import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { Context } from '../../services/api/dist/graphql/context.js';
import { PublicCorrectionResolver } from '../../services/api/dist/graphql/front/corrections.resolver.js';
import { PeriodResolver } from '../../services/api/dist/graphql/league/period.resolver.js';
import { LeagueTeamResolver } from '../../services/api/dist/graphql/league/team.resolver.js';
import { createLoaders } from '../../services/api/dist/graphql/loaders.js';
import { QueueResolver } from '../../services/api/dist/graphql/matchmaking/queue.resolver.js';
import { LeagueMoversResolver } from '../../services/api/dist/graphql/rating/movers.resolver.js';
import { newResponseSize } from '../../services/api/dist/kit/paging/response-size.js';
import type { League } from '../../services/api/dist/league/league.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { DAY, match, OPENING, openLeague, play, usePlatform } from '../support/platform.js';
import { sentStatements } from '../support/statements.js';

const platform = usePlatform();
let league: League;
beforeAll(async () => {
  const { app } = platform;
  await openLeague(app, 'europe', 'elo');
  await play(app, 'europe', [match(1, 'ann beats ben'), match(2, 'ann beats ben'), match(3, 'ben beats ann')]);
  for (const player of ['ann', 'ben']) await joinQueue(app, COMMAND_LINE, { league: 'europe', player });
  league = (await app.leagues.find(COMMAND_LINE, 'europe'))!;
});

/** A request that is refused its turn for whatever it wants to read. */
function turnedAway(): { context: Context; work(): number } {
  const size = Object.assign(newResponseSize(), { becomeCostly: () => Promise.reject(new Error('no turn')) });
  const { app } = platform;
  const context = { app, access: COMMAND_LINE, loaders: createLoaders(app, COMMAND_LINE), size, stamps: new Map() };
  return { context: context as unknown as Context, work: () => size.work };
}

const NO_INFO = undefined as never;
const movers = new LeagueMoversResolver();

test.each<[what: string, read: (context: Context) => Promise<unknown>, points: number, never: RegExp]>([
  ['open pairings', (context) => new QueueResolver().pairings(league, context, NO_INFO, 5), 10, /played_at/],
  [
    'corrections of all leagues',
    (context) => new PublicCorrectionResolver().corrections(context, { first: 5 }),
    2,
    /audit_entry/,
  ],
  ['upsets', (context) => movers.upsets(league, context, NO_INFO, new Date(OPENING + 2 * DAY), 5), 0, /rating_change/],
  ['movers', (context) => movers.movers(league, context, NO_INFO, new Date(OPENING), 5), 2, /rating_change/],
  [
    'a period',
    (context) => new PeriodResolver().period(league, context, new Date(OPENING), new Date(OPENING + DAY)),
    3,
    /rating_change/,
  ],
  ['records', (context) => movers.records(league, context), 1, /peak/],
  ['a team', (context) => new LeagueTeamResolver().team(league, context, 'Red'), 1, /side_names/],
  ['the time a leader has led', (context) => movers.leaderSince(league, context), 1, /standings_snapshot/],
])('%s wait for their turn before they are read, for what is looked at', async (_, read, points, never) => {
  const { context, work } = turnedAway();
  const sent = await sentStatements(() => expect(read(context)).rejects.toThrow('no turn'), never);
  expect(sent).toEqual([]);
  expect(work()).toBe(points);
});

test('upsets are charged by the matches among which they were found', async () => {
  const { app } = platform;
  const size = newResponseSize();
  const context = { app, access: COMMAND_LINE, loaders: createLoaders(app, COMMAND_LINE), size, stamps: new Map() };
  await movers.upsets(league, context as unknown as Context, NO_INFO, new Date(OPENING + 2 * DAY), 5).catch(() => null);
  expect(size.work).toBe(4);
});
