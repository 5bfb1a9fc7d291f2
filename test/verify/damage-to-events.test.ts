import { expect, test } from 'vitest';
import { type Damage, damaged } from '../support/damage.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const event = (slug: string, number: number) => `${of(slug)} AND number = ${number}`;

const EVENTS: readonly Damage[] = [
  [
    'an event that was not written',
    `DELETE FROM league_event WHERE ${event('arena', 1)}`,
    [1, 2, 3, 4, 5].map((sequence) => `arena events: match ${sequence}, times told`),
  ],
  [
    'a match that is told of twice',
    `UPDATE league_event SET sequences = '{6,7,8,8}' WHERE ${event('arena', 3)}`,
    ['arena events: match 8, times told'],
  ],
  [
    'a match that there is not',
    `UPDATE league_event SET sequences = '{6,7,8,9}' WHERE ${event('arena', 3)}`,
    ['arena events: match 9, times told'],
  ],
  [
    'matches in another order than they came',
    `UPDATE league_event SET sequences = '{7,6,8}' WHERE ${event('arena', 3)}`,
    ['arena events: event 3, order of arrival'],
  ],
  [
    'a late match that is not told of',
    `UPDATE league_event SET sequences = NULL WHERE ${event('fixed', 2)}`,
    ['fixed events: match 6, times told'],
  ],
  [
    'a revision that was not told of',
    `DELETE FROM league_event WHERE ${event('fixed', 4)}`,
    ['fixed events: event 5, revision'],
  ],
  [
    'the newest revision, not told of',
    `DELETE FROM league_event WHERE ${event('fixed', 7)}`,
    ['fixed events: event 6, revision of the league'],
  ],
  [
    'an event ahead of its league',
    `UPDATE league_event SET number = 99 WHERE ${event('arena', 3)}`,
    ['arena events: event 99'],
  ],
  [
    'a cause that the audit log does not know',
    `UPDATE league_event SET action = 'voidMatch' WHERE ${event('fixed', 2)}`,
    ['fixed events: event 2, entry in the audit log'],
  ],
];

test.each(EVENTS)('%s is found, and nothing else', async (_, statements, found) => {
  expect(await damaged(leagues.url, statements)).toEqual(found);
});
