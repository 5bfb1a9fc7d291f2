import { expect, onTestFinished, test } from 'vitest';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { copyDatabase, openPlatform, type Platform, platformOfTest } from './platform.js';
import { of } from './small-leagues.js';

/** One damage: what was done, the SQL that does it, and all that must be found. */
export type Damage = readonly [what: string, statements: string, found: readonly string[]];

/** SQL that holds for a line of the journal, or for an unrated appearance. */
export const line = (slug: string, match: number, player: number) =>
  `${of(slug)} AND sequence = ${match} AND player_id = ${player}`;

/** SQL that holds for a rating. */
export const rating = (slug: string, player: number) => `${of(slug)} AND player_id = ${player}`;

/**
 * Damages from a text: what is done, the SQL below it by four blanks, and what must be found, each after a `>`. An array stands for as many
 * lines; `/…/` is a pattern.
 */
export function damages(
  text: TemplateStringsArray,
  ...values: readonly (string | number | readonly string[])[]
): Damage[] {
  const whole = String.raw({ raw: text.raw }, ...values.map((value) => [value].flat().join('\n  > ')));
  return whole
    .split(/^ {2}(?=[^ >])/m)
    .slice(1)
    .map((entry) => {
      const [what, ...lines] = entry.trimEnd().split('\n');
      const found = lines.filter((each) => each.startsWith('  > ')).map((each) => each.slice(4));
      const statements = lines.filter((each) => !each.startsWith('  > ')).join('\n');
      const pattern = (each: string) => expect.stringMatching(new RegExp(`^${each.slice(1, -1)}$`)) as string;
      return [what!, statements, found.map((each) => (each.startsWith('/') ? pattern(each) : each))];
    });
}

/** Tests that each damage to a copy of the leagues of this database is found, and nothing else. */
export function testDamages(leagues: { readonly url: string }, list: readonly Damage[]): void {
  test.each(list)('%s is found, and nothing else', async (_, statements, found) => {
    expect(await damaged(leagues.url, statements)).toEqual(found);
  });
}

/**
 * Damages a copy of the leagues of this database, and verifies all of them.
 * @returns what is found, one line each: league, invariant, place
 */
export async function damaged(url: string, statements: string): Promise<string[]> {
  const platform = await platformOfTest(await copyDatabase(url));
  await platform.sql(statements);
  const verification = await verifyDatabase(platform.app);
  const lines = [...verification.leagues, { slug: 'platform', problems: verification.platform }].flatMap(
    ({ slug, problems }) =>
      problems.flatMap(({ findings }) => findings.map(({ invariant, at }) => `${slug} ${invariant}: ${at}`)),
  );
  expect(verification.holds).toBe(lines.length === 0);
  return lines;
}

/** As `damaged`, of a platform that is open: nobody may use the database while it is copied. */
export async function damagedMeanwhile(platform: Platform, statements: string): Promise<string[]> {
  await platform.close();
  onTestFinished(async () => void Object.assign(platform, await openPlatform(platform.url)));
  return damaged(platform.url, statements);
}
