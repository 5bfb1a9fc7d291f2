import type { JournalLine, PlayerId, Rater } from '@openladder/rating';
import type { Settings } from '../league/league.js';
import type { Sql } from '../persistence/transaction.js';
import { unpackContributions } from './contributions.js';
import type { RatingSystem } from './rating-system.js';
import type { States } from './resident-states.js';

interface StoredRating {
  readonly player_id: number;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly state: unknown;
  readonly last_played_at: Date;
}

interface StoredLine {
  readonly player_id: number;
  readonly played_at: Date;
  readonly after_value: number | null;
  readonly after_deviation: number | null;
  readonly contributions: number[];
}

/**
 * Adds to `states` those of the players that are not there yet, as they are after the league's newest rated match.
 * Players who were never rated stay out: the rater's `initial` is theirs.
 */
export async function loadStates(
  sql: Sql,
  leagueId: number,
  system: RatingSystem,
  players: Iterable<PlayerId>,
  states: States,
): Promise<void> {
  const missing = [...new Set(players)].filter((player) => !states.has(player));
  if (missing.length === 0) return;
  const { rater, settings } = system;
  if (rater.restore?.needs === 'all') return loadFromJournal(sql, leagueId, rater, settings, missing, states);

  const stored: StoredRating[] = await sql.query(
    `SELECT player_id, value, deviation, state, last_played_at FROM rating
     WHERE league_id = $1 AND player_id = ANY($2::integer[]) AND matches_played > 0`,
    [leagueId, missing],
  );
  for (const row of stored) {
    const line: JournalLine = {
      playedAt: row.last_played_at.getTime(),
      after: { value: row.value, deviation: row.deviation },
      contributions: [],
    };
    states.set(row.player_id, rater.restore ? rater.restore.from([line], settings) : row.state);
  }
}

async function loadFromJournal(
  sql: Sql,
  leagueId: number,
  rater: Rater,
  settings: Settings,
  players: readonly PlayerId[],
  states: States,
): Promise<void> {
  const stored: StoredLine[] = await sql.query(
    `SELECT player_id, played_at, after_value, after_deviation, contributions FROM rating_change
     WHERE league_id = $1 AND player_id = ANY($2::integer[])
     ORDER BY player_id, played_at, sequence`,
    [leagueId, players],
  );
  for (let start = 0, end: number; start < stored.length; start = end) {
    const player = stored[start]!.player_id;
    end = start;
    while (stored[end]?.player_id === player) end++;
    const lines = stored.slice(start, end).map((row) => ({
      playedAt: row.played_at.getTime(),
      after: { value: row.after_value, deviation: row.after_deviation },
      contributions: unpackContributions(row.contributions),
    }));
    states.set(player, rater.restore!.from(lines, settings));
  }
}
