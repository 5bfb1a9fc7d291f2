import type { Sql } from '../kit/sql/transaction.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { Findings } from './findings.js';
import { boardRating, isWithoutRank, noCounts, type Replay } from './fold.js';
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

function playedRow(player: number, system: RatingSystem, { states, waits, tallies }: Replay): RatingRow {
  const state = states.pick([player]).get(player);
  const { lastPlayedAt, ...counts } = tallies.get(player)!;
  const rating = boardRating(system, state, waits.get(player));
  return {
    ...rating,
    isProvisional: rating.isProvisional || isWithoutRank(system, counts.matchesPlayed, lastPlayedAt!),
    score: rating.score ?? Number.NEGATIVE_INFINITY,
    state: system.rater.restore ? null : state,
    ...counts,
    lastPlayedAt: new Date(lastPlayedAt!),
  };
}

/** Time does nothing to a player who has not been rated. */
function unplayedRow({ rater, settings }: RatingSystem): RatingRow {
  const rating = boardRating({ rater, settings, shownThrough: null }, rater.initial(settings));
  return {
    ...rating,
    score: rating.score ?? Number.NEGATIVE_INFINITY,
    isProvisional: true,
    state: null,
    ...noCounts(),
    lastPlayedAt: null,
  };
}
