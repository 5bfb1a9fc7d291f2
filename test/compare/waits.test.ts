import { evaluate, evaluatePacked, type Match, type Rater } from '@openladder/rating';
import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { compareRatingSystems } from '../../services/api/dist/compare/compare-rating-systems.js';
import { openStretch } from '../../services/api/dist/compare/packed-stretches.js';
import { readPackedLog } from '../../services/api/dist/compare/read-log.js';
import { newResponseSize } from '../../services/api/dist/kit/paging/response-size.js';
import { snapshot } from '../../services/api/dist/kit/sql/transaction.js';
import { listLog } from '../../services/api/dist/match-log/match.repository.js';
import { preMatchChances } from '../../services/api/dist/reading/pre-match-chances.js';
import { DAY } from '../nightly/ladder.js';
import { useQueues } from '../queue/queues.js';
import { leagueNow } from '../support/platform.js';

const queues = useQueues(({ open }) => open('ladder'));

/** What the service says of each match: the chances at its time, by the journal, and how it ended for the first of the two. */
async function predictedLive() {
  const { app } = queues;
  const { manager } = app.database;
  const league = await leagueNow(app, 'ladder');
  const matches = await listLog(manager, league.id, { limit: 1000, after: null });
  const chances = await preMatchChances(manager, app.raters, league, matches, newResponseSize());
  return matches.map((match, index) => {
    const [own, other] = match.sides.map(({ placement }) => placement!);
    return { chance: chances[index]![0]!.winProbability, score: own === other ? 0.5 : own === 1 ? 1 : 0 };
  });
}

/** The log, read by statements of so many matches. */
async function readInPieces(matches: number) {
  const { id } = await leagueNow(queues.app, 'ladder');
  return snapshot(queues.app.database, (tx) => readPackedLog(tx, id, () => undefined, matches));
}

async function compared() {
  const { systems } = await compareRatingSystems(queues.app, COMMAND_LINE, { league: 'ladder', systems: [] });
  return systems[0]!;
}

test('each match is predicted from the ratings of its time, including expired waits', async () => {
  await queues.expireWait('ladder', 'ann');
  await queues.play('ladder', 'ann beats ben');
  for (let round = 0; round < 4; round++) {
    queues.clock.now += 200 * DAY;
    await queues.expireWait('ladder', round % 2 === 0 ? 'ann' : 'ben');
    await queues.play('ladder', 'ann beats ben');
    await queues.play('ladder', 'cid draws ann');
    await queues.expireWait('ladder', 'cid');
    await queues.expireWait('ladder', 'cid');
    await queues.play('ladder', 'ben beats cid');
  }
  expect(await queues.sql('SELECT count(*)::int FROM log_wait')).toEqual([{ count: 13 }]);

  const { rater, settings, evaluation } = await compared();
  const live = await predictedLive();
  const loss = live.map(({ chance, score }) => -score * Math.log(chance) - (1 - score) * Math.log(1 - chance));
  expect(evaluation!.matches).toBe(live.length);
  expect(evaluation!.logLoss).toBeCloseTo(loss.reduce((sum, one) => sum + one) / live.length, 12);

  const pieces = await Promise.all([1, 4, 5, 100].map(readInPieces));
  expect(pieces.map(({ stretches }) => stretches.length)).toEqual([13, 4, 3, 1]);
  for (const log of pieces) {
    const stretches = log.stretches.map(openStretch);
    expect(evaluatePacked(rater as Rater, settings, stretches, log.players)).toEqual(evaluation);
  }

  const rows = await queues.sql(
    'SELECT played_at, placements, player_ids AS players FROM match ORDER BY league_id, sequence',
  );
  const withoutWaits = rows.map(
    ({ played_at, placements, players }): Match => ({
      playedAt: (played_at as Date).getTime(),
      sides: (players as number[]).map((player, side) => ({
        placement: (placements as number[])[side]!,
        participants: [{ player }],
      })),
    }),
  );
  expect(Math.abs(evaluate(rater as Rater, settings, withoutWaits).logLoss - evaluation!.logLoss)).toBeGreaterThan(
    1e-4,
  );
});
