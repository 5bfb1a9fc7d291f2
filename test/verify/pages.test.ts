import { beforeAll, expect, test } from 'vitest';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { DAY, match, OPENING, openLeague, play, usePlatform } from '../support/platform.js';
import { of } from '../support/small-leagues.js';

const MATCHES = 2400;
/** More than a page of the standings. */
const PLAYERS = 1300;

/** Three to a match, so that pages of journal lines end inside of matches; and hundreds of matches at one time. */
const crowded = Array.from({ length: MATCHES }, (_, index) => {
  const [a, b, c] = [index * 3, index * 3 + 1, index * 3 + 2].map((number) => `p${(number * 7) % PLAYERS}`);
  const played = match(index, `${a} beats ${b} draws ${c}`);
  return { ...played, playedAt: new Date(OPENING + Math.floor(index / 700) * DAY) };
});

const platform = usePlatform();
beforeAll(async () => {
  await openLeague(platform.app, 'crowd', 'zonestats');
  for (let start = 0; start < MATCHES; start += 800) {
    await play(platform.app, 'crowd', crowded.slice(start, start + 800));
  }
});

test('a league with many pages is verified', async () => {
  const { leagues } = await verifyDatabase(platform.app);
  expect(leagues).toMatchObject([
    { slug: 'crowd', matches: MATCHES, changes: 3 * MATCHES, ratings: PLAYERS, problems: [] },
  ]);
});

test('a missing line on a late page is found, and one on the last page', async () => {
  const deleted = await platform.sql(
    `DELETE FROM rating_change
     WHERE ${of('crowd')} AND (sequence, player_id) IN (
       SELECT sequence, player_id FROM rating_change WHERE ${of('crowd')} ORDER BY played_at, sequence, player_id
       OFFSET 3999 LIMIT 2)
     RETURNING sequence, player_id`,
  );
  const last = await platform.sql(
    `DELETE FROM rating_change WHERE ${of('crowd')} AND sequence = ${MATCHES} RETURNING sequence, player_id`,
  );
  const { leagues } = await verifyDatabase(platform.app);
  const journal = leagues[0]!.problems.find(({ invariant }) => invariant === 'journal')!;
  expect(journal.findings.map(({ at }) => at).sort()).toEqual(
    [...deleted, ...last].map(({ sequence, player_id }) => `match ${sequence}, player ${player_id}`).sort(),
  );
  expect(leagues[0]!.changes).toBe(3 * MATCHES - 5);
});
