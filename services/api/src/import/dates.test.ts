import { describe, expect, it } from 'vitest';
import { type DateFormat, Dates, parseDateFormat, parseInterval, parseTime, scheduledTime } from './dates.js';

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

it('the times of a file without dates begin at the start and advance by the interval, a minute by default', () => {
  const start = new Date('2026-03-01T12:00:00Z');
  expect(scheduledTime({ start }, 0)).toEqual(start);
  expect(scheduledTime({ start }, 61).toISOString()).toBe('2026-03-01T13:01:00.000Z');
  expect(scheduledTime({ start, every: 1 }, 2).toISOString()).toBe('2026-03-01T12:00:00.002Z');
});

function format(text: string): DateFormat {
  const parsed = parseDateFormat(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}

describe('a format of dates', () => {
  it('does not try all ways to match the spaces of a text', () => {
    const { read } = format(`YYYY${' '.repeat(9)}MM DD`);
    expect(read(`2020${' '.repeat(30)}12 31`)?.toISOString()).toBe('2020-12-31T00:00:00.000Z');
    const begin = performance.now();
    expect(read(`2020${' '.repeat(48)}x`)).toBeUndefined();
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it.each([
    ['DD.MM.YYYY', '31.12.2020', '2020-12-31T00:00:00.000Z'],
    ['dd.MM.yyyy', '1.2.2020', '2020-02-01T00:00:00.000Z'],
    ['MM/DD/YYYY', '12/31/2020', '2020-12-31T00:00:00.000Z'],
    ['MM/DD/YYYY', '03/04/2020', '2020-03-04T00:00:00.000Z'],
    ['DD/MM/YYYY', '03/04/2020', '2020-04-03T00:00:00.000Z'],
    ['DD/MM/YY', '31/12/68', '2068-12-31T00:00:00.000Z'],
    ['DD/MM/YY', '31/12/69', '1969-12-31T00:00:00.000Z'],
    ['YYYYMMDD', '20201231', '2020-12-31T00:00:00.000Z'],
    ['D MMM YYYY', '1 Sept. 2020', '2020-09-01T00:00:00.000Z'],
    ['MMM DD, YYYY', 'December 31, 2020', '2020-12-31T00:00:00.000Z'],
    ['DD.MM.YYYY HH:mm', '31.12.2020 20:05', '2020-12-31T20:05:00.000Z'],
    ['MM/DD/YYYY hh:mm A', '12/31/2020 12:05 am', '2020-12-31T00:05:00.000Z'],
    ['MM/DD/YYYY h:mm:ss A', '12/31/2020 8:05:06 PM', '2020-12-31T20:05:06.000Z'],
    ['DD.MM.YYYY HH:mm Z', '31.12.2020 20:00 +02:00', '2020-12-31T18:00:00.000Z'],
    ['ddd MMM DD YYYY', 'Sat Aug 15 1992', '1992-08-15T00:00:00.000Z'],
    ['dddd, DD.MM.YY', 'Donnerstag, 31.12.20', '2020-12-31T00:00:00.000Z'],
    ['dddd, DD.MM.YYYY', 'понедельник, 28.12.2020', '2020-12-28T00:00:00.000Z'],
    ['dddd, DD/MM/YYYY', 'segunda-feira, 28/12/2020', '2020-12-28T00:00:00.000Z'],
    ['dddd DD-MM-YYYY', 'सोमवार 28-12-2020', '2020-12-28T00:00:00.000Z'],
  ])('%s reads %s', (text, written, time) => {
    expect(format(text).read(written)?.toISOString()).toBe(time);
  });

  it.each([
    ['DD.MM.YYYY', '12/31/2020'],
    ['DD.MM.YYYY', '31.13.2020'],
    ['DD.MM.YYYY', '30.02.2020'],
    ['DD.MM.YYYY', '31.12.20'],
    ['DD.MM.YYYY', '31.12.2020 20:00'],
    ['DD.MM.YYYY', '31x12x2020'],
    ['DD/MM/YY', '31/12/2020'],
    ['YYYYMMDD', '2020111'],
    ['D MMM YYYY', '1 Foo 2020'],
    ['MM/DD/YYYY hh:mm A', '12/31/2020 13:05 pm'],
    ['DD.MM.YYYY HH:mm', '31.12.2020 24:00'],
  ])('%s does not read %s', (text, written) => {
    expect(format(text).read(written)).toBeUndefined();
  });

  it.each([
    ['', 'must have one year, YYYY or YY'],
    ['DD.mm.YYYY', 'must have one month, MM or MMM (mm is minutes)'],
    ['MM/YYYY', 'must have a day, DD'],
    ['DD.MM.YYYY mm', 'must have an hour, HH'],
    ['DD.MM.YYYY hh:mm', 'must have A (am or pm) with hh, and only with it'],
    ['DD.MM.YYYY HH:ss', 'must have minutes, mm, with ss'],
    ['DD.DD.YYYY', 'must name the day once'],
    ['%d.%m.%Y', 'must consist of YYYY, YY, MMM, MM, M, DD, D, HH, H, hh, h, mm, ss, A, ddd, Z, not "m"'],
  ])('%j is none', (text, problem) => {
    expect(parseDateFormat(text)).toEqual({ problem });
  });
});

function fitting(...texts: string[]): readonly string[] {
  const dates = new Dates();
  for (const text of texts) dates.read(text);
  return dates.fitting;
}

describe('the formats to propose for a file', () => {
  it.each([
    [['31.12.2020', '01.02.2020'], ['DD.MM.YYYY']],
    [['01/02/2020', '12/31/2020'], ['MM/DD/YYYY']],
    [['01/02/2020', '31/12/2020'], ['DD/MM/YYYY']],
    [['3.4.2021', '5.6.2021'], ['DD.MM.YYYY']],
    [['3.4.21 20:15'], ['DD.MM.YY HH:mm']],
    [['31/12/20'], ['DD/MM/YY']],
    [['12/31/2020 8:05 PM'], ['MM/DD/YYYY hh:mm A']],
    [['2026-7-19'], ['YYYY-MM-DD']],
    [['December 31, 2020'], ['MMM DD, YYYY']],
    [['Sat Aug 15 1992'], ['ddd MMM DD YYYY']],
    [['Sa., 31.12.2020 20:15'], ['ddd, DD.MM.YYYY HH:mm']],
    [['31.12.2020', 'yesterday', ''], ['DD.MM.YYYY']],
  ])('are those that read every refused date: %j', (texts, formats) => {
    expect(fitting(...texts)).toEqual(formats);
  });

  it('are all of them if the file leaves it open', () => {
    expect(fitting('03/04/2020', '05/06/2021')).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY']);
    expect(fitting('23-08-11', '23-08-12')).toEqual(['DD-MM-YY', 'YY-MM-DD']);
  });

  it.each([[['2026-07-19']], [['yesterday']], [['31.12.2020', '12/31/2020']], [[]]])('are none for %j', (texts) => {
    expect(fitting(...texts)).toEqual([]);
  });
});
