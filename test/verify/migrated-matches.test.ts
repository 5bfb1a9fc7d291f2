import { expect, test } from 'vitest';
import { MatchesInOneRow1764518400000 } from '../../services/api/dist/database/migrations/0011-matches-in-one-row.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { match, openPlatform, play, told } from '../support/platform.js';
import { buildLeagues, of } from '../support/small-leagues.js';

/** All that is known of matches and their participants, whatever the order of the columns. */
const MATCHES = 'SELECT to_jsonb(match) AS match FROM match ORDER BY league_id, sequence';
const UNRATED = 'SELECT * FROM unrated_appearance ORDER BY league_id, player_id, sequence';

test('matches whose participants were rows of their own are the same in one row', async () => {
  const { url, drop } = await buildLeagues();
  const platform = await openPlatform(url);
  const { app, sql } = platform;
  await play(app, 'arena', [
    told(match(9, 'ann+ben beats cid+dan'), {
      ann: { score: 3, scoresAgainst: [{ opponent: 'cid', score: 2 }] },
      dan: { isGuest: true, score: 1, minutesPlayed: 20 },
    }),
  ]);
  const [matches, unrated] = [await sql(MATCHES), await sql(UNRATED)];
  const migration = new MatchesInOneRow1764518400000();
  const runner = { query: sql } as never;

  await migration.down(runner);
  const none = { score: null, minutes_played: null, scores_against: null };
  expect(
    await sql(
      `SELECT position, side, player_id, is_guest, score, minutes_played, scores_against FROM participant
       WHERE ${of('arena')} AND sequence = 9 ORDER BY position`,
    ),
  ).toEqual([
    { ...none, position: 0, side: 0, player_id: 1, is_guest: false, score: 3, scores_against: [null, null, 2, null] },
    { ...none, position: 1, side: 0, player_id: 2, is_guest: false },
    { ...none, position: 2, side: 1, player_id: 3, is_guest: false },
    { ...none, position: 3, side: 1, player_id: 4, is_guest: true, score: 1, minutes_played: 20 },
  ]);
  expect(await sql(`SELECT count(*)::integer FROM participant WHERE ${of('duels')}`)).toEqual([{ count: 48 }]);

  await migration.up(runner);
  expect(await sql(MATCHES)).toEqual(matches);
  expect(await sql(UNRATED)).toEqual(unrated);
  expect(unrated.length).toBeGreaterThan(5);
  expect((await verifyDatabase(app)).holds).toBe(true);
  await platform.close();
  await drop();
});
