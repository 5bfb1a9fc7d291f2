import { describe, expect, test } from 'vitest';
import { formatOf, textsOf } from '../ui.js';
import { intervalOf, SPARK, scaleOfRatings, sparkOf, whyProvisional, whyTopUnranked, whyUnranked } from './rating.js';

const t = textsOf('en');
const format = formatOf('en');
const NOW = '2015-12-01T00:00:00Z';
const ui = { t, format };
const league = (lastMatchAt: string, matchesForRank = 1, activeWithin: number | null = null) => ({
  ...{ lastMatchAt, matchesForRank, activeWithin },
});
const why = (nobodyRanked: { reason: string; mostMatches: number } | null, lastMatchAt = '2015-07-23T00:00:00Z') =>
  whyUnranked(league(lastMatchAt), nobodyRanked, new Date(NOW), ui);

test('a resting league names its rating system as the reason, if it is', () => {
  expect(why({ reason: 'TOO_UNCERTAIN', mostMatches: 30 })).toBe(t.unrankedStill('30'));
  expect(why({ reason: 'TOO_UNCERTAIN', mostMatches: 30 }, '2015-11-30T00:00:00Z')).toBe(t.unrankedUnsure);
  expect(why({ reason: 'RESTING', mostMatches: 30 })).toBe(t.unrankedResting('Jul 23, 2015'));
  expect(why(null)).toBe(t.unrankedUnknown);
});

test('a league asks for more matches only if that is why nobody has a rank', () => {
  const five = (reason: string) => whyUnranked(league(NOW, 5), { reason, mostMatches: 9 }, new Date(NOW), ui);
  expect(five('TOO_FEW_MATCHES')).toBe(t.unrankedBelow(5, '5'));
  expect(five('TOO_UNCERTAIN')).toBe(t.unrankedUnsure);
});

test('the top of a board states only facts that are true of each player', () => {
  const top = (...matches: number[]) => {
    const ratings = matches.map((matchesPlayed) => ({ matchesPlayed, lastPlayedAt: NOW, isProvisional: true }));
    return whyTopUnranked(league(NOW, 5, 30), ratings, new Date(NOW), ui);
  };
  expect(top(4, 1)).toBe(t.unrankedBelow(5, '5'));
  expect(top(5, 9)).toBe(t.unrankedTop);
  expect(top(5, 1)).toBe(t.unrankedUnknown);
  const asleep = league('2015-10-31T00:00:00Z', 5, 30);
  expect(whyTopUnranked(asleep, [], new Date(NOW), ui)).toBe(t.unrankedAsleep(30, '30'));
});

test('a player without a rank has the reason that is true of them', () => {
  const reason = (matchesPlayed: number, lastPlayedAt: string, activeWithin: number | null = 30) => {
    const rating = { matchesPlayed, lastPlayedAt, isProvisional: true };
    return whyProvisional({ matchesForRank: 5, activeWithin }, rating, new Date(NOW), { t, format });
  };
  expect(reason(3, '2015-01-01T00:00:00Z')).toBe('2 more matches for a rank');
  expect(reason(5, '2015-10-31T00:00:00Z')).toBe('no match since Oct 31, 2015');
  expect(reason(5, '2015-11-02T00:00:00Z')).toBe('rating too uncertain');
  expect(reason(5, '2015-01-01T00:00:00Z', null)).toBe('rating too uncertain, no match since Jan 1, 2015');
  const ranked = { matchesPlayed: 3, lastPlayedAt: NOW, isProvisional: false };
  expect(whyProvisional({ matchesForRank: 5, activeWithin: 1 }, ranked, new Date(NOW), { t, format })).toBeNull();
});

describe('the drawings of a board', () => {
  const rated = (value: number | null, deviation: number | null) => ({ display: '', value, deviation });
  const pathsOf = (markup: string) => [...markup.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);

  test('have the scale of the widest ends', () => {
    expect(scaleOfRatings([rated(1500, 100), rated(null, null), rated(1900, 50)])).toEqual({
      low: 1400,
      high: 1950,
      hasDeviation: true,
    });
    expect(scaleOfRatings([rated(null, null)])).toBeNull();
    expect(scaleOfRatings([rated(20, null)])).toEqual({ low: 20, high: 21, hasDeviation: false });
  });

  test('show one deviation either way, cut at the edges, or the way to the best', () => {
    const scale = { low: 1000, high: 2000, hasDeviation: true };
    expect(pathsOf(intervalOf(rated(1500, 100), scale))).toEqual(['M400 1H600', 'M500 1h0']);
    expect(pathsOf(intervalOf(rated(1950, 300), scale))).toEqual(['M650 1H1000', 'M950 1h0']);
    expect(pathsOf(intervalOf(rated(1500, null), scale))).toEqual(['', 'M500 1h0']);
    expect(pathsOf(intervalOf(rated(1500, null), { ...scale, hasDeviation: false }))).toEqual([
      'M500 1H1000',
      'M500 1h0',
    ]);
    expect(intervalOf(rated(null, null), scale)).toBe('');
  });

  test('show the newest values up to the right edge, little changes as little ones', () => {
    expect(sparkOf([])).toBe('');
    expect(pathsOf(sparkOf([1500]))).toEqual([`M${SPARK - 1} 50`, `M${SPARK - 1} 50h0`]);
    expect(pathsOf(sparkOf([1000, 1100, 1050]))).toEqual([
      `M${SPARK - 3} 100L${SPARK - 2} 0L${SPARK - 1} 50`,
      `M${SPARK - 1} 50h0`,
    ]);
    const [line] = pathsOf(sparkOf([1500, 1501]));
    expect(line).toBe(`M${SPARK - 2} 51L${SPARK - 1} 49`);
  });
});
