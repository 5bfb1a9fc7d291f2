import { describe, expect, it } from 'vitest';
import { parseInterval, parseTime, scheduledTime } from './time.js';

describe('a time in a file', () => {
  it.each([
    ['1872-11-30', '1872-11-30T00:00:00.000Z'],
    ['0099-01-02', '0099-01-02T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-07-19 20:00', '2026-07-19T20:00:00.000Z'],
    ['2026-07-19T20:00:05', '2026-07-19T20:00:05.000Z'],
    ['2026-07-19T20:00:05.25Z', '2026-07-19T20:00:05.250Z'],
    ['2026-07-19T20:00:05.123999z', '2026-07-19T20:00:05.123Z'],
    ['2026-07-19T20:00:05+02:00', '2026-07-19T18:00:05.000Z'],
    ['2026-07-19 20:00 -0330', '2026-07-19T23:30:00.000Z'],
    ['2026-07-19T20:00+05', '2026-07-19T15:00:00.000Z'],
  ])('%j is %s', (text, expected) => {
    expect(parseTime(text)?.toISOString()).toBe(expected);
  });

  it.each([
    ['2026-09-01', '2026-09-01T04:00:00.000Z'],
    ['2026-12-31 20:00:05.25', '2027-01-01T01:00:05.250Z'],
    ['2026-09-01T20:00Z', '2026-09-01T20:00:00.000Z'],
    ['2026-09-01T20:00+02:00', '2026-09-01T18:00:00.000Z'],
  ])('%j of New York is %s', (text, expected) => {
    expect(parseTime(text, 'America/New_York')?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '19.07.2026',
    '07/19/2026',
    '2026-7-19',
    '20260719',
    '2026-02-30',
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-07-19T24:00',
    '2026-07-19T20:60',
    '2026-07-19T20:00:60',
    '2026-07-19T20:00+24:00',
    '2026-07-19T20:00+01:60',
    '2026-07-19T',
    '1784491200',
    '+012026-07-19',
  ])('%j is none', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('an interval', () => {
  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['1m', 60_000],
    [' 2 h ', 7_200_000],
    ['1d', 86_400_000],
  ])('%j is %d milliseconds', (text, expected) => {
    expect(parseInterval(text)).toBe(expected);
  });

  it.each(['', '0s', '-1m', '1.5h', '1', 'm', '1w', '99999999999999d'])('%j is none', (text) => {
    expect(parseInterval(text)).toBeUndefined();
  });
});

describe('the times of a file without dates', () => {
  it('begin at the start and go on by the interval, a minute where none is given', () => {
    const start = new Date('2026-03-01T12:00:00Z');
    expect(scheduledTime({ start }, 0)).toEqual(start);
    expect(scheduledTime({ start }, 61).toISOString()).toBe('2026-03-01T13:01:00.000Z');
    expect(scheduledTime({ start, every: 1 }, 2).toISOString()).toBe('2026-03-01T12:00:00.002Z');
  });
});
