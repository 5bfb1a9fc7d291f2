import type { Rater } from '@openladder/rating';
import { expect, test } from 'vitest';
import { report } from '../../services/api/dist/cli/verify.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { copyDatabase, keptRater, openPlatform } from '../support/platform.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

/** The report about the league `kept` by an installation with these raters. */
async function keptUnder(raters: readonly Rater[], damage?: string): Promise<string[]> {
  const platform = await openPlatform(await copyDatabase(leagues.url), raters);
  if (damage) await platform.sql(damage);
  const lines = [...report(await verifyDatabase(platform.app, ['kept']))];
  await platform.remove();
  return lines;
}

const CANNOT = '  Broken: the rating system is installed, with the version and settings that rated the league';

test('a league whose rater is not installed cannot be replayed', async () => {
  expect(await keptUnder([])).toEqual([
    'kept: 3 matches, 6 rating changes, 3 ratings: 1 problem',
    CANNOT,
    '    league kept cannot be replayed, installed rater: expected kept 2.1.0, found no rater "kept"',
    'tokens and audit log: all hold',
  ]);
});

test('a league whose rater is installed in another version needs deriving anew, and is not damaged', async () => {
  expect(await keptUnder([{ ...keptRater, version: '2.2.0' }])).toEqual([
    'kept: 3 matches, 6 rating changes, 3 ratings: all hold that can be checked without kept 2.1.0; must be recomputed with kept 2.2.0',
    'tokens and audit log: all hold',
  ]);
});

test('damage in it is found as far as its journal shows it', async () => {
  const damage = `UPDATE rating SET wins = wins + 1 WHERE ${of('kept')} AND player_id = 3`;
  const [kept, invariant, finding] = await keptUnder([{ ...keptRater, version: '2.2.0' }], damage);
  expect(kept).toBe('kept: 3 matches, 6 rating changes, 3 ratings: 1 problem; must be recomputed with kept 2.2.0');
  expect(invariant).toBe("  Broken: where the league cannot be replayed, the players' counts are those of the journal");
  expect(finding).toMatch(/^ {4}player 3: expected /);
});

test('damage that is visible without the rater is found', async () => {
  const damage = `UPDATE rating_change SET after_value = 900 WHERE ${of('kept')} AND sequence = 2 AND player_id = 3`;
  const lines = await keptUnder([], damage);
  expect(lines[0]).toBe('kept: 3 matches, 6 rating changes, 3 ratings: 2 problems');
  expect(lines.filter((line) => line.startsWith('    '))).toEqual([
    expect.stringMatching(/^ {4}league kept cannot be replayed/),
    expect.stringMatching(/^ {4}match 3, player 3, after match 2: expected .*"value":900.*, found .*"value":478\./),
  ]);
});

test('a rater with other results under the same version is found', async () => {
  const rater: Rater = {
    ...keptRater,
    rate: (match, states, settings) => keptRater.rate(match, states, { ...settings, gameMultiplier: 1 }),
  };
  expect((await keptUnder([rater]))[1]).toBe('  Broken: the journal is the replay of the log, bit for bit');
});

test('a rater that throws is found', async () => {
  const rater: Rater = {
    ...keptRater,
    rate: () => {
      throw new Error('out of luck');
    },
  };
  expect(await keptUnder([rater])).toContain(
    '    match 1: expected a match that can be rated, found kept 2.1.0 could not rate the match: out of luck',
  );
});
