import { readFile } from 'node:fs/promises';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings, evaluate, type Match, type Rater } from '@openladder/rating';
import { expect, test } from 'vitest';
import { describeWithFiles, ROBOTICS } from '../support/real-data.js';

const MINUTE = 60_000;

/** The matches of the file that have a result: three robots against three. */
async function robotics(): Promise<Match[]> {
  const [, ...rows] = (await readFile(ROBOTICS, 'utf8')).trim().split('\n');
  const matches = rows.map((row, index): Match => {
    const cells = row.trim().split(',');
    const side = (first: number, score: number) => ({
      score: Number(cells[score]),
      participants: cells.slice(first, first + 3).map((player) => ({ player })),
    });
    return { playedAt: Date.UTC(2019, 2) + index * MINUTE, sides: [side(3, 9), side(6, 10)] };
  });
  return matches.filter(({ sides }) => sides.every(({ score }) => score! >= 0));
}

describeWithFiles('chances of teams are what happens that often', [ROBOTICS], () => {
  test.each<[Rater, object]>([
    [zoneStats, {}],
    [timedGlicko, { multiplayer: 'pairwise' }],
  ])('by $key', async (rater, settings) => {
    const { matches, calibration } = evaluate(
      rater,
      { ...defaultSettings(rater.settings), ...settings },
      await robotics(),
    );
    expect(matches).toBe(17_886);
    const full = calibration.filter(({ count }) => count >= 100);
    expect(full.length).toBeGreaterThan(7);
    for (const { predicted, actual } of full) expect(Math.abs(predicted - actual)).toBeLessThan(0.05);
  });
});
