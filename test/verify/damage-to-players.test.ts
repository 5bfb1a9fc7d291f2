import { describe, expect, test } from 'vitest';
import { rollOverDay } from '../../services/api/dist/nightly/pass-midnight.js';
import { repairNames } from '../../services/api/dist/player/player-name.repository.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { damaged, damages, rating, testDamages } from '../support/damage.js';
import { copyDatabase, DAY, type Platform, platformOfTest } from '../support/platform.js';
import { useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const EVERYBODY = 'platform names: player 1, public name';

/** What an update of leagues writes, but for who is known to everybody. */
const madePrivate = (which: string) =>
  ['league', 'league_slug'].map((table) => `UPDATE ${table} SET visibility = 'PRIVATE' WHERE ${which}`).join('; ');

const MEMBERSHIPS = damages`
  a guest whom the league does not know
    DELETE FROM membership WHERE player_id = 7 AND (league_id = 0 OR ${rating('arena', 7)})
  > arena ratings: membership of player 7
  a player whom the league has never seen
    INSERT INTO membership SELECT 8, id, now(), 'zoe', 'zoe' FROM league WHERE slug = 'empty'
  > empty ratings: membership of player 8
  a name of somebody else's
    UPDATE membership SET handle = 'don', handle_key = 'don' WHERE ${rating('duels', 1)}
  > duels ratings: name of player 1, "don"
  a public player whom nobody is shown
    DELETE FROM membership WHERE league_id = 0 AND player_id = 1
  > ${EVERYBODY}
  a time before all leagues
    UPDATE membership SET since = '2000-01-01' WHERE league_id = 0 AND player_id = 1
  > ${EVERYBODY}
  a hidden player who is shown to everybody
    ${madePrivate(`slug = 'arena'`)}
  > ${[1, 2, 3, 4, 5, 6, 7, 8].map((player) => `platform names: player ${player}, public name`)}
`;

/** The leagues that know player 4 by a name find that it is not theirs any more. */
const unknownName = (handle: string) =>
  ['arena', 'duels', 'ladder'].map((league) => `${league} ratings: name of player 4, "${handle}"`);

const NAMES = damages`
  a merge into one who is merged
    INSERT INTO player_merge SELECT league_id, 7, 5, now() FROM player_merge
  > fixed ratings: membership of player 7
  > fixed merges: player 7
  a merge of two who never played
    INSERT INTO player_merge SELECT id, 7, 8, now() FROM league WHERE slug = 'empty'
  > empty ratings: membership of player 7
  a handle that leads to another
    UPDATE player_name SET player_id = 1 WHERE handle_key = 'don';
    UPDATE player SET handle = 'don', handle_key = 'don' WHERE handle_key = 'dan'
  > ${unknownName('don')}
  > platform names: handle "don"
  > platform names: former handle "don"
  a key that is not of its handle
    UPDATE player_name SET handle_key = 'dann' WHERE handle_key = 'dan';
    UPDATE player SET handle_key = 'dann' WHERE handle_key = 'dan'
  > ${unknownName('dan')}
  > platform names: handle "dan", key
  > platform names: handle "dan", skeletons
  a handle without a name
    DELETE FROM player_name WHERE handle_key = 'dan'
  > ${unknownName('dan')}
  > platform names: handle "dan"
  a handle that was given up
    UPDATE player_name SET given_up_at = now() WHERE handle_key = 'dan'
  > platform names: handle "dan"
  a handle that is shown otherwise
    UPDATE player SET handle = 'Dan' WHERE handle_key = 'dan'
  > platform names: handle "Dan"
  a display name that nobody gave
    UPDATE player SET display_name = 'Dan', name_key = 'dan', named_at = '2000-01-01' WHERE handle = 'dan'
  > platform names: display name of player 4
  a display name that nobody finds
    UPDATE player SET name_key = 'dan' WHERE handle = 'dan'; UPDATE membership SET name_key = 'dan' WHERE league_id = 0 AND handle = 'dan'
  > platform names: display name of player 4, key
  > platform names: display name of player 4, key
  the time of a display name, without one
    UPDATE player SET named_at = now() WHERE handle = 'dan'
  > platform names: display name of player 4, time
  a country that nobody gave
    UPDATE player SET country = 'SE', country_at = '2000-01-01' WHERE handle = 'dan'
  > platform names: country of player 4
  links that nobody gave, without a time
    UPDATE player SET links = '["javascript:alert(1)"]' WHERE handle = 'dan'
  > platform names: links of player 4
  > platform names: links of player 4, time
  an account of two players
    ALTER TABLE account DROP CONSTRAINT account_pkey;
    INSERT INTO account SELECT account, league_id, 1, linked_at FROM account WHERE league_id = 0
  > platform names: account "discord:1234" in league 0
  > platform names: account "discord:1234" in league 0, link
  an account of another player
    UPDATE account SET player_id = 1 WHERE league_id = 0
  > platform names: account "discord:1234" in league 0, link
  an account of a player whom the league does not know
    ALTER TABLE account DROP CONSTRAINT account_membership_fkey;
    UPDATE account SET league_id = 99 WHERE league_id = 0
  > platform leagues: account, league 99
  > platform names: account "discord:1234" in league 99, player
  an account without a provider
    UPDATE account SET account = 'Discord:1234' WHERE league_id = 0
  > platform names: account "Discord:1234" in league 0, link
  > platform names: account "Discord:1234" in league 0, form
  a former handle of another
    UPDATE player_name SET player_id = 1 WHERE handle_key = 'don'
  > ${unknownName('don')}
  > platform names: former handle "don"
  a former handle under another key
    UPDATE player_name SET handle_key = 'Don' WHERE handle_key = 'don'
  > ${unknownName('don')}
  > platform names: former handle "don", key
  > platform names: handle "don", skeletons
`;

describe('damage to memberships', () => testDamages(leagues, MEMBERSHIPS));
describe('damage to merges, names and accounts', () => testDamages(leagues, NAMES));

test('two handles of one person in a match are found, with the consequences', async () => {
  const merge = `INSERT INTO player_merge SELECT id, 3, 1, now() FROM league WHERE slug = 'arena'`;
  const found = await damaged(leagues.url, merge);
  const meetings = [1, 3, 7].map((sequence) => `arena merges: match ${sequence}, player 1`);
  expect(found.filter((line) => line.startsWith('arena merges'))).toEqual(meetings);
  expect(found.find((line) => line.startsWith('arena journal'))).toBe('arena journal: match 1, player 1, after value');
});

/** Damages a copy and mends it. @returns what is found then */
async function mended(statements: string, mend: (platform: Platform) => Promise<unknown>): Promise<unknown[]> {
  const platform = await platformOfTest(await copyDatabase(leagues.url));
  await platform.sql(statements);
  expect((await verifyDatabase(platform.app)).platform).not.toEqual([]);
  await mend(platform);
  const { platform: own, leagues: others } = await verifyDatabase(platform.app);
  return [...own, ...others.flatMap(({ problems }) => problems)];
}

test('a command repairs the list of publicly known players: neither too many nor too few', async () => {
  const wrong = `${madePrivate(`slug <> 'duels'`)};
    DELETE FROM membership WHERE league_id = 0 AND player_id = 1;
    UPDATE membership SET since = '2000-01-01' WHERE league_id = 0 AND player_id = 2`;
  const problems = await mended(wrong, async ({ app, sql }) => {
    const { republished } = await repairNames(app);
    expect(republished).toHaveLength(8);
    expect(republished).toContainEqual({ id: 1, handle: 'ann', isPublic: true });
    expect(republished).toContainEqual({ id: 7, handle: 'gus', isPublic: false });
    const players = `SELECT player_id AS id FROM membership WHERE league_id`;
    expect(await sql(`${players} = 0 ORDER BY 1`)).toEqual(
      await sql(`${players} = (SELECT id FROM league WHERE slug = 'duels') ORDER BY 1`),
    );
    expect((await repairNames(app)).republished).toEqual([]);
  });
  expect(problems).toEqual([]);
});

test('a private league hides the players whom only private leagues have, at its midnight', async () => {
  const problems = await mended(madePrivate('true'), async ({ app, sql }) => {
    const [{ id }] = (await sql(`SELECT id FROM league WHERE slug = 'arena'`)) as [{ id: number }];
    await rollOverDay({ ...app, clock: () => new Date(Date.now() + DAY) }, id);
    expect(await sql('SELECT FROM membership WHERE league_id = 0')).toEqual([]);
  });
  expect(problems).toEqual([]);
});
