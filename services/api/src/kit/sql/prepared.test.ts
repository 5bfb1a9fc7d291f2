import { expect, test } from 'vitest';
import { readTimestamp } from './prepared.js';

test.each([
  ['2026-11-20 12:00:00+00', '2026-11-20T12:00:00.000Z'],
  ['1999-02-28 23:59:59.9+00', '1999-02-28T23:59:59.900Z'],
  ['2024-02-29 00:00:00.05+00', '2024-02-29T00:00:00.050Z'],
  ['2026-11-20 12:00:00.123+00', '2026-11-20T12:00:00.123Z'],
  ['2026-11-20 12:00:00.123456+00', '2026-11-20T12:00:00.123Z'],
  ['2026-11-20 12:00:00+05:30', '2026-11-20T06:30:00.000Z'],
  ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
  ['12026-11-20 12:00:00+00', '+012026-11-20T12:00:00.000Z'],
])('the time %s is read as %s', (text, iso) => {
  expect(readTimestamp(text).toISOString()).toBe(iso);
});

test('infinite times are read as pg reads them', () => {
  expect([readTimestamp('infinity'), readTimestamp('-infinity')]).toEqual([
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
});
