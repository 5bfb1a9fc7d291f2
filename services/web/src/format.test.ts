import { expect, test } from 'vitest';
import { formatOf } from './format.js';

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
