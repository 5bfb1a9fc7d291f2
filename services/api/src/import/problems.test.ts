import { expect, test } from 'vitest';
import { didYouMean } from './problems.js';

const columns = ['date', 'home_team', 'away_team', 'home_score'];

test.each([
  ['home_tem', 'home_team'],
  ['HomeTeam', 'home_team'],
  ['home score', 'home_score'],
  ['dates', 'date'],
  ['aawy_team', 'away_team'],
])('%j probably means %s', (word, choice) => {
  expect(didYouMean(word, columns)).toBe(` (did you mean "${choice}"?)`);
});

test.each(['played', 'x', '', 'tournament'])('%j suggests none of them', (word) => {
  expect(didYouMean(word, columns)).toBe('');
});
