import { expect, test } from 'vitest';
import { report } from '../../services/api/dist/cli/verify.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import type { VerifyProgress } from '../../services/api/dist/verify/verify-league.js';
import { copyDatabase, openPlatform } from '../support/platform.js';
import { shared } from '../support/shared.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();
const copied = async () => openPlatform(await copyDatabase(leagues.url));
const platform = shared(copied, ({ remove }) => remove());

test('data written by the service passes', async () => {
  const verification = await verifyDatabase(platform.app);
  expect([...report(verification)]).toEqual([
    'arena: 8 matches, 16 rating changes, 7 ratings: all hold',
    'duels: 24 matches, 48 rating changes, 4 ratings: all hold',
    'empty: 0 matches, 0 rating changes, 0 ratings: all hold',
    'fixed: 6 matches, 10 rating changes, 4 ratings: all hold',
    'kept: 3 matches, 6 rating changes, 3 ratings: all hold',
    'ladder: 10 matches, 20 rating changes, 4 ratings: all hold',
    'tokens and audit log: all hold',
  ]);
  expect(verification.holds).toBe(true);
});

test('the named leagues are verified, in that order', async () => {
  const { leagues } = await verifyDatabase(platform.app, ['ladder', 'arena', 'ladder']);
  expect(leagues.map(({ slug }) => slug)).toEqual(['ladder', 'arena']);
});

test('an unknown slug is refused', async () => {
  await expect(verifyDatabase(platform.app, ['arena', 'area'])).rejects.toThrow(
    'league must be the slug of a league, but is "area"',
  );
});

test('the progress goes to the last match of every league', async () => {
  const last = new Map<string, VerifyProgress>();
  await verifyDatabase(platform.app, undefined, (progress) => last.set(progress.league, progress));
  expect([...last.values()].map(({ league, done, total }) => `${league} ${done}/${total}`)).toEqual([
    // A void match is in the log, and is passed over.
    'arena 7/8',
    'duels 24/24',
    'empty 0/0',
    'fixed 5/6',
    'kept 3/3',
    'ladder 10/10',
  ]);
});

test('nothing is written', async () => {
  const copy = await openPlatform(await copyDatabase(leagues.url));
  await verifyDatabase(copy.app);
  await copy.close();
  // A connection counts what it wrote when it ends, at the latest.
  await expect.poll(() => copy.sql(OTHERS)).toEqual([{ count: 0 }]);
  expect(await copy.sql(WRITTEN)).toEqual([{ count: 0 }]);

  await copy.sql(`UPDATE rating SET wins = wins WHERE ${of('kept')} AND player_id = 1`);
  await expect.poll(() => copy.sql(WRITTEN)).toEqual([{ count: 1 }]);
  await copy.drop();
});

const OTHERS = `SELECT count(*)::integer FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const WRITTEN = 'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::integer AS count FROM pg_stat_user_tables';
