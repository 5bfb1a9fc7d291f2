import { expect } from 'vitest';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { copyDatabase, openPlatform } from './platform.js';
import { of } from './small-leagues.js';

/** One damage: what was done, the SQL that does it, and all that must be found. */
export type Damage = readonly [what: string, statements: string, found: readonly string[]];

/** SQL that holds for a line of the journal, or for an unrated appearance. */
export const line = (slug: string, match: number, player: number) =>
  `${of(slug)} AND sequence = ${match} AND player_id = ${player}`;

/** SQL that holds for a rating. */
export const rating = (slug: string, player: number) => `${of(slug)} AND player_id = ${player}`;

/** Damages a copy of the leagues of this database. @returns what is found, one line each: league, invariant, place */
export async function damaged(url: string, statements: string): Promise<string[]> {
  const platform = await openPlatform(await copyDatabase(url));
  try {
    await platform.sql(statements);
    const verification = await verifyDatabase(platform.app);
    const lines = [...verification.leagues, { slug: 'platform', problems: verification.platform }].flatMap(
      ({ slug, problems }) =>
        problems.flatMap(({ findings }) => findings.map(({ invariant, at }) => `${slug} ${invariant}: ${at}`)),
    );
    expect(verification.holds).toBe(lines.length === 0);
    return lines;
  } finally {
    await platform.close();
    await platform.drop();
  }
}
