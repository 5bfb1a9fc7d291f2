import type { Match } from '@openladder/rating';
import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findLeague } from '../../services/api/dist/league/league.repository.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { voidMatch } from '../support/changes.js';
import { lockForTest } from '../support/held-league.js';
import { match, openLeague, type Platform, play, usePlatform } from '../support/platform.js';

const platform = usePlatform();
beforeAll(async () => {
  await openLeague(platform.app, 'chess', 'zonestats');
  await play(platform.app, 'chess', [match(1, 'ann beats ben'), match(2, 'ben beats ann'), match(3, 'ann beats ben')]);
});

const leagueOf = async () => (await findLeague(platform.app.database.manager, COMMAND_LINE, 'chess'))!;

async function voidFirst(app: Platform['app'], left: AbortSignal): Promise<unknown> {
  const { id: leagueId } = await leagueOf();
  const correctable = { match: { leagueId, sequence: 1 }, expectedVersion: 1, reason: 'never played', dryRun: false };
  return voidMatch(app, COMMAND_LINE, { ...correctable, left });
}

const GONE = { refusals: [{ code: 'CONFLICT', message: 'The client disconnected during the correction.' }] };

test('a correction whose caller leaves while it is rated changes nothing', async () => {
  const leaving = new AbortController();
  const { raters } = platform.app;
  const zonestats = raters.get('zonestats')!;
  let rated = 0;
  const rate = (...given: [Match, never, never]) => {
    rated++;
    leaving.abort();
    return zonestats.rate(...given);
  };
  const before = await leagueOf();
  const app = {
    ...platform.app,
    raters: new Map([...raters, ['zonestats', { ...zonestats, rate, batch: undefined }]]),
  };
  await expect(voidFirst(app as Platform['app'], leaving.signal)).rejects.toMatchObject(GONE);
  expect(rated).toBeGreaterThan(0);
  expect(await leagueOf()).toEqual(before);
});

test('corrections and late matches that waited for the league begin nothing once their callers have left', async () => {
  const before = await leagueOf();
  const holder = platform.app.database.createQueryRunner();
  await holder.startTransaction();
  await lockForTest(holder, 'chess');
  const leaving = new AbortController();
  const correction = voidFirst(platform.app, leaving.signal).catch((error) => error);
  const late = submitMatches(platform.app, COMMAND_LINE, 'chess', [match(0, 'ann beats ben')], {
    left: () => leaving.signal,
  }).catch((error) => error);
  leaving.abort();
  await holder.rollbackTransaction();
  await holder.release();
  expect(await correction).toMatchObject(GONE);
  expect((await late).name).toBe('ClientDisconnected');
  expect(await leagueOf()).toEqual(before);
});
