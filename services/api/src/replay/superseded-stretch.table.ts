import { bytes, double, integer, key, nullable, table, text, time } from '../kit/sql/table.js';

/**
 * Lines that were in the journal until a later revision replaced them: consecutive lines of one player, each of which begins with the
 * rating at which the one before it ended. The view `superseded_change` shows them one by one.
 */
export const SupersededStretchTable = table('superseded_stretch', {
  leagueId: key(integer()),
  playerId: key(integer()),
  /** The first revision whose journal no longer has the lines. */
  supersededIn: key(integer()),
  /** The revision that made them. */
  revision: integer(),
  /** Of the first line, as the next three columns. */
  playedAt: key(time()),
  beforeValue: nullable(double()),
  beforeDeviation: nullable(double()),
  sequence: key(integer()),
  /** A letter for each line, its verdict: L, D or W; lower case if the rating was provisional. */
  marks: text(),
  playedAts: time<Date[]>({ array: true }),
  sequences: integer<number[]>({ array: true }),
  /** The values of all lines, then their deviations, their scores (null where they are the values), and what each line keeps as its memory. */
  numbers: double<(number | null)[]>({ array: true }),
  /** The contributions of each line, as text because they differ in length. Null if no state is restored from them. */
  contributions: nullable(text<(string | null)[]>({ array: true })),
  /** Checksum of the row; see journal-staging.ts. */
  digest: bytes(),
});
