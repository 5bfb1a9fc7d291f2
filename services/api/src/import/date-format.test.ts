import { describe, expect, it } from 'vitest';
import { type DateFormat, parseDateFormat } from './date-format.js';

function format(text: string): DateFormat {
  const parsed = parseDateFormat(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}

describe('a format of dates', () => {
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
    ['%d.%m.%Y', 'must consist of YYYY, YY, MMM, MM, M, DD, D, HH, H, hh, h, mm, ss, A, Z, not "m"'],
  ])('%j is none', (text, problem) => {
    expect(parseDateFormat(text)).toEqual({ problem });
  });
});
