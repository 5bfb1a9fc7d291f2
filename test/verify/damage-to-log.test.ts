import { describe, expect, test } from 'vitest';
import { type Damage, damaged, damages, line, testDamages } from '../support/damage.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const LOG: readonly Damage[] = [
  ...damages`
  a match, played a millisecond later
    UPDATE match SET played_at = played_at + interval '1 ms' WHERE ${of('arena')} AND sequence = 1
  > ${[1, 2, 3, 4, 1, 2, 3, 4].map((player) => `arena journal: match 1, player ${player}`)}
  a match, played a microsecond later
    UPDATE match SET played_at = played_at + interval '1 us' WHERE ${of('arena')} AND sequence = 1
  > arena log: match 1, played at
  a journal line, a microsecond later
    UPDATE rating_change SET played_at = played_at + interval '1 us' WHERE ${line('arena', 1, 2)}
  > arena log: journal line of match 1, player 2, played at
  a match without a time
    UPDATE match SET played_at = 'infinity' WHERE ${of('arena')} AND sequence = 1
  > arena log: match 1, played at
  > arena counters: league arena, rated through
  a forfeit that is rated as a win
    UPDATE match SET reported = '[
      {"status": "FORFEIT", "placement": 2, "score": null, "participants": [{"playerId": 1, "isGuest": false, "score": null}]},
      {"status": "FINISHED", "placement": 1, "score": null, "participants": [{"playerId": 3, "isGuest": false, "score": null}]}
    ]' WHERE ${of('arena')} AND sequence = 7
  > arena log: match 7, sides that did not finish
  reported sides that all finished
    UPDATE match SET reported = '[]' WHERE ${of('arena')} AND sequence = 7
  > arena log: match 7, sides that did not finish
  details that are a list
    UPDATE match SET details = '[1]' WHERE ${of('arena')} AND sequence = 7
  > arena log: match 7, details
  details that no correction gave
    UPDATE match SET details = '{"map": "ice"}' WHERE ${of('arena')} AND sequence = 5
  > arena audit: match 5, details
  a weight of 1 that is written out
    UPDATE match SET weight = 1 WHERE ${of('arena')} AND sequence = 7
  > arena log: match 7, weight
  a weight that no correction gave
    UPDATE match SET weight = 3 WHERE ${of('arena')} AND sequence = 5
  > arena audit: match 5, weight
  a role too many
    UPDATE match SET side_roles = '{home,away,guest,host}' WHERE ${of('arena')} AND sequence = 7
  > arena log: match 7
  two matches of one external id
    ALTER TABLE match DROP CONSTRAINT match_external_id_key;
    UPDATE match SET external_id = 'day-7' WHERE ${of('arena')} AND sequence = 8
  > arena log: external id "day-7"
  a gap in the sequences
    UPDATE match SET sequence = 9 WHERE ${of('arena')} AND sequence = 8;
    UPDATE rating_change SET sequence = 9 WHERE ${of('arena')} AND sequence = 8
  > arena log: sequence after 7
  > arena counters: league arena, last sequence
  > arena events: match 8, times told
  > arena events: match 9, times told
  the sequences of two matches, swapped
    UPDATE match SET sequence = 99 WHERE ${of('arena')} AND sequence = 7;
    UPDATE match SET sequence = 7 WHERE ${of('arena')} AND sequence = 8;
    UPDATE match SET sequence = 8 WHERE ${of('arena')} AND sequence = 99
  > ${['7, player 1', '7, player 3', '8, player 1', '8, player 3']
    .concat('7, player 4', '7, player 5', '8, player 4', '8, player 5')
    .map((at) => `arena journal: match ${at}`)}
  the players of two matches, swapped
    UPDATE match SET player_ids = CASE sequence WHEN 7 THEN '{4,5}' ELSE '{1,3}' END::integer[]
    WHERE ${of('arena')} AND sequence IN (7, 8)
  > ${[4, 5, 1, 3].map((player) => `arena journal: match 7, player ${player}`)}
  > ${[1, 3, 4, 5].map((player) => `arena journal: match 8, player ${player}`)}
  > ${[1, 3, 4, 5].map((player) => `arena ratings: player ${player}, last played at`)}
  a participant who is nobody
    UPDATE match SET player_ids[2] = 999 WHERE ${of('arena')} AND sequence = 4;
    UPDATE unrated_appearance SET player_id = 999 WHERE ${line('arena', 4, 7)}
  > arena log: participant 2 of match 4
  > arena ratings: membership of player 999
  a participant who is not even a number
    UPDATE match SET player_ids[2] = NULL WHERE ${of('arena')} AND sequence = 4;
    DELETE FROM unrated_appearance WHERE ${line('arena', 4, 7)}
  > arena log: match 4
  > arena log: participant 2 of match 4
  > arena log: match 4, unrated appearance of player null
  an unrated appearance that is missing
    DELETE FROM unrated_appearance WHERE ${line('arena', 4, 7)}
  > arena log: match 4, unrated appearance of player 7
  an unrated appearance in a void match that is missing
    DELETE FROM unrated_appearance WHERE ${line('arena', 5, 2)}
  > arena log: match 5, unrated appearance of player 2
  an unrated appearance of one who was rated
    INSERT INTO unrated_appearance SELECT league_id, 4, sequence FROM match WHERE ${of('arena')} AND sequence = 8
  > arena log: match 8, unrated appearance of player 4
  unrated appearances of one who did not take part, and in no match
    INSERT INTO unrated_appearance SELECT league_id, 6, sequence FROM match WHERE ${of('arena')} AND sequence = 4;
    INSERT INTO unrated_appearance SELECT league_id, 6, 99 FROM match WHERE ${of('arena')} AND sequence = 4
  > arena log: match 4, unrated appearance of player 6
  > arena log: match 99, unrated appearance of player 6
  a match of a sender who is nobody
    UPDATE match SET submitted_by = 999 WHERE ${of('arena')} AND sequence = 8
  > arena log: match 8, submitted by
  participants that are not counted from 1
    UPDATE match SET player_ids = '[0:1]={4,5}' WHERE ${of('arena')} AND sequence = 8
  > arena log: match 8
`,
  ...Object.entries({
    guests: '{false}',
    scores: '{1}',
    minutes_played: '{1,2,3}',
    scores_against: '{{NULL,3}}',
    side_scores: '{1,2,3}',
    side_names: '{red}',
  }).map(
    ([column, value]): Damage => [
      `${column} of another length`,
      `UPDATE match SET ${column} = '${value}' WHERE ${of('arena')} AND sequence = 5`,
      ['arena log: match 5'],
    ],
  ),
  ...damages`
  one who may be a guest or not
    UPDATE match SET guests[2] = NULL WHERE ${of('arena')} AND sequence = 5
  > arena log: match 5
  sides that are not in order
    UPDATE match SET sides = '{1,0}' WHERE ${of('arena')} AND sequence = 5
  > arena log: match 5
  a placement too many
    UPDATE match SET placements = '{1,2,3}' WHERE ${of('arena')} AND sequence = 8
  > arena log: match 8
`,
];

const COUNTERS: readonly Damage[] = (
  [
    ['match_count', 'match count', 'match_count + 1'],
    ['last_sequence', 'last sequence', 'last_sequence + 1'],
    ['player_count', 'player count', 'player_count - 1'],
    ['rated_through', 'rated through', `rated_through + interval '1 ms'`],
  ] as const
).map(([column, words, value]) => [
  column,
  `UPDATE league SET ${column} = ${value} WHERE slug = 'arena'`,
  [`arena counters: league arena, ${words}`],
]);

describe('damage to the log', () => testDamages(leagues, LOG));
describe('damage to the counters', () => testDamages(leagues, COUNTERS));

/** Damage to what ratings are made from shows in all that is made from it. */
test.each(damages`
  a player, made a guest
    UPDATE match SET guests = '{false,true}' WHERE ${of('arena')} AND sequence = 8
  > arena journal: match 8, player 4
  a guest, made a player
    UPDATE match SET guests = NULL WHERE ${of('arena')} AND sequence = 3
  > arena journal: match 3, player 7
  the other side, made the winner
    UPDATE match SET placements = '{2,1}' WHERE ${of('duels')} AND sequence = 20
  > duels journal: match 20, player 3, after value
  minutes played
    UPDATE match SET minutes_played[2] = 13 WHERE ${of('arena')} AND sequence = 1
  > arena journal: match 1, player 2, after value
  a match, played a day later
    UPDATE match SET played_at = played_at + interval '1 day' WHERE ${of('ladder')} AND sequence = 2
  > ladder journal: match 2, player 2
  a match, void where it counted
    UPDATE match SET status = 'VOID' WHERE ${of('arena')} AND sequence = 8
  > arena journal: match 8, player 4
  the time of a match, where ratings depend on time
    UPDATE match SET played_at = played_at + interval '1 hour' WHERE ${of('duels')} AND sequence = 23;
    UPDATE rating_change SET played_at = played_at + interval '1 hour' WHERE ${of('duels')} AND sequence = 23
  > duels journal: match 23, player 2, after value
  the settings of the league
    UPDATE league SET settings = jsonb_set(settings, '{initialRating}', '501') WHERE slug = 'arena'
  > arena journal: match 1, player 1, before value
  a match that cannot be rated
    UPDATE match SET placements = NULL WHERE ${of('arena')} AND sequence = 8
  > arena journal: match 8
  a gap in the sides
    UPDATE match SET sides = '{0,2}' WHERE ${of('arena')} AND sequence = 8
  > arena journal: match 8
  a match without participants
    UPDATE match SET player_ids = '{}' WHERE ${of('arena')} AND sequence = 8
  > arena journal: match 8, player 4
`)('damage to what was played is found in the journal first: %s', async (_, statements, [first]) => {
  const found = await damaged(leagues.url, statements);
  expect(found.find((line) => line.includes(' journal: '))).toBe(first);
  expect(found.filter((line) => !line.startsWith(first!.split(' ')[0]!))).toEqual([]);
});

const event = (slug: string, number: number) => `${of(slug)} AND number = ${number}`;

const EVENTS = damages`
  an event that was not written
    DELETE FROM league_event WHERE ${event('arena', 1)}
  > ${[1, 2, 3, 4, 5].map((sequence) => `arena events: match ${sequence}, times told`)}
  a match that is told of twice
    UPDATE league_event SET sequences = '{6,7,8,8}' WHERE ${event('arena', 3)}
  > arena events: match 8, times told
  a match that there is not
    UPDATE league_event SET sequences = '{6,7,8,9}' WHERE ${event('arena', 3)}
  > arena events: match 9, times told
  matches in another order than they came
    UPDATE league_event SET sequences = '{7,6,8}' WHERE ${event('arena', 3)}
  > arena events: event 3, order of arrival
  a late match that is not told of
    UPDATE league_event SET sequences = NULL WHERE ${event('fixed', 2)}
  > fixed events: match 6, times told
  a revision that was not told of
    DELETE FROM league_event WHERE ${event('fixed', 4)}
  > fixed events: event 5, revision
  the newest revision, not told of
    DELETE FROM league_event WHERE ${event('fixed', 7)}
  > fixed events: event 6, revision of the league
  an event ahead of its league
    UPDATE league_event SET number = 99 WHERE ${event('arena', 3)}
  > arena events: event 99
  a cause that the audit log does not know
    UPDATE league_event SET action = 'voidMatch' WHERE ${event('fixed', 2)}
  > fixed events: event 2, entry in the audit log
`;

describe('damage to events', () => testDamages(leagues, EVENTS));
