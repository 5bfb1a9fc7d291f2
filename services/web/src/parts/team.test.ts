import { expect, test } from 'vitest';
import { initialsOf } from './team.js';

test.each([
  ['Red Foxes', 'RF'],
  ['red', 'RE'],
  ['FC Bayern München', 'FB'],
  ['“The” Others', 'TO'],
  ['Ägypten', 'ÄG'],
  ['浦和レッズ', '浦和'],
  ['𝕏 team', '𝕏T'],
  ['7', '7'],
  ['!!!', '!'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
