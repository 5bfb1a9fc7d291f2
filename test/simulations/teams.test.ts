import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import margin from '@openladder/rater-margin';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import {
  defaultSettings,
  EvaluationSums,
  ForeseenMatches,
  fitChances,
  fitOf,
  fittedChances,
  type Rater,
  scoreLog,
} from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { playTeams, type TeamMatches } from './teams.js';

type Format = Pick<TeamMatches, 'sides' | 'size'>;

const PAIRWISE = { multiplayer: 'pairwise' };
const TWO_TEAMS: readonly Format[] = [
  { sides: 2, size: [2, 2] },
  { sides: 2, size: [3, 3] },
  { sides: 2, size: [5, 5] },
  { sides: 2, size: [2, 5] },
];
const ALL: readonly Format[] = [...TWO_TEAMS, { sides: 4, size: [2, 5] }];

const RATERS: readonly [Rater, object, readonly Format[]][] = [
  [elo, {}, ALL],
  [glicko2, PAIRWISE, ALL],
  [margin, {}, TWO_TEAMS],
  [openskill, {}, ALL],
  [performance, PAIRWISE, ALL],
  [plackettLuce, {}, ALL],
  [timedGlicko, PAIRWISE, ALL],
  [zoneStats, {}, ALL],
];

/** The greatest miss of a tenth with at least 100 sides a league. */
function worstMiss(sums: EvaluationSums, leagues: number): number {
  const full = sums.means().calibration.filter(({ count }) => count >= 100 * leagues);
  expect(full.length).toBeGreaterThan(4);
  return Math.max(...full.map(({ predicted, actual }) => Math.abs(predicted - actual)));
}

/** Of the last 40 % of several leagues together, as they are and by a fit of each league to the 40 % before them. */
function misses(rater: Rater, settings: object, format: Format) {
  // It takes ten times as long as the others.
  const [leagues, matches] = rater === performance ? [3, 4000] : [6, 10_000];
  const [raw, fitted] = [new EvaluationSums(), new EvaluationSums()];
  const heldOut = 0.6 * matches;
  for (let seed = 1; seed <= leagues; seed++) {
    const predicted = new ForeseenMatches();
    const league = playTeams({ players: 400, matches, spread: 1, seed, ...format });
    scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, league, predicted);
    const fit = fitOf(fitChances(predicted, 0.2 * matches, heldOut)!);
    predicted.tell(raw, heldOut, (chances) => chances);
    predicted.tell(fitted, heldOut, (chances) => fittedChances(fit, chances));
  }
  return { raw: worstMiss(raw, leagues), fitted: worstMiss(fitted, leagues) };
}

describe.each(RATERS)('chances of teams by $key are what happens that often', (rater, settings, formats) => {
  test.each(formats)('raw or after a fit: $sides teams of $size.0 to $size.1', (format) => {
    const { raw, fitted } = misses(rater, settings, format);
    const name = `${rater.key}, ${format.sides} teams of ${format.size.join(' to ')}`;
    console.log(`${name}: ${raw.toFixed(3)}, with a fit ${fitted.toFixed(3)}`);
    expect(Math.min(raw, fitted)).toBeLessThan(mostOf(rater, format));
    // With the luck of one for a whole team, those of five missed by 0.11, and by 0.06 after a fit.
    if (rater === openskill && format.size[0] === format.size[1]) expect(raw).toBeLessThan(0.05);
  });
});

/** OpenSkill takes a player more for as much as a whole rating, and learns slowly where that is not so. */
function mostOf(rater: Rater, { sides, size }: Format): number {
  return rater === openskill && sides === 2 && size[0] < size[1] ? 0.07 : 0.05;
}
