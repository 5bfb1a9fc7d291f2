import { expect, test } from 'vitest';
import { mendCounters } from '../../services/api/dist/rating/mend-counters.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { expectAllHolds, usePlatform } from '../support/platform.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();
const platform = usePlatform({ urlOf: () => leagues.url });

test('every counter that verify compares is counted again by a command, which does not change the others', async () => {
  const { app, sql } = platform;
  expect(await mendCounters(app, 'a look')).toEqual([]);
  await sql(`SELECT build_rank_buckets(id) FROM league WHERE slug = 'duels'`);
  await sql(`
    UPDATE rank_bucket SET players = players + 1 WHERE ${of('duels')};
    UPDATE league SET journal_bytes = journal_bytes - 1984, match_count = match_count + 1, last_sequence = last_sequence + 2,
      player_count = player_count - 1, rated_through = rated_through - interval '1 ms' WHERE slug = 'arena'`);
  expect((await verifyDatabase(app)).holds).toBe(false);

  const mended = await mendCounters(app, 'an old process counted them');
  expect(mended.map(({ slug, counter }) => `${slug} ${counter}`)).toEqual([
    'arena matchCount',
    'arena lastSequence',
    'arena ratedThrough',
    'arena playerCount',
    'arena journalBytes',
    'duels rankBuckets',
  ]);
  const { before, after } = mended[4] as { before: number; after: number };
  expect(after - before).toBe(1984);
  await expectAllHolds(app);
  expect(
    await sql(`SELECT action, reason, after -> 'journalBytes' AS bytes FROM audit_entry ORDER BY id DESC LIMIT 2`),
  ).toEqual([
    { action: 'mendCounters', reason: 'an old process counted them', bytes: null },
    { action: 'mendCounters', reason: 'an old process counted them', bytes: after },
  ]);
  expect(await mendCounters(app, 'again')).toEqual([]);
});
