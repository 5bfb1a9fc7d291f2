import { beforeAll, expect, test } from 'vitest';
import { rater as timedGlicko } from '../../packages/rater-timed-glicko/dist/index.js';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { type Refusal, Refused } from '../../services/api/dist/kit/refusal.js';
import { createLeague } from '../../services/api/dist/league/league.service.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { guarded } from '../../services/api/dist/raters/guarded-rater.js';
import type { App } from '../../services/api/dist/start/app.js';
import { recomputeLeague } from '../support/changes.js';
import { failingLog } from '../support/log.js';
import { DAY, expectAllHolds, keptRater, match, OPENING, play, usePlatform } from '../support/platform.js';

const brawl = {
  ...keptRater,
  key: 'brawl',
  formats: () => ({ minSides: 3, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
};
const blind = guarded({
  ...keptRater,
  key: 'blind',
  predict: () => {
    throw new Error('no crystal ball');
  },
});
const vague = { ...keptRater, key: 'vague', predict: () => [Number.NaN, Number.NaN] };
/** Its states stand as JSON beside the ratings. */
const keptClock = { ...timedGlicko, key: 'kept-clock', restore: undefined };

const platform = usePlatform({ raters: [brawl, blind, vague, keptClock] });
let app: App;
beforeAll(async () => {
  app = platform.app;
  for (const ratingSystem of ['brawl', 'blind', 'vague', 'kept-clock']) {
    await createLeague(app, COMMAND_LINE, { slug: ratingSystem, name: ratingSystem, ratingSystem });
  }
});

const join = (league: string, player: string) => joinQueue(app, COMMAND_LINE, { league, player });
const refused = async (league: string, player: string): Promise<readonly Refusal[]> => {
  const error = await join(league, player).catch((error) => error);
  expect(error).toBeInstanceOf(Refused);
  return error.refusals;
};
const countTickets = async () => Number((await platform.sql('SELECT count(*) FROM queue_ticket'))[0]!.count);

test('a league whose rater rates no matches of two players has no queue', async () => {
  expect(await refused('brawl', 'ann')).toMatchObject([
    {
      code: 'BAD_INPUT',
      path: ['input', 'league'],
      message:
        'League brawl does not rate matches of two players, so it has no queue: number of sides must be 3 or more for brawl, but is 2',
    },
  ]);
});

test('if the rater fails to predict a match, nobody joins, and nothing is stored', async () => {
  expect((await join('blind', 'ann')).status).toBe('WAITING');
  const before = await countTickets();
  expect(await refused('blind', 'ben')).toMatchObject([{ code: 'RATER_FAILED', path: ['input'] }]);
  expect(await countTickets()).toBe(before);
});

test('a chance that is NaN is within no band', async () => {
  await join('vague', 'ann');
  expect((await join('vague', 'ben')).status).toBe('WAITING');
});

test('a rater with JSON states learns of waits when their players play', async () => {
  const expireWait = async (player: string, day: number) => {
    const at = (seconds: number): App => ({ ...app, clock: () => new Date(OPENING + day * DAY + seconds * 1000) });
    await joinQueue(at(0), COMMAND_LINE, { league: 'kept-clock', player });
    await expireTickets(at(300), failingLog);
  };
  await play(app, 'kept-clock', [match(1, 'ann beats ben')]);
  await expireWait('ann', 50);
  await expireWait('eve', 51);
  await expectAllHolds(app, ['kept-clock']);
  await play(app, 'kept-clock', [match(40, 'ben beats ann'), match(100, 'ann beats ben'), match(101, 'eve beats ben')]);
  await expireWait('ann', 150);
  await expectAllHolds(app, ['kept-clock']);
  await recomputeLeague(app, COMMAND_LINE, { league: 'kept-clock', reason: 'to compare' });
  await expectAllHolds(app, ['kept-clock']);
});
