import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './problems.js';

describe('the nearest choice', () => {
  const columns = ['date', 'home_team', 'away_team', 'home_score'];

  it.each([
    ['home_tem', 'home_team'],
    ['HomeTeam', 'home_team'],
    ['home score', 'home_score'],
    ['dates', 'date'],
    ['aawy_team', 'away_team'],
  ])('to %j is %s', (word, choice) => {
    expect(nearest(word, columns)).toBe(choice);
  });

  it.each(['played', 'x', '', 'tournament'])('to %j is none of them', (word) => {
    expect(nearest(word, columns)).toBeUndefined();
    expect(didYouMean(word, columns)).toBe('');
  });

  it('is asked for in a hint', () => {
    expect(didYouMean('Date', columns)).toBe(' (did you mean "date"?)');
  });
});
