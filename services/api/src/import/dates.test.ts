import { describe, expect, it } from 'vitest';
import { Dates } from './dates.js';

function fitting(...texts: string[]): readonly string[] {
  const dates = new Dates();
  for (const text of texts) dates.read(text);
  return dates.fitting;
}

describe('the formats to be proposed for a file', () => {
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
    [['31.12.2020', 'yesterday', ''], ['DD.MM.YYYY']],
  ])('are those that read every refused date: %j', (texts, formats) => {
    expect(fitting(...texts)).toEqual(formats);
  });

  it('are all of them where the file does not tell which it is', () => {
    expect(fitting('03/04/2020', '05/06/2021')).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY']);
  });

  it.each([[['2026-07-19']], [['yesterday']], [['31.12.2020', '12/31/2020']], [[]]])('are none for %j', (texts) => {
    expect(fitting(...texts)).toEqual([]);
  });
});
