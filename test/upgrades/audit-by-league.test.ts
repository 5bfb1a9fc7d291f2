import { expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { migrate } from '../../services/api/dist/database/migrate.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { openPlatform } from '../support/platform.js';
import { buildLeagues } from '../support/small-leagues.js';

test('the audit log from before it belonged to leagues is kept, entry by entry, and can still not be changed', async () => {
  const leagues = await buildLeagues();
  const source = await connect(leagues.url);
  // What a correction did to ratings is a later column.
  const entries = async () => {
    const rows: Record<string, unknown>[] = await source.query('SELECT * FROM audit_entry ORDER BY id');
    return rows.map(({ change_count, largest_change, ...entry }) => entry);
  };
  const now = await entries();
  // This migration, and those that came later.
  const [, ...later] = source.migrations.map(({ name }) => name);
  for (const _ of later) await source.undoLastMigration();
  const before = await entries();
  expect(before.filter(({ league_id }) => league_id === null).length).toBeGreaterThan(0);
  expect(await migrate(source)).toEqual(later);
  expect(await entries()).toEqual(now);
  expect(now).toEqual(before.map((entry) => ({ ...entry, league_id: entry.league_id ?? 0 })));
  await expect(source.query('DELETE FROM audit_entry')).rejects.toThrow('append-only');
  await source.destroy();
  const platform = await openPlatform(leagues.url);
  const { leagues: verified, platform: own } = await verifyDatabase(platform.app);
  expect([...own, ...verified.flatMap(({ problems }) => problems)]).toEqual([]);
  await platform.close();
  await leagues.drop();
});
