import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandLine, createCommandLine } from '../import/support.js';

let at: CommandLine;
beforeAll(async () => {
  at = await createCommandLine();
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
afterAll(() => at.remove());

/** The rating systems of a table, from the top, and the log losses. */
function tableOf(out: string) {
  const rows = [...out.matchAll(/^(\*?) +(\d\.\d{5}) .*? {2}(\(?[a-z].*)$/gm)];
  const isBaseline = ([, , , name]: readonly string[]) => name!.startsWith('(');
  return {
    systems: rows.filter((row) => !isBaseline(row)).map(([, mark, , name]) => `${mark}${name}`),
    baselines: rows.filter(isBaseline).map(([, , , name]) => name),
    losses: rows.map(([, , loss]) => Number(loss)),
  };
}

// Each command is a process that takes half a second to start, mostly by itself.
describe.concurrent('openladder compare', () => {
  test('tells all installed rating systems, the best first, and marks the one in use', async () => {
    const { status, out } = await at.openladder('compare', 'duels');
    expect(status).toBe(0);
    expect(out).toMatch(/^duels: 40 matches, each predicted from those before it; the best rating system first\.\n/);
    const { systems, baselines, losses } = tableOf(out);
    expect(systems.toSorted()).toEqual(['*timed-glicko', 'elo', 'glicko2', 'openskill', 'performance', 'zonestats']);
    expect(losses).toEqual(losses.toSorted((a, b) => a - b));
    expect(baselines.toSorted()).toEqual(['(always even)', '(base rates)']);
    expect(out).toMatch(/^ +\d\.\d{5} {2,}[+-]\d\.\d{4}( ± \d+\.\d{4})? .* zonestats$/m);
    expect(out).toMatch(/^Warning: [a-z0-9-]+ is no better than guessing \((always even|base rates)\)\.$/m);
    expect(out).toContain('* marks the rating system that duels uses now.');
  });

  test('compares several values of a setting, and a file of rating systems', async () => {
    const file = await at.file('systems.json', '[{ "ratingSystem": "zonestats", "settings": { "spread": 200 } }]');
    const sweep = ['--with', 'timed-glicko:deviationGrowth=1..3', '--with', 'performance:{"variant":"p1"}'];
    const { status, out } = await at.openladder('compare', 'duels', ...sweep, '--from', file, '--workers', '3');
    expect(status).toBe(0);
    expect(tableOf(out).systems.toSorted()).toEqual([
      '*timed-glicko',
      'performance:variant=p1',
      ...[1, 2, 3].map((growth) => `timed-glicko:deviationGrowth=${growth}`),
      'zonestats:spread=200',
    ]);
    expect(tableOf(out).baselines).toContain('(elo, as a yardstick)');
  });

  test('--json tells the whole evaluation, in the order asked for', async () => {
    const { status, out } = await at.openladder(
      'compare',
      'duels',
      '--json',
      '--with',
      'zonestats',
      '--with',
      'timed-glicko',
    );
    expect(status).toBe(0);
    const { league, matches, systems } = JSON.parse(out);
    expect({ league, matches }).toEqual({ league: 'duels', matches: 40 });
    expect(systems).toMatchObject([
      { ratingSystem: 'zonestats', version: '2.1.0', settings: { spread: 120 }, isPresent: false, problem: null },
      { ratingSystem: 'timed-glicko', isPresent: true, evaluation: { matches: 40 } },
    ]);
    expect(systems[0].evaluation.calibration.length).toBeGreaterThan(1);
    expect(systems[0].evaluation).not.toHaveProperty('daily');
  });

  test('one that cannot rate the matches is told why: status 1 where it was asked for by name', async () => {
    const problem =
      'Not compared: performance must be able to rate every match, but cannot rate 1 of this league: "row-2"; ' +
      'with multiplayer: pairwise it can.\n';
    const named = await at.openladder('compare', 'crowds', '--with', 'performance');
    expect(named.status).toBe(1);
    expect(named.out).toContain(problem);
    expect(tableOf(named.out).systems).toEqual(['*zonestats']);
    const all = await at.openladder('compare', 'crowds');
    expect(all.status).toBe(0);
    expect(all.out).toContain(problem);
    const mended = await at.openladder('compare', 'crowds', '--with', 'performance:multiplayer=pairwise');
    expect(mended.status).toBe(0);
    expect(tableOf(mended.out).systems).toContain('performance:multiplayer=pairwise');
  });

  test('one that is named several times is compared once', async () => {
    const told = [
      'zonestats',
      'timed-glicko:deviationGrowth=1..3',
      'timed-glicko:deviationGrowth=2..4',
      'timed-glicko',
    ];
    const present = 'timed-glicko:{"deviationGrowth":20}';
    const options = [...told, present, 'zonestats'].flatMap((system) => ['--with', system]);
    const { status, out } = await at.openladder('compare', 'duels', ...options);
    expect(status).toBe(0);
    expect(tableOf(out).systems.toSorted()).toEqual([
      '*timed-glicko',
      ...[1, 2, 3, 4].map((growth) => `timed-glicko:deviationGrowth=${growth}`),
      'zonestats',
    ]);
  });

  test.each([
    [['--with', 'trueskill'], 1, 'trueskill: ratingSystem must be one of elo, glicko2, openskill, '],
    [['--with', 'zonestats', '--with', 'zonestats:spread=0'], 1, 'zonestats:spread=0: settings.spread must be > 0'],
    [['--with', 'zonestats:spread'], 2, '"spread" must look like deviationGrowth=4'],
    [['--from', 'nowhere.json'], 2, '"nowhere.json" must be a file'],
    [['--workers', '0'], 2, 'It must be a whole number from 1 to 256'],
  ] as const)('%j is refused', async (options, status, message) => {
    const ended = await at.openladder('compare', 'duels', ...options);
    expect(ended.err).toContain(message);
    expect(ended).toMatchObject({ status, out: '' });
  });

  test('a league that there is not is refused', async () => {
    const { status, err } = await at.openladder('compare', 'nowhere');
    expect({ status, err }).toMatchObject({ status: 1, err: expect.stringContaining('but is "nowhere"') });
  });
});
