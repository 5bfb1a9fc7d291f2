import { describe, expect, test } from 'vitest';
import { isRefusal } from '../kit/refusal.js';
import { checkSubmission } from '../match-log/checks.js';
import { checkHandle } from '../player/handle.js';
import { DEMO_LEAGUES } from './demo.js';
import { seasonOf } from './demo-league.js';
import { gambit } from './leagues.js';
import { PEOPLE } from './people.js';

const ENDS = ['00:01', '06:30', '12:00', '23:59'].map((time) => new Date(`2026-11-20T${time}:00Z`));

describe.each(DEMO_LEAGUES)('a season of $details.slug', (plan) => {
  test.each(ENDS)('that ends at %s is always the same, well-formed and in order', (end) => {
    const season = seasonOf(plan, end);
    expect(season).toEqual(seasonOf(plan, end));
    const window = { now: end, opensAt: null };
    expect(season.map((match) => checkSubmission(match, window, [])).filter(isRefusal)).toEqual([]);
    const times = season.map(({ playedAt }) => playedAt!.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(end.getTime() - times.at(-1)!).toBe(6 * 60_000);
  });
});

test('players of the board game have a role, and White scores more', () => {
  const sides = seasonOf(gambit, ENDS[0]!).flatMap((match) => match.sides);
  expect(new Set(sides.map(({ name, role }) => `${name} ${role}`))).toEqual(
    new Set(['undefined white', 'undefined black']),
  );
  const firsts = (wanted: string) => sides.filter(({ role, placement }) => role === wanted && placement === 1).length;
  expect(firsts('white')).toBeGreaterThan(firsts('black'));
});

test('everyone in the demonstration has a unique handle that would be accepted', () => {
  expect(PEOPLE.map(({ handle }) => checkHandle(handle, ['player']))).toEqual(PEOPLE.map(({ handle }) => handle));
  expect(new Set(PEOPLE.map(({ handle }) => handle.toLowerCase())).size).toBe(PEOPLE.length);
});

test('everybody in the demonstration plays in a league, and some in two', () => {
  const places = PEOPLE.map((person) => DEMO_LEAGUES.filter(({ people }) => people.includes(person)).length);
  expect(Math.min(...places)).toBe(1);
  expect(Math.max(...places)).toBe(2);
});
