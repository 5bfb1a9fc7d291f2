import { ForeignKey } from 'typeorm';
import { day, double, integer, key, nullable, table, time } from '../kit/sql/table.js';

/** The standings at the end of each day of a league, as they were shown then: one row for each nightly run. */
export const StandingsSnapshotTable = table(
  'standings_snapshot',
  {
    leagueId: key(integer()),
    /** The day that ended, in the league's time zone. */
    day: key(day()),
    /** The midnight that ended it. */
    midnight: time(),
    recordedAt: time(),
    revision: integer(),
    /** Players with a rank, best first; null if players and scores are those of the snapshot before. */
    players: nullable(integer<number[]>({ array: true })),
    /** Their scores. */
    scores: nullable(double<number[]>({ array: true })),
  },
  ForeignKey('league', ['leagueId'], ['id'], { name: 'standings_snapshot_league_id_fkey' }),
);
