import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeWithFiles, FOOTBALL, FOOTBALL_MAPPING, ROBOTICS } from '../support/real-data.js';
import { useCommandLine } from './support.js';

const ROWS = 3000;

describeWithFiles('the first rows of real files', [FOOTBALL, ROBOTICS], () => {
  const at = useCommandLine();

  const beginning = async (path: string, name: string) =>
    at.file(name, ...(await readFile(path, 'utf8')).split('\n', ROWS + 1));

  test.each(['timed-glicko', 'performance', 'zonestats'])('football is rated by %s', async (rater) => {
    const file = await beginning(FOOTBALL, 'football.csv');
    const league = `football-${rater}`;
    const run = await at.openladder('import', league, file, '--map', FOOTBALL_MAPPING, '--create', rater);
    expect(run).toMatchObject({ status: 0 });
    expect(run.out).toMatch(/accepted +3,000\n +replayed +0\n +refused +0\n/);
    const england = (await at.board(league)).find(({ handle }) => handle === 'England');
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
