import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandLine, createCommandLine } from './support.js';

/** The data folder beside the checkout, which is no part of the repository. */
const DATA = process.env.OPENLADDER_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const FOOTBALL = join(DATA, 'football/results.csv');
const ROBOTICS = join(DATA, 'robotics/matches_2019.csv');
const isThere = existsSync(FOOTBALL) && existsSync(ROBOTICS);
const ROWS = 3000;

if (!isThere) {
  console.warn(
    `SKIPPED: the imports of real files. There is no data folder beside the checkout (${DATA}); set OPENLADDER_DATA.`,
  );
}

describe.skipIf(!isThere)('the first rows of real files', () => {
  let at: CommandLine;
  beforeAll(async () => {
    at = await createCommandLine();
  });
  afterAll(() => at.remove());

  const beginning = async (path: string, name: string) =>
    at.file(name, ...(await readFile(path, 'utf8')).split('\n', ROWS + 1));

  test.each(['timed-glicko', 'performance', 'zonestats'])('football is rated by %s', async (rater) => {
    const file = await beginning(FOOTBALL, 'football.csv');
    const map = 'date=date; side=home_team:home_score; side=away_team:away_score; id=date+home_team+away_team+#';
    const run = await at.openladder('import', `football-${rater}`, file, '--map', map, '--create', rater);
    expect(run).toMatchObject({ status: 0 });
    expect(run.out).toMatch(/accepted +3,000\n +replayed +0\n +refused +0\n/);
    const england = (await at.board(`football-${rater}`)).find(({ handle }) => handle === 'England');
    expect(england).toMatchObject({ matches_played: expect.any(Number), value: expect.any(Number) });
  });

  test('robotics is rated three against three', async () => {
    const file = await beginning(ROBOTICS, 'robotics.csv');
    const map = 'side=red1+red2+red3:red_score; side=blue1+blue2+blue3:blue_score; id=key; missing=-1';
    const run = await at.openladder(
      ...['import', 'robotics', file, '--map', map, '--start', '2019-03-01', '--create', 'zonestats'],
    );
    expect(run).toMatchObject({ status: 0 });
    const values = (await at.board('robotics')).map(({ value }) => Number(value));
    expect(values.reduce((sum, value) => sum + value - 500, 0)).toBeCloseTo(0, 6);
  });
});
