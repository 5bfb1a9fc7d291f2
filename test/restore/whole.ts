import { expect } from 'vitest';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { dayByDay, leagueWith, openPlatform } from '../support/platform.js';
import { onServer } from '../support/server.js';

/** Everything that a league shows, from every table that it is told from. */
export async function contentsOf(url: string): Promise<unknown> {
  const tables = await onServer(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'rate_limit' ORDER BY 1`,
  );
  const rows = tables.map(
    ({
      name,
    }) => `SELECT '${name}' AS name, count(*)::int AS count, md5(string_agg(md5(t::text), '' ORDER BY t::text)) AS hash
                   FROM ${name} AS t`,
  );
  return onServer(url, `${rows.join(' UNION ALL ')} ORDER BY name`);
}

/** What `openladder verify` finds. */
export async function problems(url: string): Promise<unknown[]> {
  const platform = await openPlatform(url);
  try {
    const { holds, leagues, platform: found } = await verifyDatabase(platform.app);
    expect(leagues.length).toBeGreaterThan(0);
    return holds ? [] : [...found, ...leagues.flatMap(({ problems }) => problems)];
  } finally {
    await platform.close();
  }
}

/** Uses a restored database, which must still hold afterwards. */
export async function goOn(url: string): Promise<void> {
  const platform = await openPlatform(url);
  await leagueWith(platform.app, 'afterwards', 'zonestats', dayByDay('ann beats ben', 'eve beats ann'));
  await platform.close();
  expect(await problems(url)).toEqual([]);
}
