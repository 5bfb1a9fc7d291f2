import { readNumber } from '@openladder/columns';
import { describe, expect, test } from 'vitest';
import { dayIn, endOf, formatOf, isDay, isMidnight, localeOf, startOf, timePatternsOf } from './ui.js';

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
  const french = formatOf('fr');
  expect(['2026-12-01T00:34:15Z', '2026-12-11T00:34:15Z'].map(french.day)).toEqual(['1er déc. 2026', '11 déc. 2026']);
  expect(timePatternsOf('fr')['data-day']).toBe('{day1er} {month} {year}');
  const shown = '83.11% 1874.5 ± 70';
  expect([english.rating(shown), german.rating(shown)]).toEqual([shown, '83,11\u00a0% 1874,5 ± 70']);
  // A value that is rounded to zero is neither more nor less.
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

test('a chance is never shown as certain', () => {
  const [english, german] = [formatOf('en'), formatOf('de')];
  const shares = [0, 0.0049, 0.0051, 0.5, 0.9949, 0.9951, 1];
  expect(shares.map(english.chance)).toEqual(['<1%', '<1%', '1%', '50%', '99%', '>99%', '>99%']);
  expect(shares.map(german.chance)).toEqual([
    '<1\u00A0%',
    '<1\u00A0%',
    '1\u00A0%',
    '50\u00A0%',
    '99\u00A0%',
    '>99\u00A0%',
    '>99\u00A0%',
  ]);
  expect(english.percent(1)).toBe('100%');
});

test('every number below zero has the same sign', () => {
  const format = formatOf('de');
  const shown = [format.points, format.tenths, format.finePoints, format.delta, format.exact].map((write) =>
    write(-12),
  );
  expect(shown.map((text) => text[0])).toEqual(['−', '−', '−', '−', '−']);
  expect(['-1.47', '-12 ± 8', '2141 +67 −60'].map(format.rating)).toEqual(['−1,47', '−12 ± 8', '2141 +67 −60']);
});

test.each([
  [0.35, '0,35'],
  [-1.5, '-1,5'],
  [1_000_000, '1000000'],
  // With a comma, it could be a thousand.
  [1.125, '1.125'],
  [0.125, '0,125'],
])('%d is in a German field as %s, and read unchanged', (value, text) => {
  expect(formatOf('de').typed(value)).toBe(text);
  expect(readNumber(text)).toBe(value);
});

describe('a day of a league', () => {
  test.each([
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
    ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00.000Z', '2026-01-02T11:59:59.999Z'],
    // 25 hours, and 23.
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    // Begins at 01:00, because clocks went forward over midnight.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    // Has 00:00 twice.
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T00:59:59.999Z'],
  ])('in %s, %s is from %s to %s', (zone, day, start, end) => {
    expect([startOf(day, zone), endOf(day, zone)]).toEqual([start, end]);
    expect([dayIn(start, zone), dayIn(end, zone)]).toEqual([day, day]);
  });

  test.each([
    ['UTC', '2024-11-03T00:00:00Z', true],
    ['UTC', '2024-11-03T00:00:00.001Z', false],
    ['Europe/Berlin', '2024-11-02T23:00:00Z', true],
    ['Europe/Berlin', '2024-11-03T00:00:00Z', false],
    ['Asia/Kathmandu', '2024-11-02T18:15:00Z', true],
    // Clocks went forward over midnight.
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', true],
  ])('in %s, one begins at %s: %s', (zone, time, expected) => expect(isMidnight(time, zone)).toBe(expected));

  test('the last day that can be written ends with it', () => {
    expect(endOf('9999-12-31', 'UTC')).toBe('9999-12-31T23:59:59.999Z');
    expect(endOf('9999-12-31', 'America/New_York')).toBe('9999-12-31T23:59:59.999Z');
  });

  test.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-2-1', false],
    ['0999-01-01', false],
    ['9999', false],
  ])('%s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected));
});
