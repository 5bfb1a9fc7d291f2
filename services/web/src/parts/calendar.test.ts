import { expect, test } from 'vitest';
import { calendarOf } from './calendar.js';

const day = (day: string, count = 1) => ({ day, count });
const endsOf = ({ cells }: ReturnType<typeof calendarOf>) =>
  [cells[0]!, cells.at(-1)!].map(({ day, x, y }) => [day, x, y]);

test('a calendar begins with the first day of the earliest of twelve months', () => {
  const calendar = calendarOf({ days: [day('2025-11-29', 8), day('2026-03-01', 4), day('2026-11-29')] });
  // A Monday, and a Sunday.
  expect(endsOf(calendar)).toEqual([
    ['2025-12-01', 0, 0],
    ['2026-11-29', 51, 6],
  ]);
  const played = calendar.cells.filter(({ count }) => count > 0);
  expect(played.map(({ day, shade }) => [day, shade])).toEqual([
    ['2026-03-01', 4],
    ['2026-11-29', 1],
  ]);
});

test('a calendar of a month with 31 days skips no month', () => {
  expect(calendarOf({ days: [day('2026-12-31')] }).start).toBe('2026-01-01');
  expect(calendarOf({ days: [day('2026-01-31')] }).start).toBe('2025-02-01');
});

test('a calendar of a year has its days and no others', () => {
  const past = calendarOf({ days: [day('2028-05-01')], year: { number: 2028, isOver: true } });
  expect(past).toMatchObject({ start: '2028-01-01', end: '2028-12-31', weeks: 53 });
  expect(endsOf(past)).toEqual([
    ['2028-01-01', 0, 5],
    ['2028-12-31', 52, 6],
  ]);
  // A leap year that begins with a Sunday.
  expect(calendarOf({ days: [day('2040-05-01')], year: { number: 2040, isOver: true } }).weeks).toBe(54);
});

test('a calendar of the current year has room for the rest of it', () => {
  const running = calendarOf({ days: [day('2028-01-09')], year: { number: 2028, isOver: false } });
  expect(running).toMatchObject({ start: '2028-01-01', end: '2028-12-31', weeks: 53 });
  expect(running.cells).toHaveLength(9);
});
