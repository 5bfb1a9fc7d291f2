import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import { SUM_OF_CONTRIBUTION_BYTES } from '../league/journal-bytes.js';
import type { LogPosition } from '../match-log/match.repository.js';
import { insertChanges, type Journal, type JournalEntry } from '../rating/journal.repository.js';

/** Holds new lines of the journal until they replace the old ones. */
export interface JournalStaging {
  add(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Puts the new lines into the journal, and moves the old ones to `superseded_change`. Call under the league's lock.
   * @param from by player the place of the first line that was rated anew
   * @param keepsContributions whether states come back from contributions of superseded lines
   */
  publish(from: ReadonlyMap<number, LogPosition>, keepsContributions: boolean): Promise<Superseded>;
}

/** For dry runs: keeps nothing. */
export const NO_STAGING: JournalStaging = {
  add: async () => undefined,
  publish: async () => ({ lines: 0, dropped: 0 }),
};

/** Stages in a temporary table of this transaction: tails may be of any length. */
export async function stageInTable(tx: Sql, journal: Journal, revision: number): Promise<JournalStaging> {
  await tx.query('CREATE TEMPORARY TABLE staged_change (LIKE rating_change) ON COMMIT DROP');
  return {
    add: (entries) => insertChanges(tx, journal, revision, entries, 'staged_change'),
    publish: async (from, keepsContributions) => {
      const superseded = await supersedeLines(tx, journal, from, { by: revision, keepsContributions });
      await tx.query('INSERT INTO rating_change SELECT * FROM staged_change ORDER BY player_id, played_at, sequence');
      return superseded;
    },
  };
}

const COLUMNS = `league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value,
  after_deviation, score, is_provisional, verdict`;

/** Opponents of a line that is kept with its contributions: with more, a late match would keep megabytes of each match after it. */
const MOST_OPPONENTS = 20;
const KEPT = `$7 AND cardinality(contributions) <= ${CONTRIBUTION_WIDTH * MOST_OPPONENTS}`;

/** Lines moved out of the journal. */
export interface Superseded {
  readonly lines: number;
  /** Counted bytes of the contributions that they do not keep. */
  readonly dropped: number;
}

/**
 * Moves the lines of revisions before `by` out of the journal, to where `asKnownAt` finds them. Call under the league's lock. All of them:
 * a match and what its players played since are of one revision or later ones. They are found player by player: joined to the
 * players, the planner would read the journal of the whole league.
 * @param from by player the place of the first
 */
export async function supersedeLines(
  tx: Sql,
  journal: Journal,
  from: ReadonlyMap<number, LogPosition>,
  { by, keepsContributions }: { readonly by: number; readonly keepsContributions: boolean },
): Promise<Superseded> {
  const places = [...from.values()];
  const [superseded] = await tx.query(
    `WITH moved AS (
       DELETE FROM rating_change WHERE league_id = $1 AND ctid = ANY(ARRAY(
         SELECT line.place
         FROM unnest($3::integer[], $4::timestamptz[], $5::integer[]) AS first (player_id, played_at, sequence)
         CROSS JOIN LATERAL (
           SELECT ctid AS place FROM rating_change
           WHERE league_id = $1 AND generation = $6 AND player_id = first.player_id AND revision < $2
             AND (played_at, sequence) >= (first.played_at, first.sequence)
           OFFSET 0
         ) AS line
       ))
       RETURNING *
     ), kept AS (
       INSERT INTO superseded_change (${COLUMNS}, contributions, superseded_in)
       SELECT ${COLUMNS}, CASE WHEN ${KEPT} THEN contributions END, $2 FROM moved
     )
     SELECT (SELECT count(*) FROM moved)::integer AS lines, ${SUM_OF_CONTRIBUTION_BYTES} AS dropped
     FROM moved WHERE (${KEPT}) IS NOT TRUE`,
    [
      journal.id,
      by,
      [...from.keys()],
      places.map(({ playedAt }) => playedAt.toISOString()),
      places.map(({ sequence }) => sequence),
      journal.generation,
      keepsContributions,
    ],
  );
  return superseded;
}
