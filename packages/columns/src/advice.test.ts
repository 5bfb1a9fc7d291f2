import { expect, test } from 'vitest';
import { adviceFor } from './advice.js';

test.each([
  ['RACES', 'YES', 'SIMPLICITY', 'plackett-luce', null],
  ['DUELS', 'NO', 'FORESIGHT', 'glicko2', null],
  ['DUELS', 'YES', 'FORESIGHT', 'margin', null],
  ['TEAMS', 'YES', 'FORESIGHT', 'margin', null],
  ['TEAMS', 'NO', 'FORESIGHT', 'openskill', null],
  ['DUELS', 'YES', 'SIMPLICITY', 'elo', 'Goals'],
  ['TEAMS', 'NO', 'SIMPLICITY', 'elo', null],
] as const)('a league of %s with scores %s that wants %s begins with %s', (who, scores, want, system, preset) => {
  expect(adviceFor({ who, scores, want })).toMatchObject({ system, preset });
});
