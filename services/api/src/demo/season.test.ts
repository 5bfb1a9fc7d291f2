import { expect, test } from 'vitest';
import { checkSubmission } from '../match/checks.js';
import { checkHandle } from '../player/handle.js';
import { isRefusal } from '../refusal.js';
import { DEMO_LEAGUES, seasonOf } from './demo.js';
import { PEOPLE } from './people.js';

const END = new Date('2026-11-20T12:00:00Z');

test.each(DEMO_LEAGUES)('a season of $details.slug is always the same, well-formed and in order', (plan) => {
  const season = seasonOf(plan, END);
  expect(season).toEqual(seasonOf(plan, END));
  const window = { now: END, opensAt: null };
  expect(season.map((match) => checkSubmission(match, window, [])).filter(isRefusal)).toEqual([]);
  const times = season.map(({ playedAt }) => playedAt!.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(END.getTime() - times.at(-1)!).toBe(6 * 60_000);
});

test('everybody in the demonstration has a handle of his own that would be accepted', () => {
  expect(PEOPLE.map(({ handle }) => checkHandle(handle, ['player']))).toEqual(PEOPLE.map(({ handle }) => handle));
  expect(new Set(PEOPLE.map(({ handle }) => handle.toLowerCase())).size).toBe(PEOPLE.length);
});

test('everybody in the demonstration plays in a league, and some in two', () => {
  const places = PEOPLE.map((person) => DEMO_LEAGUES.filter(({ people }) => people.includes(person)).length);
  expect(Math.min(...places)).toBe(1);
  expect(Math.max(...places)).toBe(2);
});
