import { expect, it } from 'vitest';
import { pairwiseResults } from '../match.js';
import type { Formats } from '../rater.js';
import { exampleLog, fits } from './matches.js';

const ANY: Formats = { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null };
const DUELS: Formats = { ...ANY, maxSides: 2, maxPlayersPerSide: 1 };

it.each<[string, Formats]>([
  ['anything', ANY],
  ['duels', DUELS],
  ['two teams of five', { minSides: 2, maxSides: 2, minPlayersPerSide: 5, maxPlayersPerSide: 5 }],
  ['a free-for-all of seven or more', { ...ANY, minSides: 7, maxPlayersPerSide: 1 }],
  [
    'teams of two or three, up to four of them',
    { minSides: 2, maxSides: 4, minPlayersPerSide: 2, maxPlayersPerSide: 3 },
  ],
])('made-up matches fit the formats: %s', (_, formats) => {
  for (const match of exampleLog(formats, 1)) {
    expect(fits(formats, match)).toBe(true);
    expect(() => pairwiseResults(match)).not.toThrow();
    const players = match.sides.flatMap(({ participants }) => participants.map(({ player }) => player));
    expect(new Set(players).size).toBe(players.length);
  }
});

it('the same seed makes the same log, another seed a different one', () => {
  expect(exampleLog(ANY, 1)).toEqual(exampleLog(ANY, 1));
  expect(exampleLog(ANY, 1)).not.toEqual(exampleLog(ANY, 2));
});

it('time never runs backwards, and stands still now and then', () => {
  const pauses = exampleLog(ANY, 1).map(({ playedAt }, index, log) => playedAt - (log[index - 1]?.playedAt ?? 0));
  expect(Math.min(...pauses)).toBe(0);
  expect(Math.max(...pauses)).toBeGreaterThan(365 * 24 * 3_600_000);
});

it('duels have wins, losses and ties, by placements, scores and minutes', () => {
  const log = exampleLog(DUELS, 1);
  const firstResults = log.map((match) => pairwiseResults(match)[0]![1]);
  expect(new Set(firstResults)).toEqual(new Set([0, 0.5, 1]));

  const participants = log.flatMap(({ sides }) => sides.flatMap((side) => side.participants));
  expect(log.some(({ sides }) => sides[0]!.placement !== undefined)).toBe(true);
  expect(participants.some(({ score, minutesPlayed }) => score !== undefined && minutesPlayed === undefined)).toBe(
    true,
  );
  expect(participants.some(({ minutesPlayed }) => minutesPlayed === 0)).toBe(true);
  expect(participants.some(({ scoresAgainst }) => scoresAgainst?.length === 1)).toBe(true);
});

it('free formats have duels, free-for-alls, and teams of unequal sizes', () => {
  const sizes = exampleLog(ANY, 1).map(({ sides }) => sides.map(({ participants }) => participants.length));
  expect(sizes).toContainEqual([1, 1]);
  expect(sizes).toContainEqual([1, 1, 1, 1, 1]);
  expect(sizes.some((match) => match.length === 2 && match[0] !== match[1])).toBe(true);
});

it('player 1 beats all others and player 2 none', () => {
  for (const match of exampleLog(DUELS, 1)) {
    const names = match.sides.map(({ participants }) => participants[0]!.player);
    const results = pairwiseResults(match);
    if (names.includes(1)) expect(results[names.indexOf(1)]).not.toContain(0);
    if (names.includes(2)) expect(results[names.indexOf(2)]).not.toContain(1);
  }
});
