import { expect, test } from 'vitest';
import { shownFileName } from './file-name.js';

test.each([
  ['results.csv', 'results.csv'],
  ['Ergebnisse (Männer) ½.csv', 'Ergebnisse (Männer) ½.csv'],
  ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
  ['a\0b\nc\x1b[31m.csv', 'a\uFFFDb\uFFFDc\uFFFD[31m.csv'],
  ['\u202Evsc.exe', '\uFFFDvsc.exe'],
  ['a\u2028b\u2029c\u0085d.csv', 'a\uFFFDb\uFFFDc\uFFFDd.csv'],
  ['a\u200Bb\uFEFFc\u00ADd.csv', 'a\uFFFDb\uFFFDc\uFFFDd.csv'],
  ['👩‍🚀 نامه‌ها.csv', '👩‍🚀 نامه‌ها.csv'],
  ['  a b.csv ', 'a b.csv'],
  ['   ', 'file'],
  ['\uD800.csv', '\uFFFD.csv'],
  ['', 'file'],
])('the name %j is shown as %j', (name, shown) => {
  expect(shownFileName(name)).toBe(shown);
});

test('of a long name its end is shown, without half a letter', () => {
  expect(shownFileName(`${'x'.repeat(300)}.csv`)).toBe(`${'x'.repeat(196)}.csv`);
  expect(shownFileName(`😀${'x'.repeat(195)}.csv`)).toBe(`${'x'.repeat(195)}.csv`);
});
