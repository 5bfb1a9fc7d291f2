import { expect, test } from 'vitest';
import { formatOf } from '../format.js';
import { textsOf } from '../ui.js';
import { whyUnranked } from './unranked.js';

const t = textsOf('en');
const format = formatOf('en');
const why = (nobodyRanked: { reason: string; mostMatches: number } | null, lastMatchAt = '2015-07-23T00:00:00Z') =>
  whyUnranked({ lastMatchAt, matchesForRank: 1, activeWithin: null, nobodyRanked }, new Date('2015-12-01'), t, format);

test('a league that rests says that its rating system is the reason, where it is', () => {
  expect(why({ reason: 'TOO_UNCERTAIN', mostMatches: 30 })).toBe(t.unrankedStill('30'));
  expect(why({ reason: 'TOO_UNCERTAIN', mostMatches: 30 }, '2015-11-30T00:00:00Z')).toBe(t.unrankedUnsure);
  expect(why({ reason: 'RESTING', mostMatches: 30 })).toBe(t.unrankedResting('Jul 23, 2015'));
});
