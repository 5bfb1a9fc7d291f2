import { readFile } from 'node:fs/promises';
import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings, evaluate, ForeseenMatches, type Match, type Rater, scoreLog } from '@openladder/rating';
import { expect, test } from 'vitest';
import { measureFit } from '../../services/api/dist/compare/measure-fit.js';
import { describeWithFiles, FOOTBALL, ROBOTICS } from '../support/real-data.js';

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
    [openskill, {}],
    [glicko2, { multiplayer: 'pairwise' }],
    [elo, {}],
    [elo, { k: 96 }],
    [performance, { multiplayer: 'pairwise' }],
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

/** All matches of the file that were played, in the order of their days. */
async function football(): Promise<Match[]> {
  const [, ...rows] = (await readFile(FOOTBALL, 'utf8')).trim().split('\n');
  const matches = rows.map((row): Match => {
    const [date, home, away, homeScore, awayScore] = row.split(',') as [string, string, string, string, string];
    const side = (player: string, score: string) => ({ score: Number(score), participants: [{ player }] });
    return { playedAt: Date.parse(date), sides: [side(home, homeScore), side(away, awayScore)] };
  });
  const played = matches.filter(({ sides }) => sides.every(({ score }) => !Number.isNaN(score)));
  return played.toSorted((a, b) => a.playedAt - b.playedAt);
}

describeWithFiles(
  'a slope and an advantage of the home side, fitted to 60 % of football, gain on the other 40 %',
  [FOOTBALL],
  () => {
    test.each<[Rater, object]>([
      [glicko2, {}],
      [timedGlicko, { deviationGrowth: 3 }],
    ])('0.010 log loss or more with $key', async (rater, settings) => {
      const predicted = new ForeseenMatches();
      scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, await football(), predicted);
      expect(predicted.length).toBeGreaterThan(49_000);
      const fit = measureFit(predicted, Math.floor(0.2 * predicted.length), Math.floor(0.6 * predicted.length))!;
      expect(fit.isRecommended).toBe(true);
      expect(fit.gain.difference).toBeLessThan(-0.01);
      expect(fit.sideAdvantage!.low!).toBeGreaterThan(0.3);
    });
  },
);
