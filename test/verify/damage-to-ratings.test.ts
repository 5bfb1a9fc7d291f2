import { describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { recomputeLeague } from '../support/changes.js';
import { type Damage, damages, line, rating, testDamages } from '../support/damage.js';
import { copyDatabase, platformOfTest } from '../support/platform.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

/** One unit in the last place of a double from 512 to 1024, where the ratings of `arena` are. */
const LAST_BIT = '1.1368683772161603e-13';
const JOURNAL = damages`
  the count of its bytes
    UPDATE league SET journal_bytes = journal_bytes + 8 WHERE slug = 'arena'
  > arena counters: league arena, journal bytes
  the last bit of a value after
    UPDATE rating_change SET after_value = after_value + ${LAST_BIT} WHERE ${line('arena', 7, 1)}
  > arena journal: match 7, player 1, after value
  > arena restore: player 1
  the last bit of a value before
    UPDATE rating_change SET before_value = before_value + ${LAST_BIT} WHERE ${line('arena', 7, 1)}
  > arena journal: match 7, player 1, before value
  > arena chain: match 7, player 1, after match 3
  a value after by a point
    UPDATE rating_change SET after_value = after_value + 1 WHERE ${line('arena', 1, 1)}
  > arena journal: match 1, player 1, after value
  > arena chain: match 2, player 1, after match 1
  > arena contributions: match 1, player 1, sum of deltas
  > arena zeroSum: match 1, sum of changes
  a deviation after
    UPDATE rating_change SET after_deviation = after_deviation * 1.0000001 WHERE ${line('duels', 1, 1)}
  > duels journal: match 1, player 1, after deviation
  > duels chain: match 3, player 1, after match 1
  a deviation before, to none
    UPDATE rating_change SET before_deviation = NULL WHERE ${line('duels', 1, 1)}
  > duels journal: match 1, player 1, before deviation
  the delta of a contribution
    UPDATE rating_change SET contributions[6] = contributions[6] + 1e-6 WHERE ${line('arena', 7, 1)}
  > arena journal: match 7, player 1, contribution 1, delta
  > arena contributions: match 7, player 1, sum of deltas
  the delta of a contribution, to none
    UPDATE rating_change SET contributions[6] = 'NaN' WHERE ${line('arena', 7, 1)}
  > arena journal: match 7, player 1, contribution 1, delta
  > arena contributions: match 7, player 1, sum of deltas
  the opponent of a second contribution
    UPDATE rating_change SET contributions[7] = 5 WHERE ${line('arena', 2, 1)}
  > arena journal: match 2, player 1, contribution 2, opponent
  a contribution, taken away
    UPDATE rating_change SET contributions = contributions[1:6] WHERE ${line('arena', 2, 1)}
  > arena counters: league arena, journal bytes
  > arena journal: match 2, player 1, numbers in contributions
  > arena contributions: match 2, player 1, sum of deltas
  what a state is restored from
    UPDATE rating_change SET contributions[2] = contributions[2] + 1 WHERE ${line('ladder', 3, 1)}
  > ladder journal: match 3, player 1, contribution 1, opponent value
  > ladder restore: player 1
  a revision, to one that is not there yet
    UPDATE rating_change SET revision = 3 WHERE ${line('arena', 7, 1)}
  > arena chain: match 7, player 1, revision
  a revision, to one that never was
    UPDATE rating_change SET revision = 0 WHERE ${line('arena', 7, 1)}
  > arena chain: match 7, player 1, revision
  a revision, to one before that of its match
    UPDATE rating_change SET revision = 1 WHERE ${line('arena', 7, 1)}
  > arena chain: match 7, player 1, revision
  the revisions of a match, to one before that of a match that a player of it has played
    UPDATE rating_change SET revision = 1 WHERE ${line('arena', 7, 1)} OR ${line('arena', 7, 3)}
  > arena chain: match 7, player 1, revision
  > arena chain: match 7, player 3, revision
  a line, deleted
    DELETE FROM rating_change WHERE ${line('arena', 8, 4)}
  > arena counters: league arena, journal bytes
  > arena journal: match 8, player 4
  > arena zeroSum: match 8, sum of changes
  > arena restore: player 4
  a line from which a state is restored, deleted
    DELETE FROM rating_change WHERE ${line('ladder', 3, 1)}
  > ladder counters: league ladder, journal bytes
  > ladder journal: match 3, player 1
  > ladder chain: match 5, player 1, after match 1
  > ladder restore: player 1
  a line for a guest
    ${addedLine(3, 7)}
  > arena counters: league arena, journal bytes
  > arena journal: match 3, player 7
  a line for a match that rates nobody
    ${addedLine(4, 1, 3)}
  > arena counters: league arena, journal bytes
  > arena journal: match 4, player 1
  a line for a void match
    ${addedLine(5, 2, 3)}
  > arena counters: league arena, journal bytes
  > arena journal: match 5, player 2
  a line for somebody who did not play
    ${addedLine(7, 8)}
  > arena counters: league arena, journal bytes
  > arena journal: match 7, player 8
`;

/** A line of the journal of `arena` that changes nothing, begun where that of another match ended. */
function addedLine(match: number, player: number, after?: number): string {
  const value = after ? `(SELECT after_value FROM rating_change WHERE ${line('arena', after, player)})` : '500';
  return `INSERT INTO rating_change
          SELECT league_id, ${player}, played_at, sequence, ${match < 6 ? 1 : 2}, ${value}, NULL, ${value}, NULL, ${value}, false, 0, '{}', 1
          FROM match WHERE ${of('arena')} AND sequence = ${match}`;
}

const RATINGS: readonly Damage[] = [
  ...(['wins', 'draws', 'losses', 'matches_played'] as const).map(
    (column): Damage => [
      column,
      `UPDATE rating SET ${column} = ${column} + 1 WHERE ${rating('arena', 1)}`,
      [`arena ratings: player 1, ${column.replace('_', ' ')}`],
    ],
  ),
  ...damages`
  the last bit of a peak
    UPDATE rating SET peak = peak + ${LAST_BIT} WHERE ${rating('arena', 1)}
  > arena ratings: player 1, peak
  a membership, forgotten
    DELETE FROM membership WHERE ${rating('arena', 1)}
  > arena ratings: membership of player 1
  > platform names: player 1, public name
  a membership of somebody who never came
    INSERT INTO membership SELECT 999, id, now(), 'nobody', 'nobody' FROM (
      SELECT id FROM league WHERE slug = 'arena' UNION SELECT 0) AS known
  > arena ratings: membership of player 999
  > arena ratings: name of player 999, "nobody"
  a display
    UPDATE rating SET display = '611' WHERE ${rating('arena', 1)}
  > arena ratings: player 1, display
  the last bit of a value
    UPDATE rating SET value = value + ${LAST_BIT} WHERE ${rating('arena', 1)}
  > arena ratings: player 1, value
  a deviation
    UPDATE rating SET deviation = deviation + 1e-9 WHERE ${rating('duels', 4)}
  > duels ratings: player 4, deviation
  a time
    UPDATE rating SET last_played_at = last_played_at + interval '1 ms' WHERE ${rating('duels', 4)}
  > duels ratings: player 4, last played at
  a time, to none
    UPDATE rating SET last_played_at = NULL WHERE ${rating('arena', 1)}
  > arena ratings: player 1, last played at
  a state that is kept
    UPDATE rating SET state = '{"rating": 536.5625586051939}' WHERE ${rating('kept', 1)}
  > kept ratings: player 1, state
  > kept restore: player 1
  a state, where none is kept
    UPDATE rating SET state = '{}' WHERE ${rating('arena', 1)}
  > arena ratings: player 1, state
  a score, by which the order stays
    UPDATE rating SET score = score + 1 WHERE ${rating('arena', 1)}
  > arena ratings: player 1, score
  a score, by which two change places
    UPDATE rating SET score = 509 WHERE ${rating('arena', 4)}
  > arena ratings: player 4, score
  > arena standings: place 2, player
  > arena standings: place 3, player
  a score, by which two share a rank
    UPDATE rating SET score = (SELECT score FROM rating WHERE ${rating('arena', 2)}) WHERE ${rating('arena', 4)}
  > arena ratings: player 4, score
  > arena standings: place 3, rank
  a score that is no number
    UPDATE rating SET score = 'NaN' WHERE ${rating('arena', 1)}
  > arena ratings: player 1, score
  a ranked player, made provisional
    UPDATE rating SET is_provisional = true WHERE ${rating('duels', 1)}
  > duels ratings: player 1, is provisional
  > duels standings: place 1, player
  > duels standings: place 2, player
  > duels standings: place 2, rank
  > duels standings: place 3, player
  a rating, deleted
    DELETE FROM rating WHERE ${rating('arena', 1)}
  > arena ratings: player 1
  > ${[1, 2, 3, 4, 5].map((place) => `arena standings: place ${place}, player`)}
  > arena standings: place 6
  the value of a player who has not played
    UPDATE rating SET value = 501 WHERE ${rating('arena', 8)}
  > arena ratings: player 8, value
  a player who has not played, put on the board
    UPDATE rating SET matches_played = 1 WHERE ${rating('arena', 8)}
  > arena ratings: player 8, matches played
  > arena standings: place 7, player
  a rating of somebody who never played, invented
    INSERT INTO rating SELECT league_id, 7, 900, NULL, 900, false, '900', NULL, 0, 0, 0, 0, NULL, NULL FROM rating
    WHERE ${rating('arena', 8)}
  > arena ratings: player 7, value
  > arena ratings: player 7, score
  > arena ratings: player 7, is provisional
  > arena ratings: player 7, display
`,
];

describe('damage to the journal', () => testDamages(leagues, JOURNAL));
describe('damage to ratings and standings', () => testDamages(leagues, RATINGS));

test('a recompute repairs the board and its journal; the damaged lines stay those of the revision before', async () => {
  const platform = await platformOfTest(await copyDatabase(leagues.url));
  await platform.sql(
    `UPDATE rating_change SET after_value = after_value + 1, contributions = contributions[1:6] WHERE ${line('ladder', 3, 1)};
     UPDATE rating SET value = 1, display = '1', score = 1 WHERE ${rating('ladder', 1)}`,
  );
  const broken = async () =>
    (await verifyDatabase(platform.app)).leagues.flatMap(({ problems }) => problems.map(({ invariant }) => invariant));
  expect(await broken()).toEqual(['journal', 'chain', 'contributions', 'ratings']);
  await recomputeLeague(platform.app, COMMAND_LINE, { league: 'ladder', reason: 'verify found it' });
  expect((await broken()).filter((invariant) => !['superseded', 'counters'].includes(invariant))).toEqual([]);
});
