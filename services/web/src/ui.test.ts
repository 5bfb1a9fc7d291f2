import { expect, test } from 'vitest';
import { formatOf } from './format.js';
import { localeOf } from './ui.js';

test.each([
  [undefined, 'en', 'en'],
  ['', 'en', 'en'],
  ['pl', 'en', 'en'],
  ['fr-CA', 'fr', 'fr-CA'],
  ['de-AT,de;q=0.9,en;q=0.5', 'de', 'de-AT'],
  ['pl, de;q=0.5, en;q=0.7', 'en', 'en'],
  ['en-GB', 'en', 'en-GB'],
  ['de;q=0, en', 'en', 'en'],
  ['de-x-private', 'de', 'de'],
  ['*', 'en', 'en'],
  [`${'xx,'.repeat(1000)}de`, 'en', 'en'],
])('Accept-Language: %s is read as %s, with the customs of %s', (header, language, tag) => {
  expect(localeOf(header)).toEqual({ language, tag });
});

test('numbers and days follow the customs of the reader', () => {
  const [english, german] = [formatOf('en-GB'), formatOf('de')];
  expect([english.count(1234567), german.count(1234567)]).toEqual(['1,234,567', '1.234.567']);
  expect([english.delta(-3.04), german.delta(12)]).toEqual(['−3.0', '+12,0']);
  expect([english.day('2026-11-23T00:34:15Z'), german.day('2026-11-23T00:34:15Z')]).toEqual([
    '23 Nov 2026',
    '23.11.2026',
  ]);
  const shown = '83.11% 1874.5 ± 70';
  expect([english.rating(shown), german.rating(shown)]).toEqual([shown, '83,11\u00a0% 1874,5 ± 70']);
  // What is rounded to nothing is neither more nor less.
  const { points, delta, decimal, expected, loss, percent } = english;
  expect([points, delta, decimal, expected, loss, percent].map((format) => format(-0.00001))).toEqual([
    ...['0', '0.0', '0', '0.00', '0.0000', '0%'],
  ]);
});

test('times are in the zone of a league, and days of the calendar in none', () => {
  const format = formatOf('en-GB', 'America/New_York');
  expect([format.day('2026-11-23T00:34:15Z'), format.calendarDay('2026-11-23')]).toEqual([
    '22 Nov 2026',
    '23 Nov 2026',
  ]);
  expect([format.month('2026-11-01T00:34:15Z'), format.calendarMonth('2026-11-01')]).toEqual(['Oct 2026', 'Nov 2026']);
  expect(format.minute('2026-11-23T00:34:15Z')).toBe('22 Nov 2026, 19:34 GMT-5');
});
