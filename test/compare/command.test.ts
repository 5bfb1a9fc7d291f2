import { beforeAll, describe, expect, test } from 'vitest';
import { useCommandLine } from '../import/support.js';
import type { Row } from '../support/graphql.js';

const at = useCommandLine();
beforeAll(async () => {
  const rows = Array.from(
    { length: 40 },
    (_, day) => `2026-01-01T${10 + (day % 10)}:${10 + day}:00Z,ann,ben,2,${day % 3}`,
  );
  const duels = await at.file('duels.csv', 'day,home,away,hg,ag', ...rows.toSorted());
  const mapping = ['--map', 'date=day; side=home:hg; side=away:ag'];
  const made = await at.openladder('import', 'duels', duels, ...mapping, '--create', 'timed-glicko');
  expect(made).toMatchObject({ status: 0 });
  const crowds = await at.file('crowds.csv', 'day,a,b,c,x,y,z', '2026-01-01,ann,ben,cid,3,2,1');
  const crowd = ['--map', 'date=day; side=a:x; side=b:y; side=c:z', '--create', 'zonestats'];
  expect(await at.openladder('import', 'crowds', crowds, ...crowd)).toMatchObject({ status: 0 });
});

/** The rating systems of a table, from the top, and the log losses. */
function tableOf(stdout: string) {
  const rows = [...stdout.matchAll(/^(\*?) +(\d\.\d{5}) .*? {2}(\(?[a-z].*)$/gm)];
  const isBaseline = ([, , , name]: readonly string[]) => name!.startsWith('(');
  return {
    systems: rows.filter((row) => !isBaseline(row)).map(([, mark, , name]) => `${mark}${name}`),
    baselines: rows.filter(isBaseline).map(([, , , name]) => name),
    losses: rows.map(([, , loss]) => Number(loss)),
  };
}

describe('openladder compare', () => {
  test('lists all installed rating systems, the best first, and marks the one in use', async () => {
    const { status, stdout } = await at.openladder('compare', 'duels');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^duels: 40 matches, each predicted from earlier matches; the best rating system first\.\n/);
    const { systems, baselines, losses } = tableOf(stdout);
    expect(systems.toSorted()).toEqual([
      '*timed-glicko',
      'elo',
      'glicko2',
      'margin',
      'openskill',
      'performance',
      'plackett-luce',
      'zonestats',
    ]);
    expect(losses).toEqual(losses.toSorted((a, b) => a - b));
    expect(baselines.toSorted()).toEqual(['(always even)', '(base rates)']);
    expect(stdout).toMatch(/^ +\d\.\d{5} {2,}[+-]\d\.\d{4}( ± \d+\.\d{4})? .* zonestats$/m);
    // The winner is in the first column of the file, and tells nothing about the next match.
    expect(stdout).not.toContain('no better than guessing');
    expect(stdout).toContain('* marks the rating system that duels uses now.');
  });

  test('compares several values of a setting, and a file of rating systems', async () => {
    const file = await at.file('systems.json', '[{ "ratingSystem": "zonestats", "settings": { "spread": 200 } }]');
    const sweep = ['--with', 'timed-glicko:deviationGrowth=1..3', '--with', 'performance:{"variant":"p1"}'];
    const { status, stdout } = await at.openladder('compare', 'duels', ...sweep, '--from', file, '--workers', '3');
    expect(status).toBe(0);
    expect(tableOf(stdout).systems.toSorted()).toEqual([
      '*timed-glicko',
      'performance:variant=p1',
      ...[1, 2].map((growth) => `timed-glicko:deviationGrowth=${growth}`),
      'timed-glicko:deviationGrowth=3, preset "Luck, seldom played"',
      'zonestats:spread=200',
    ]);
    expect(tableOf(stdout).baselines).toContain('(elo, as a yardstick)');
  });

  test('chooses by the first matches, measures by the last ones, and draws the predictions', async () => {
    const options = ['--burn-in', '10%', '--held-out', '0.4', '--plot'];
    const { status, stdout } = await at.openladder('compare', 'duels', '--with', 'elo', ...options);
    expect(status).toBe(0);
    expect(stdout).toContain('The first 4 are not scored.');
    expect(stdout).toContain('Ordered by the log loss before the last 16 matches ("chosen by")');
    const chosenBy = [...stdout.matchAll(/^\*? +(\d\.\d{5}) +\d\.\d{5} /gm)].map(([, loss]) => Number(loss));
    expect(chosenBy).toHaveLength(4);
    expect(chosenBy).toEqual(chosenBy.toSorted((a, b) => a - b));
    expect(stdout).toMatch(/^elo\npredicted {2}happened {2}0% +50% +100% {2}sides\n +\d/m);
  });

  test('a rating system that cannot rate the matches is listed with the reason: status 1 if it was requested by name', async () => {
    const problem =
      'Not compared: performance is for duels and cannot rate 1 of the matches of this league: "row-2"; ' +
      'with multiplayer: pairwise it can.\n';
    const named = await at.openladder('compare', 'crowds', '--with', 'performance');
    expect(named.status).toBe(1);
    expect(named.stdout).toContain(problem);
    expect(tableOf(named.stdout).systems).toEqual(['*zonestats']);
    const all = await at.openladder('compare', 'crowds');
    expect(all.status).toBe(0);
    expect(all.stdout).toContain(problem);
    expect(all.stdout).toContain('\nWarning: zonestats is no better than guessing (always even).\n');
    const mended = await at.openladder('compare', 'crowds', '--with', 'performance:multiplayer=pairwise');
    expect(mended.status).toBe(0);
    expect(tableOf(mended.stdout).systems).toContain('performance:multiplayer=pairwise');
  });

  test.each([
    [['--with', 'trueskill'], 1, 'trueskill: ratingSystem must be one of elo, glicko2, margin, openskill, '],
    [['--workers', '0'], 2, 'It must be a whole number from 1 to 256'],
  ] as const)('%j is refused', async (options, status, message) => {
    const ended = await at.openladder('compare', 'duels', ...options);
    expect(ended.stderr).toContain(message);
    expect(ended).toMatchObject({ status, stdout: '' });
  });

  test('tune searches for better settings, and shows how to apply them', async () => {
    const options = ['--only', 'deviationGrowth,weighting', '--evaluations', '12'];
    const { status, stdout } = await at.openladder('tune', 'duels', ...options);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^duels: 40 matches, .* The first 8 are not scored\.\nOrdered by the log loss before the last 16 /,
    );
    expect(tableOf(stdout).systems).toContain('*timed-glicko');
    expect(stdout).toMatch(/\nOf \d+ settings tried, /);
    const json = await at.openladder('tune', 'duels', ...options, '--with', 'elo:k=20', '--only', 'k', '--json');
    const { tuning, heldOutMatches, systems } = JSON.parse(json.stdout);
    expect(tuning).toMatchObject({ ratingSystem: 'elo', settings: { newcomerK: 40 }, path: expect.anything() });
    expect(tuning.path[0]).toMatchObject({ settings: { k: 20 } });
    expect(heldOutMatches).toBe(16);
    expect(systems.map(({ ratingSystem }: Row) => ratingSystem)).toContain('timed-glicko');
    const refused = await at.openladder('tune', 'duels', '--only', 'growth');
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('but names "growth"') });
    expect((await at.openladder('tune', 'duels', '--with', 'elo:k=1..3')).status).toBe(2);
  });

  test('tune warns if its result is worse on the newest matches', async () => {
    // Nothing is to be learned from the first 240 of 400 matches, and of the others ann wins each.
    const matches = Array.from({ length: 400 }, (_, match) => {
      const at = new Date(Date.UTC(2026, 0, 1, match)).toISOString();
      return `${at},ann,ben,1,${match < 240 ? 2 * (match % 2) : 0}`;
    });
    const file = await at.file('turning.csv', 'day,home,away,hg,ag', ...matches);
    const mapping = ['--map', 'date=day; side=home:hg; side=away:ag', '--create', 'timed-glicko'];
    expect(await at.openladder('import', 'turning', file, ...mapping)).toMatchObject({ status: 0 });
    const { stdout } = await at.openladder('tune', 'turning', '--with', 'elo', '--only', 'k', '--evaluations', '12');
    expect(stdout).toMatch(/ is the best before the held-out matches\. On these matches it is worse than the current /);
  });
});
