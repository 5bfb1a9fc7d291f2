import { type EntityManager } from 'typeorm';
import { type Log } from '../kit/log.js';
import { type NeedsDatabase } from '../kit/needs.js';
import { isLockNotAvailable } from '../kit/sql/database-away.js';
import { bytes, double, integer, key, nullable, table, text, time } from '../kit/sql/table.js';
import { transaction } from '../kit/sql/transaction.js';
import { LeagueDeleted } from '../league/league.js';
import { lockLeague } from '../league/league.repository.js';
import { type NeedsRaters } from '../raters/raters.js';
import { readsContributions } from '../rating/journal-line.js';
import {
  type LinePlace,
  listUnpackedGenerations,
  type PastGeneration,
  packLines,
  updatePacked,
} from './superseded-lines.repository.js';

/**
 * Lines that were in the journal until a later revision replaced them: consecutive lines of one player, each of which begins with the
 * rating at which the previous one ended. The view `superseded_change` shows them one by one.
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
  /** The values of all lines, then their deviations, their scores (null if equal to the values), and each line's memory of the state. */
  numbers: double<(number | null)[]>({ array: true }),
  /** The contributions of each line, as text because they differ in length. Null if no state is restored from them. */
  contributions: nullable(text<(string | null)[]>({ array: true })),
  /** Checksum of the row; see superseded-lines.repository.ts. */
  digest: bytes(),
});

/** Lines that a step packs: some tens of milliseconds. */
const STEP = 5_000;
/** How long a step waits for the lock of its league, in milliseconds, before it leaves the league to the next call. */
const TIMEOUT = 200;

/**
 * Packs the lines of past generations into a fifth of their size; the next generation reuses their space in the journal. Each step is
 * a transaction of its own, and the next call continues an interrupted one. A busy or failing league does not hold up the others.
 * @param stopping aborted to leave the rest to the next call
 */
export async function packGenerations(
  needs: NeedsDatabase & NeedsRaters,
  log: Log,
  stopping?: AbortSignal,
  step: number = STEP,
): Promise<void> {
  const failed = new Set<number>();
  for (const generation of await listUnpackedGenerations(needs.database)) {
    const { leagueId } = generation;
    if (failed.has(leagueId)) continue;
    try {
      if (!(await pack(needs, generation, step, stopping))) return;
    } catch (error) {
      failed.add(leagueId);
      if (error instanceof LeagueDeleted || isLockNotAvailable(error)) continue;
      log.error({ err: error, leagueId }, 'Could not pack replaced rating lines');
    }
  }
}

/** @returns false if it was stopped */
async function pack(
  { database, raters }: NeedsDatabase & NeedsRaters,
  generation: PastGeneration,
  limit: number,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  const { leagueId, rater: key } = generation;
  const rater = raters.get(key);
  // Only the rater decides from what its states are restored.
  const keepsContributions = rater ? readsContributions(rater) : true;
  let last: LinePlace | null = null;
  do {
    if (stopping?.aborted) return false;
    const after: LinePlace | null = last;
    last = await inStep(database, leagueId, (tx) => packLines(tx, generation, after, limit, keepsContributions));
  } while (last);
  await inStep(database, leagueId, (tx) => updatePacked(tx, generation));
  return true;
}

/** Takes the league's lock first: a step that waited for it later would block lines that a correction needs. */
function inStep<T>(
  database: NeedsDatabase['database'],
  leagueId: number,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return transaction(database, leagueId, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${TIMEOUT}`);
    await lockLeague(tx, leagueId);
    return work(tx);
  });
}
