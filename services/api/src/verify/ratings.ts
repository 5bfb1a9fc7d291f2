import { displayRating } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { ratingUpdate } from '../rating/rate-batch.js';
import type { Findings } from './findings.js';
import type { Replay } from './replay.js';
import { rowsOf } from './snapshot.js';

/** A row of the table `rating`, but for its key. */
interface RatingRow {
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number;
  readonly isProvisional: boolean;
  readonly display: string;
  readonly state: unknown;
  readonly matchesPlayed: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly peak: number | null;
  readonly lastPlayedAt: Date | null;
}

/**
 * Every row of a player who has played is what the replay gives, to the bit; every other row is that of a player who was
 * registered and has not played; no row is missing.
 */
export async function checkRatings(
  tx: Sql,
  leagueId: number,
  system: RatingSystem,
  replay: Replay,
  findings: Findings,
): Promise<void> {
  const missing = new Set(replay.tallies.keys());
  const unplayed = unplayedRow(system);
  for await (const rows of ratingRows(tx, leagueId)) {
    for (const { playerId, ...row } of rows) {
      const expected = missing.delete(playerId) ? playedRow(playerId, system, replay) : unplayed;
      findings.compare<RatingRow>('ratings', `player ${playerId}`, expected, row);
    }
  }
  for (const player of missing) findings.add('ratings', `player ${player}`, 'a rating', 'none');
}

function ratingRows(tx: Sql, leagueId: number): AsyncGenerator<readonly (RatingRow & { playerId: number })[]> {
  return rowsOf(
    tx,
    'ratings',
    `SELECT player_id AS "playerId", value, deviation, score, is_provisional AS "isProvisional", display, state,
            matches_played AS "matchesPlayed", wins, draws, losses, peak, last_played_at AS "lastPlayedAt"
     FROM rating WHERE league_id = $1 ORDER BY player_id`,
    [leagueId],
  );
}

function playedRow(player: number, system: RatingSystem, { states, tallies }: Replay): RatingRow {
  const { playerId, tally, score, ...rating } = ratingUpdate(
    system,
    player,
    states.pick([player]),
    tallies.get(player)!,
  );
  return {
    ...rating,
    ...tally,
    score: score ?? Number.NEGATIVE_INFINITY,
    lastPlayedAt: tally.lastPlayedAt === null ? null : new Date(tally.lastPlayedAt),
  };
}

function unplayedRow({ rater, settings }: RatingSystem): RatingRow {
  const initial = rater.initial(settings);
  const { value, deviation, score } = rater.rating(initial, settings);
  return {
    value,
    deviation,
    score: score ?? Number.NEGATIVE_INFINITY,
    isProvisional: true,
    display: displayRating(rater, initial, settings),
    state: null,
    matchesPlayed: 0,
    wins: 0,
    draws: 0,
    losses: 0,
    peak: null,
    lastPlayedAt: null,
  };
}
