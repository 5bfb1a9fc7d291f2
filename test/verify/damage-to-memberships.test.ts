import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Damage, damaged, rating } from '../support/damage.js';
import { buildLeagues } from '../support/small-leagues.js';

let leagues: Awaited<ReturnType<typeof buildLeagues>>;
beforeAll(async () => {
  leagues = await buildLeagues();
});
afterAll(() => leagues.drop());

const EVERYBODY = 'platform names: player 1, public name';

const DAMAGES: readonly Damage[] = [
  [
    'a guest whom the league does not know',
    `DELETE FROM membership WHERE ${rating('arena', 7)}`,
    ['arena ratings: membership of player 7'],
  ],
  [
    'a player whom the league has never seen',
    `INSERT INTO membership SELECT 8, id, now(), 'zoe', 'zoe' FROM league WHERE slug = 'empty'`,
    ['empty ratings: membership of player 8'],
  ],
  [
    "a name of somebody else's",
    `UPDATE membership SET handle = 'don', handle_key = 'don' WHERE ${rating('duels', 1)}`,
    ['duels ratings: name of player 1, "don"'],
  ],
  ['a public player whom nobody is shown', 'DELETE FROM membership WHERE league_id = 0 AND player_id = 1', [EVERYBODY]],
  [
    'a time before all leagues',
    `UPDATE membership SET since = '2000-01-01' WHERE league_id = 0 AND player_id = 1`,
    [EVERYBODY],
  ],
  [
    'a hidden player who is shown to everybody',
    `ALTER TABLE league DISABLE TRIGGER league_publishes_players;
     UPDATE league SET visibility = 'PRIVATE' WHERE slug = 'arena'`,
    [1, 2, 3, 4, 5, 6, 7, 8].map((player) => `platform names: player ${player}, public name`),
  ],
];

test.each(DAMAGES)('%s is found, and nothing else', async (_, statements, found) => {
  expect(await damaged(leagues.url, statements)).toEqual(found);
});
