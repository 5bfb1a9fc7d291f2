import type { Sql } from '../kit/sql/transaction.js';
import type { LogPosition } from '../match-log/match.repository.js';
import type { Journal } from '../rating/journal.repository.js';

const KEY = ['player_id', 'played_at', 'sequence'];
/** What a match did to a player. */
const EFFECT = [
  'before_value',
  'before_deviation',
  'after_value',
  'after_deviation',
  'score',
  'is_provisional',
  'verdict',
];
const COLUMNS = ['league_id', ...KEY, 'revision', ...EFFECT].join(', ');
const LINE = [...EFFECT, 'contributions'];

/** As one value, whose comparison by `*=` is one of bits: `=` takes 0 for -0. */
const bitsOf = (relation: string) => `(ROW(${LINE.map((column) => `${relation}.${column}`).join(', ')})::record)`;

/**
 * Moves lines of revisions before `by` out of the journal, to where `asKnownAt` finds them, unless `staged_change` has the same
 * line, to the bit; under the league's lock. They are found player by player: joined to the players, the planner would read the
 * journal of the whole league.
 * @param from by player the place of the first
 * @returns how many stay
 */
export async function supersedeLines(
  tx: Sql,
  journal: Journal,
  from: ReadonlyMap<number, LogPosition>,
  { by, keepsContributions }: { readonly by: number; readonly keepsContributions: boolean },
): Promise<number> {
  const places = [...from.values()];
  const [{ same }] = await tx.query(
    `WITH old AS MATERIALIZED (
       SELECT line.*
       FROM unnest($3::integer[], $4::timestamptz[], $5::integer[]) AS first (player_id, played_at, sequence)
       CROSS JOIN LATERAL (
         SELECT ctid AS place, ${[...KEY, ...LINE].join(', ')} FROM rating_change
         WHERE league_id = $1 AND generation = $6 AND player_id = first.player_id AND revision < $2
           AND (played_at, sequence) >= (first.played_at, first.sequence)
         OFFSET 0
       ) AS line
     ), compared AS MATERIALIZED (
       SELECT old.place, ${bitsOf('old')} *= ${bitsOf('new')} AS is_same
       FROM old LEFT JOIN staged_change AS new USING (${KEY.join(', ')})
     ), moved AS (
       DELETE FROM rating_change
       WHERE league_id = $1 AND ctid = ANY(ARRAY(SELECT place FROM compared WHERE NOT is_same))
       RETURNING *
     ), kept AS (
       INSERT INTO superseded_change (${COLUMNS}, contributions, superseded_in)
       SELECT ${COLUMNS}, CASE WHEN $7 THEN contributions END, $2 FROM moved
     )
     SELECT count(*)::integer AS same FROM compared WHERE is_same`,
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
  return same;
}
