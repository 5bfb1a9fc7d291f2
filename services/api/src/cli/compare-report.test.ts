import { type Evaluation, EvaluationSums } from '@openladder/rating';
import { expect, test } from 'vitest';
import type { ComparedSystem, SystemComparison } from '../compare/comparison.js';
import { comparisonReport } from './compare-report.js';

/** Matches of two sides of whom the first wins four of ten, and was said to win `chance` of them. */
function evaluationOf(chance: number): Evaluation {
  const sums = new EvaluationSums();
  for (let match = 0; match < 1000; match++) sums.add([chance, 1 - chance], match % 10 < 4 ? [1, 0] : [0, 1], match);
  return sums.means();
}

const wrong = evaluationOf(0.2);
const right = evaluationOf(0.4);

/** The report on one rating system. */
function reportOf(compared: Partial<ComparedSystem>): string[] {
  const system = {
    rater: { key: 'elo', settings: { properties: {} } },
    settings: {},
    heldOut: null,
    ...compared,
  } as ComparedSystem;
  const heldOutMatches = compared.heldOut ? 1000 : 0;
  const comparison = { league: { slug: 'town' }, matches: 2000, burnInMatches: 0, heldOutMatches, baselines: [] };
  return comparisonReport({ ...comparison, systems: [system] } as unknown as SystemComparison);
}

/** The report's warnings about its chances. */
function warningsOf(compared: Partial<ComparedSystem>): string[] {
  return reportOf(compared).filter((line) => line.startsWith('Warning: '));
}

const fit = (evaluation: Evaluation, isRecommended: boolean) => {
  const slope = { value: 0.3, low: 0.2, high: 0.4 };
  const gain = { difference: -0.1, low: -0.2, high: -0.01 };
  return { slope, gain, sideAdvantage: null, matches: 2000, evaluation, isRecommended };
};
const SAID = 'Warning: elo predicts 20 %; the actual share is 40 % (1,000 sides).';

test('a report warns of miscalibrated chances, and explains how to measure a fit', () => {
  expect(warningsOf({ evaluation: wrong })).toEqual([
    `${SAID} --held-out 40% shows whether fitted chances would correct it.`,
  ]);
  expect(warningsOf({ evaluation: right })).toEqual([]);
});

test('settings that change nothing on the log share a line, with those in use first, and presets have their names', () => {
  const settings = (k: number, evaluation: Evaluation, isPresent = false) => ({
    rater: { key: 'elo', settings: { properties: {} }, presets: [{ name: 'Quick', reason: '', settings: { k: 2 } }] },
    ...{ settings: { k }, isPresent, evaluation, heldOut: null },
  });
  const systems = [settings(1, wrong), settings(2, right), settings(3, structuredClone(wrong), true)];
  const comparison = { league: { slug: 'town' }, matches: 2000, burnInMatches: 0, heldOutMatches: 0, baselines: [] };
  const lines = comparisonReport({ ...comparison, systems } as unknown as SystemComparison);
  expect(lines.filter((line) => /elo:k=\d/.test(line) && !line.startsWith('Warning'))).toEqual([
    expect.stringMatching(/^ .* elo:k=2, preset "Quick"$/),
    expect.stringMatching(/^\* .* elo:k=3 \(the same: elo:k=1\)$/),
  ]);
  expect(lines.filter((line) => line.startsWith('Warning'))).toHaveLength(1);
});

test('with held-out matches, it states whether a fit corrects them', () => {
  const heldOut = { evaluation: right, heldOut: wrong };
  expect(warningsOf({ ...heldOut, fit: fit(right, true) })).toEqual([`${SAID} Fitted chances would correct it.`]);
  expect(warningsOf({ ...heldOut, fit: fit(wrong, true) })).toEqual([
    `${SAID} Fitted chances would correct a part of it.`,
  ]);
  expect(warningsOf({ ...heldOut, fit: fit(right, false) })).toEqual([SAID]);
  expect(warningsOf({ evaluation: wrong, heldOut: right, fit: fit(right, true) })).toEqual([]);
});

test('a report states the gain of a fit, and how often favourites of races win', () => {
  const compared = { evaluation: right, heldOut: right };
  const gains = (of: object) =>
    reportOf({ ...compared, fit: { ...fit(right, true), ...of } }).filter((line) => line.includes(' would gain '));
  const by = 'elo would gain -0.1000 ± 0.0900 by a slope of 0.30 ± 0.10.';
  const often = (more: string) => `${by} In matches of more than two sides, favourites win ${more}.`;
  expect(gains({})).toEqual([by]);
  expect(gains({ favouriteAdvantage: null })).toEqual([by]);
  expect(gains({ favouriteAdvantage: { value: -1.5, low: -2, high: -1 } })).toEqual([
    often('less often than that predicts: -1.50 ± 0.50'),
  ]);
  expect(gains({ favouriteAdvantage: { value: 0.5, low: 0.25, high: 0.75 } })).toEqual([
    often('more often than that predicts: 0.50 ± 0.25'),
  ]);
  const bySides = (grows: string) => `${by} In matches of more than two sides, the slope ${grows}.`;
  expect(gains({ slopeBySides: { value: 0.5, low: 0.25, high: 0.75 } })).toEqual([
    bySides('grows with their number: the exponent is 0.50 ± 0.25'),
  ]);
  expect(gains({ slopeBySides: { value: -0.5, low: -0.75, high: -0.25 } })).toEqual([
    bySides('falls with their number: the exponent is -0.50 ± 0.25'),
  ]);
});

test('matches of one day give no interval, and the report says so in its place; one match is in the singular', () => {
  const legend = (high: number | null) =>
    reportOf({ evaluation: right, difference: { difference: 0.1, low: null, high } }).find((line) =>
      line.startsWith('"against now"'),
    );
  expect(legend(null)).toContain('it has no 95% interval, because all scored matches are of one day. "pairs"');
  expect(legend(0.2)).toContain('the difference to it, with the 95% interval. "pairs"');
  const few = { league: { slug: 'town' }, matches: 1, burnInMatches: 1, heldOutMatches: 1, baselines: [], systems: [] };
  expect(comparisonReport(few as unknown as SystemComparison).slice(0, 2)).toEqual([
    'town: 1 match, each predicted from earlier matches; the best rating system first. The first match is not scored.',
    'Ordered by the log loss before the last match ("chosen by"); all other figures are of that last match.',
  ]);
});

test('settings that are not compared for the same reason share a line', () => {
  const system = (k: number, problem: string) => ({
    rater: { key: 'elo', settings: { properties: {} } },
    ...{ settings: { k }, evaluation: null, heldOut: null, problem },
  });
  const systems = [system(1, 'elo is for duels'), system(2, 'elo failed'), system(3, 'elo is for duels')];
  const comparison = { league: { slug: 'town' }, matches: 1, burnInMatches: 0, heldOutMatches: 0, baselines: [] };
  const lines = comparisonReport({ ...comparison, systems } as unknown as SystemComparison);
  expect(lines.filter((line) => line.startsWith('Not compared'))).toEqual([
    'Not compared: elo:k=1 is for duels. The same: elo:k=3.',
    'Not compared: elo:k=2 failed.',
  ]);
});
