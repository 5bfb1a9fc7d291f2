import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { damaged, damages, testDamages } from '../support/damage.js';
import { failingLog } from '../support/log.js';
import { DAY, dayByDay, leagueWith, match, newPlatform, OPENING, play } from '../support/platform.js';
import { shared } from '../support/shared.js';

/**
 * In `pairs`, rated by timed-glicko, ann (1) beats ben (2) and cid (3) beats dan (4) in matches 1 and 2; on the tenth day
 * ann and ben are paired by tickets 1 and 2, and cid's wait expires, which is sequence 3; in match 4 cid beats ann.
 */
const pairs = shared(
  async () => {
    const platform = await newPlatform();
    await leagueWith(platform.app, 'pairs', 'timed-glicko', dayByDay('ann beats ben', 'cid beats dan'));
    const at = (time: number) => ({ ...platform.app, clock: () => new Date(time) });
    for (const player of ['ann', 'ben', 'cid']) {
      await joinQueue(at(OPENING + 10 * DAY), COMMAND_LINE, { league: 'pairs', player });
    }
    await expireTickets(at(OPENING + 10 * DAY + 300_000), failingLog);
    await play(platform.app, 'pairs', [match(20, 'cid beats ann')]);
    await platform.close();
    return platform;
  },
  ({ drop }) => drop(),
);

testDamages(
  pairs,
  damages`
  a player who was paired with themselves
    UPDATE queue_ticket SET opponent_ticket_id = 1 WHERE id = 1
  > pairs queue: ticket 1, opponent
  > pairs queue: ticket 2, opponent
  a pairing that was made at two times
    UPDATE queue_ticket SET resolved_at = resolved_at + interval '1 second' WHERE id = 1
  > pairs queue: ticket 1, opponent
  > pairs queue: ticket 2, opponent
  a wait that nobody asked for
    DELETE FROM queue_ticket WHERE status = 'EXPIRED'
  > pairs queue: wait 3, expired tickets
  a wait that is told of twice
    INSERT INTO queue_ticket (league_id, player_id, status, joined_at, expires_at, resolved_at, wait_sequence)
    SELECT league_id, player_id, status, joined_at, expires_at, resolved_at, wait_sequence FROM queue_ticket WHERE id = 3
  > pairs queue: wait 3, expired tickets
  a wait at no whole millisecond
    UPDATE log_wait SET at = at + interval '1 microsecond'
  > pairs log: wait 3, at
`,
);

test('a wait that is missing in the log leaves a gap, and moves ratings', async () => {
  const found = await damaged(pairs.url, 'DELETE FROM queue_ticket WHERE id = 3; DELETE FROM log_wait');
  expect(found).toContain('pairs log: sequence after 2');
  expect(found).toContain('pairs journal: match 4, player 3, after deviation');
});

test('a wait of another player moves ratings, and is found', async () => {
  const found = await damaged(pairs.url, 'UPDATE log_wait SET player_id = 1');
  expect(found).toContain('pairs queue: wait 3, expired tickets');
  expect(found).toContain('pairs journal: match 4, player 1, after deviation');
  expect(found).toContain('pairs journal: match 4, player 3, after deviation');
});

test('nobody waits twice at once: the table itself refuses it', async () => {
  const twice = `INSERT INTO queue_ticket (league_id, player_id, joined_at, expires_at)
                 SELECT league_id, 4, now(), now() FROM queue_ticket LIMIT 2`;
  await expect(damaged(pairs.url, twice)).rejects.toThrow(/queue_ticket_waiting/);
});
