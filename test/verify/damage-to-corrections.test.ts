import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Damage, damaged, line } from '../support/damage.js';
import { buildLeagues, of } from '../support/small-leagues.js';

let leagues: Awaited<ReturnType<typeof buildLeagues>>;
beforeAll(async () => {
  leagues = await buildLeagues();
});
afterAll(() => leagues.drop());

const forget = (what: string) =>
  `ALTER TABLE audit_entry DISABLE TRIGGER ALL; DELETE FROM audit_entry WHERE ${what};
   ALTER TABLE audit_entry ENABLE TRIGGER ALL`;

const REVISIONS: readonly Damage[] = [
  [
    'a revision, forgotten',
    `DELETE FROM league_revision WHERE ${of('fixed')} AND revision = 3`,
    ['fixed revisions: revision 3', ...[3, 4, 5, 6, 7].map((revision) => `fixed audit: entry of revision ${revision}`)],
  ],
  [
    'the first revision, forgotten',
    `DELETE FROM league_revision WHERE ${of('empty')}`,
    ['empty revisions: revision 1'],
  ],
  [
    'a revision that is not there yet',
    `INSERT INTO league_revision
       SELECT league_id, 8, rater, rater_version, settings, 'I felt like it', now(), generation FROM league_revision
       WHERE ${of('fixed')} AND revision = 7`,
    ['fixed revisions: revision 8', 'fixed audit: entry of revision 8'],
  ],
  [
    'a revision 0',
    `INSERT INTO league_revision SELECT league_id, 0, rater, rater_version, settings, reason, applied_at, generation
       FROM league_revision WHERE ${of('fixed')} AND revision = 1`,
    ['fixed revisions: revision 0'],
  ],
  [
    'the settings of the newest revision',
    `UPDATE league_revision SET settings = jsonb_set(settings, '{initialRating}', '601')
     WHERE ${of('fixed')} AND revision = 7`,
    ['fixed revisions: revision 7, settings'],
  ],
  [
    'the rater of the newest revision',
    `UPDATE league_revision SET rater = 'performance', rater_version = '0' WHERE ${of('fixed')} AND revision = 7`,
    ['fixed revisions: revision 7, rater', 'fixed revisions: revision 7, rater version'],
  ],
  [
    'the reason of a revision',
    `UPDATE league_revision SET reason = 'for fun' WHERE ${of('fixed')} AND revision = 3`,
    ['fixed audit: entry of revision 3'],
  ],
  [
    'the time of a revision',
    `UPDATE league_revision SET applied_at = applied_at + interval '1 ms' WHERE ${of('fixed')} AND revision = 3`,
    ['fixed audit: entry of revision 3'],
  ],
  [
    'the entry of the newest revision, forgotten',
    forget(`action = 'recomputeLeague' AND ${of('fixed')}`),
    ['fixed events: event 7, entry in the audit log', 'fixed audit: entry of revision 7'],
  ],
];

/** ben's line of match 1 as it was before that match was amended. */
const PAST = `${line('fixed', 1, 2)} AND revision = 2`;

const SUPERSEDED: readonly Damage[] = [
  [
    'a value that the board showed',
    `UPDATE superseded_change SET after_value = after_value + 1 WHERE ${PAST}`,
    ['fixed superseded: match 2, player 2, line of revision 2, after match 1'],
  ],
  [
    'a line of the past, forgotten',
    `DELETE FROM superseded_change WHERE ${PAST}`,
    [
      'fixed counters: league fixed, journal bytes',
      'fixed revisions: revision 2, lines that its replay wrote',
      'fixed superseded: lines that revision 3 replaced',
      'fixed superseded: match 2, player 2, line of revision 2, after match 6',
    ],
  ],
  [
    'the end of a line, before its beginning',
    `UPDATE superseded_change SET superseded_in = 2 WHERE ${PAST}`,
    [
      'fixed superseded: match 1, player 2, superseded line of revision 2',
      'fixed superseded: lines that revision 2 replaced',
      'fixed superseded: lines that revision 3 replaced',
      'fixed superseded: match 2, player 2, line of revision 2, after match 6',
    ],
  ],
  [
    'the end of a line, in a revision to come',
    `UPDATE superseded_change SET superseded_in = 8 WHERE ${line('fixed', 5, 1)} AND revision = 4`,
    [
      'fixed superseded: match 5, player 1, superseded line of revision 4',
      'fixed superseded: lines that revision 5 replaced',
      ...[5, 6, 7].map(() => 'fixed superseded: match 5, player 1, line of revision 4, after match 4'),
      ...[5, 6, 7].map((revision) => `fixed superseded: match 5, player 1, line of revision ${revision}`),
    ],
  ],
  [
    'a line of the journal, in the past too',
    `INSERT INTO superseded_change
       SELECT league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value,
              after_deviation, score, is_provisional, verdict, contributions, revision + 1
       FROM rating_change WHERE ${line('fixed', 5, 1)} AND revision = 7;
     UPDATE league SET revision = 8 WHERE slug = 'fixed'`,
    [
      'fixed counters: league fixed, journal bytes',
      'fixed revisions: revision 8',
      'fixed events: event 7, revision of the league',
      'fixed superseded: match 5, player 1, line of revision 7',
    ],
  ],
  [
    'a time of the past, by a microsecond',
    `UPDATE superseded_change SET played_at = played_at + interval '1 us' WHERE ${line('fixed', 5, 1)} AND revision = 4`,
    ['fixed log: superseded line of match 5, player 1, played at'],
  ],
  [
    'a superseded line, of a match that is not there',
    `UPDATE superseded_change SET sequence = 99 WHERE ${line('fixed', 5, 1)} AND revision = 4`,
    ['fixed superseded: match 99, player 1, superseded line of revision 4'],
  ],
  [
    'a line of a generation of the past, of a player who is not there',
    `UPDATE rating_change SET player_id = 99 WHERE ${line('fixed', 5, 1)} AND revision = 6`,
    ['fixed superseded: match 5, player 99, superseded line of revision 6'],
  ],
  [
    'a value of a generation of the past',
    `UPDATE rating_change SET before_value = before_value + 1 WHERE ${line('fixed', 5, 1)} AND revision = 6`,
    ['fixed superseded: match 5, player 1, line of revision 6, after match 4'],
  ],
  [
    'a line of a generation that no revision made',
    `UPDATE rating_change SET generation = 99 WHERE ${line('fixed', 5, 1)} AND revision = 6`,
    [
      'fixed counters: league fixed, journal bytes',
      'fixed revisions: revision 6, lines that its replay wrote',
      'fixed superseded: generation 99, revision 6',
      'fixed superseded: lines that revision 7 replaced',
    ],
  ],
  [
    'a line of a generation, by a revision of another',
    `UPDATE rating_change SET revision = 5 WHERE ${line('fixed', 5, 1)} AND revision = 6`,
    [
      'fixed revisions: revision 6, lines that its replay wrote',
      'fixed superseded: generation 2, revision 5',
      'fixed superseded: match 5, player 1, line of revision 5',
    ],
  ],
  [
    'the generation of the newest revision',
    `UPDATE league_revision SET generation = 99 WHERE ${of('fixed')} AND revision = 7`,
    [
      'fixed counters: league fixed, journal bytes',
      'fixed revisions: revision 7, generation',
      'fixed revisions: revision 7, lines that its replay wrote',
    ],
  ],
  [
    'what a replay wrote',
    `UPDATE league_revision SET lines = 1000 WHERE ${of('fixed')} AND revision = 7`,
    ['fixed revisions: revision 7, lines that its replay wrote'],
  ],
  [
    'the token of a replay',
    `UPDATE league_revision SET token_id = 99 WHERE ${of('fixed')} AND revision = 7`,
    ['fixed revisions: revision 7, token'],
  ],
];

const RECOMPUTES: readonly Damage[] = [
  [
    'one that is done, without its revision',
    'UPDATE recompute SET revision = NULL WHERE id = 1',
    ['fixed recomputes: recompute 1'],
  ],
  [
    'one that is done, with a revision of others',
    'UPDATE recompute SET revision = 6 WHERE id = 1',
    ['fixed recomputes: recompute 1'],
  ],
  [
    'one that is done, and not over',
    'UPDATE recompute SET finished_at = NULL WHERE id = 1',
    ['fixed recomputes: recompute 1'],
  ],
  [
    'one that is done, whose effect names fewer players than it counts',
    `UPDATE recompute SET effect = jsonb_set(effect, '{changeCount}', '3') WHERE id = 1`,
    ['fixed recomputes: recompute 1'],
  ],
  [
    'one that was cancelled, with an effect',
    'UPDATE recompute SET effect = (SELECT effect FROM recompute WHERE id = 1) WHERE id = 2',
    ['fixed recomputes: recompute 2'],
  ],
  [
    'one that was cancelled, with a revision',
    'UPDATE recompute SET revision = 7 WHERE id = 2',
    ['fixed recomputes: recompute 2'],
  ],
  [
    'one that failed without a word',
    `UPDATE recompute SET status = 'FAILED' WHERE id = 2`,
    ['fixed recomputes: recompute 2'],
  ],
  [
    'one that runs, and is over',
    `UPDATE recompute SET status = 'RUNNING', started_at = finished_at WHERE id = 2`,
    ['fixed recomputes: recompute 2'],
  ],
  [
    'two that are not over',
    `DROP INDEX recompute_pending; UPDATE recompute SET status = 'QUEUED', revision = NULL, effect = NULL, started_at = NULL, finished_at = NULL`,
    ['fixed recomputes: league fixed'],
  ],
];

/** The leagues that know player 4 by a name find that it is not theirs any more. */
const unknownName = (handle: string) =>
  ['arena', 'duels', 'ladder'].map((league) => `${league} ratings: name of player 4, "${handle}"`);

const PLAYERS: readonly Damage[] = [
  [
    'a merge into one who is merged',
    `INSERT INTO player_merge SELECT league_id, 7, 5, now() FROM player_merge`,
    ['fixed merges: player 7'],
  ],
  [
    'a merge of two who never played',
    `INSERT INTO player_merge SELECT id, 7, 8, now() FROM league WHERE slug = 'empty'`,
    [],
  ],
  [
    'a handle that leads to another',
    `UPDATE player_name SET player_id = 1 WHERE handle_key = 'don';
     UPDATE player SET handle = 'don', handle_key = 'don' WHERE handle_key = 'dan'`,
    [...unknownName('don'), 'platform names: handle "don"', 'platform names: former handle "don"'],
  ],
  [
    'a key that is not of its handle',
    `UPDATE player_name SET handle_key = 'dann' WHERE handle_key = 'dan';
     UPDATE player SET handle_key = 'dann' WHERE handle_key = 'dan'`,
    [...unknownName('dan'), 'platform names: handle "dan", key', 'platform names: handle "dan", skeletons'],
  ],
  [
    'a handle without a name',
    `DELETE FROM player_name WHERE handle_key = 'dan'`,
    [...unknownName('dan'), 'platform names: handle "dan"'],
  ],
  [
    'a handle that was given up',
    `UPDATE player_name SET given_up_at = now() WHERE handle_key = 'dan'`,
    ['platform names: handle "dan"'],
  ],
  [
    'a handle that is shown otherwise',
    `UPDATE player SET handle = 'Dan' WHERE handle_key = 'dan'`,
    ['platform names: handle "Dan"'],
  ],
  [
    'a handle of two players, of old',
    `INSERT INTO contested_name VALUES ('ann', 'ann', 2, now())`,
    ['platform names: handle "ann"'],
  ],
  [
    'a display name that nobody gave',
    `UPDATE player SET display_name = 'Dan', named_at = now() WHERE handle = 'dan'`,
    ['platform names: display name of player 4'],
  ],
  [
    'the time of a display name, without one',
    `UPDATE player SET named_at = now() WHERE handle = 'dan'`,
    ['platform names: display name of player 4, time'],
  ],
  [
    'an account of two players',
    `ALTER TABLE account DROP CONSTRAINT account_pkey;
     INSERT INTO account SELECT account, league_id, 1, linked_at FROM account WHERE league_id = 0`,
    ['platform names: account "discord:1234" in league 0', 'platform names: account "discord:1234" in league 0, link'],
  ],
  [
    'an account of another player',
    `UPDATE account SET player_id = 1 WHERE league_id = 0`,
    ['platform names: account "discord:1234" in league 0, link'],
  ],
  [
    'an account of a player whom the league does not know',
    `ALTER TABLE account DROP CONSTRAINT account_membership_fkey;
     UPDATE account SET league_id = 99 WHERE league_id = 0`,
    ['platform leagues: account, league 99', 'platform names: account "discord:1234" in league 99, player'],
  ],
  [
    'an account without a provider',
    `UPDATE account SET account = 'Discord:1234' WHERE league_id = 0`,
    [
      'platform names: account "Discord:1234" in league 0, link',
      'platform names: account "Discord:1234" in league 0, form',
    ],
  ],
  [
    'a former handle of another',
    `UPDATE player_name SET player_id = 1 WHERE handle_key = 'don'`,
    [...unknownName('don'), 'platform names: former handle "don"'],
  ],
  [
    'a former handle under another key',
    `UPDATE player_name SET handle_key = 'Don' WHERE handle_key = 'don'`,
    [...unknownName('don'), 'platform names: former handle "don", key', 'platform names: handle "don", skeletons'],
  ],
];

describe.each([
  ['revisions', REVISIONS],
  ['lines of the past', SUPERSEDED],
  ['recomputes', RECOMPUTES],
  ['merges and former handles', PLAYERS],
] as const)('damage to %s is found, and nothing else', (_, damages) => {
  test.each(damages)('%s', async (_, statements, found) => {
    expect(await damaged(leagues.url, statements)).toEqual(found);
  });
});

test('two handles of one person in a match are found, and what comes of it', async () => {
  const merge = `INSERT INTO player_merge SELECT id, 3, 1, now() FROM league WHERE slug = 'arena'`;
  const found = await damaged(leagues.url, merge);
  const meetings = [1, 3, 7].map((sequence) => `arena merges: match ${sequence}, player 1`);
  expect(found.filter((line) => line.startsWith('arena merges'))).toEqual(meetings);
  expect(found.find((line) => line.startsWith('arena journal'))).toBe('arena journal: match 1, player 1, after value');
});
