import { migration } from './migration.js';

const LINES = 'cardinality(stretch.sequences)';
const WIDTH = `(cardinality(stretch.numbers) / ${LINES} - 3)`;

const FROM = `3 * ${LINES} + ${WIDTH} * (line.place - 1) + 1`;
const TO = `3 * ${LINES} + ${WIDTH} * line.place`;
const VIEW = `
  CREATE OR REPLACE VIEW superseded_change AS
  SELECT stretch.league_id, stretch.player_id, line.played_at, line.sequence, stretch.revision,
    CASE line.place WHEN 1 THEN stretch.before_value ELSE stretch.numbers[line.place - 1] END AS before_value,
    CASE line.place WHEN 1 THEN stretch.before_deviation ELSE stretch.numbers[${LINES} + line.place - 1] END AS before_deviation,
    stretch.numbers[line.place] AS after_value, stretch.numbers[${LINES} + line.place] AS after_deviation,
    coalesce(stretch.numbers[2 * ${LINES} + line.place], stretch.numbers[line.place], '-Infinity') AS score,
    strpos('ldw', substr(stretch.marks, line.place::integer, 1)) > 0 AS is_provisional,
    (strpos('ldw', lower(substr(stretch.marks, line.place::integer, 1))) - 2)::smallint AS verdict,
    stretch.contributions[line.place]::double precision[] AS contributions, stretch.superseded_in,
    stretch.played_at AS first_played_at, stretch.sequence AS first_sequence,
    CASE WHEN ${WIDTH} > 0 THEN stretch.numbers[${FROM} : ${TO}] END AS memory
  FROM superseded_stretch AS stretch
  CROSS JOIN LATERAL unnest(stretch.played_ats, stretch.sequences) WITH ORDINALITY AS line (played_at, sequence, place)`;

/**
 * Replaced lines keep their memory, after the other numbers of their stretch, so that past boards can age all ratings. Lines that were packed
 * before have none.
 */
export const AdditiveReplacedMemory1772582400000 = migration('AdditiveReplacedMemory1772582400000', [VIEW]);
