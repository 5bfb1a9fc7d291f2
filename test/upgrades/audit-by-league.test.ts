import { expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { migrate } from '../../services/api/dist/database/migrate.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { openPlatform } from '../support/platform.js';
import { buildLeagues } from '../support/small-leagues.js';

/** What the schema was before, but for what later migrations add. */
const BEFORE = [
  'BEGIN',
  'DROP INDEX audit_entry_newest',
  'ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_pkey',
  'ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id)',
  'ALTER TABLE audit_entry ALTER COLUMN league_id DROP NOT NULL',
  'CREATE INDEX audit_entry_league ON audit_entry (league_id, id)',
  `SET LOCAL openladder.erases = 'audit_entry'`,
  'UPDATE audit_entry SET league_id = NULL WHERE league_id = 0',
  `SET LOCAL openladder.erases = ''`,
  'ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)',
  `DELETE FROM migrations WHERE name = 'AuditByLeague1771804800000'`,
  'COMMIT',
].join(';');

test('the audit log from before it belonged to leagues is kept, entry by entry, and still cannot be changed', async () => {
  const leagues = await buildLeagues();
  const source = await connect(leagues.url);
  const entries = (): Promise<Record<string, unknown>[]> => source.query('SELECT * FROM audit_entry ORDER BY id');
  const now = await entries();
  await source.query(BEFORE);
  const before = await entries();
  expect(before.filter(({ league_id }) => league_id === null).length).toBeGreaterThan(0);
  expect(await migrate(source)).toEqual(['AuditByLeague1771804800000']);
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
