import { expect, test } from 'vitest';
import { firstMatch } from './first-match.js';

const formats = (maxSides: number | null, maxPlayersPerSide: number | null, minSides = 2, minPlayersPerSide = 1) => ({
  ...{ minSides, maxSides, minPlayersPerSide, maxPlayersPerSide },
});
const sizes = (sides: readonly (readonly string[])[]) => sides.map((side) => side.length);

test.each([
  ['elo', null, undefined, formats(null, null), [1, 1]],
  ['elo', 'Goals', 'TEAMS', formats(null, null), [2, 2]],
  ['elo', null, 'UNEQUAL_TEAMS', formats(null, null), [3, 2]],
  ['elo', 'Teams of three', undefined, formats(null, null), [2, 2]],
  ['openskill', 'Unequal teams', undefined, formats(null, null), [3, 2]],
  // A preset for races means a race, even if the previous answer was different.
  ['openskill', 'Races, changing strengths', 'DUELS', formats(null, null), [1, 1, 1, 1, 1]],
  ['plackett-luce', null, undefined, formats(null, null), [1, 1, 1, 1, 1]],
  ['timed-glicko', null, 'RACES', formats(2, 1), [1, 1]],
  ['own', null, undefined, formats(4, 3, 3, 3), [3, 3, 3]],
] as const)('of %s with the preset %s for %s', (system, preset, who, takes, expected) => {
  const match = firstMatch(system, preset, who, takes);
  expect(sizes(match)).toEqual(expected);
  expect(new Set(match.flat()).size).toBe(match.flat().length);
});
