import type { Sql } from '../kit/sql/transaction.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { Findings } from './findings.js';
import { boardRating, isWithoutRank, noCounts, type Replay } from './fold.js';
import { rowsOf } from './snapshot.js';

/** A row of the table `rating` without its key. */
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

/** When a player was hidden from the boards; a replay does not know it. */
type HiddenRow = RatingRow & { readonly playerId: number; readonly hiddenAt: Date | null };

/**
 * The row of each player who has played equals the replay to the bit, except that hidden players have no rank. Every other row belongs to
 * a registered player who has not played. No row is missing.
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
    for (const { playerId, hiddenAt, ...row } of rows) {
      const listed = missing.delete(playerId) ? playedRow(playerId, system, replay) : unplayed;
      const expected = hiddenAt ? { ...listed, isProvisional: true } : listed;
      findings.compare<RatingRow>('ratings', `player ${playerId}`, expected, row);
    }
  }
  for (const player of missing) findings.add('ratings', `player ${player}`, 'a rating', 'none');
}

function ratingRows(tx: Sql, leagueId: number): AsyncGenerator<readonly HiddenRow[]> {
  return rowsOf(
    tx,
    'ratings',
    `SELECT player_id AS "playerId", value, deviation, score, is_provisional AS "isProvisional", display, state,
            matches_played AS "matchesPlayed", wins, draws, losses, peak, last_played_at AS "lastPlayedAt", hidden_at AS "hiddenAt"
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

/** Time does not change the rating of a player who has no rated match. */
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
