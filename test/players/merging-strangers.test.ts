/** Somebody is merged into a player whom the league does not know: from then on, until that is undone, it does, and so does everybody. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { cancelRecompute } from '../../services/api/dist/league-log/follow-recompute.js';
import { mergePlayers, unmergePlayers } from '../support/changes.js';
import { voidOne } from '../support/every-correction.js';
import { expectAllHolds, match, openLeague, play, usePlatform } from '../support/platform.js';

const LATER = new Date('2030-05-01T12:00:00Z');

const platform = usePlatform();
beforeAll(async () => {
  const { app } = platform;
  await openLeague(app, 'club', 'zonestats');
  await openLeague(app, 'city', 'zonestats');
  await play(app, 'club', [match(1, 'ann beats ben')]);
  await updateLeague(app, COMMAND_LINE, 'club', { visibility: 'PRIVATE' }, 'for members');
  await play(app, 'city', [match(1, 'anna beats cid')]);
  await voidOne(app, 'city', 'day-1', 'a rehearsal');
});
afterEach(() => expectAllHolds(platform.app));

const merge = { league: 'city', player: 'anna', into: 'ann', reason: 'one person', dryRun: false };

/** Who knows ann since when, but the club. */
const knownSince = async () => {
  const rows = await platform.sql(
    `SELECT slug, since FROM membership LEFT JOIN league_slug USING (league_id) JOIN player ON player.id = player_id
     WHERE player.handle = 'ann' AND slug IS DISTINCT FROM 'club' ORDER BY slug NULLS LAST`,
  );
  return Object.fromEntries(rows.map(({ slug, since }) => [slug ?? 'everybody', since]));
};

test('the league and everybody know them from the merge on, although none of their matches counts', async () => {
  const later = { ...platform.app, clock: () => LATER };
  await mergePlayers(platform.app, COMMAND_LINE, { ...merge, dryRun: true });
  expect(await knownSince()).toEqual({});
  await mergePlayers(later, COMMAND_LINE, merge);
  expect(await knownSince()).toEqual({ city: LATER, everybody: LATER });
});

test('when the merge is undone, they are unknown again', async () => {
  await unmergePlayers(platform.app, COMMAND_LINE, merge);
  expect(await knownSince()).toEqual({});
});

test('a requested job makes them known, even if it is cancelled', async () => {
  await play(platform.app, 'city', [match(2, 'anna beats cid')]);
  const patient = { ...platform.app, inlineTail: 0, clock: () => LATER };
  const { recompute } = await mergePlayers(patient, COMMAND_LINE, merge);
  await cancelRecompute(platform.app, COMMAND_LINE, recompute!.id);
  expect(await knownSince()).toEqual({ city: LATER, everybody: LATER });
});
