import { expect, test } from 'vitest';
import { checkPlayers } from './roster.js';

test('an account and a handle of one player in a match are refused, and both are named', () => {
  const sides = [['discord:123'], ['ben']].map(([handle]) => ({ participants: [{ handle, key: handle }] })) as never;
  const ids = new Map([
    ['discord:123', 7],
    ['ben', 7],
  ]);
  expect(checkPlayers({ sides }, { ids, merges: new Map(), isMember: () => true }, ['input'])).toMatchObject({
    rule: 'IN_MATCH_UNDER_OTHER_HANDLE',
    parameters: { value: '"ben"', other: '"discord:123"' },
    message: '"ben" is the same player as "discord:123", who is in this match already.',
    path: ['input', 'sides', '1', 'participants', '0', 'player'],
  });
});
