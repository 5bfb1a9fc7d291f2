import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { NeedsDatabase } from '../kit/needs.js';
import { snapshot } from '../kit/sql/transaction.js';
import { getLeague } from '../league/league.repository.js';
import { NO_TOKEN, readGames } from './read-games.js';
import type { Signal } from './signal.js';

const MODULE = new URL('./check-worker.js', import.meta.url);

/** The result of a check: what an admin should look at. */
export interface IntegrityReport {
  /** The newest arrival in the log as it was read. */
  readonly sequence: number;
  /** The league's revision then. */
  readonly revision: number;
  /** Matches that it looked at. */
  readonly matches: number;
  /** Those who played them. */
  readonly players: number;
  /** How many signals there are. */
  readonly count: number;
  /** The signals with the most matches first, at most 100. */
  readonly signals: readonly KeptSignal[];
}

/** A signal as it is kept: with ids of players and tokens. */
export interface KeptSignal extends Omit<Signal, 'submitter' | 'matches'> {
  /** Id of the token; 0 for the command line; null if the signal is not about a submitter. */
  readonly submitter: number | null;
  readonly matchCount: number;
  /** The newest of them, at most 1,000. */
  readonly matches: readonly number[];
}

export interface CheckOptions {
  /** Called now and then with the share of the work that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Megabytes of heap that the thread may have. */
  readonly heap: number;
  /** Ends the work when it is aborted, with an error. */
  readonly ending: AbortSignal;
}

const MAX_SIGNALS = 100;
const MAX_MATCHES = 1000;
const MAX_OTHERS = 100;
/** Reading the log takes about this share of the work. */
const READING = 0.5;

/** Looks for signs of arranged results in a league. Changes nothing. */
export async function checkIntegrity(
  needs: NeedsDatabase,
  leagueId: number,
  { onProgress, heap, ending }: CheckOptions,
): Promise<IntegrityReport> {
  const { league, columns } = await snapshot(needs.database, async (tx) => {
    const league = await getLeague(tx, leagueId);
    const read = (matches: number) => {
      ending.throwIfAborted();
      onProgress((READING * matches) / Math.max(1, league.matchCount));
    };
    return { league, columns: await readGames(tx, leagueId, read) };
  });
  const worker = new Worker(MODULE, { workerData: columns, resourceLimits: { maxOldGenerationSizeMb: heap } });
  try {
    const [signals] = (await once(worker, 'message', { signal: ending })) as [Signal[]];
    const { players } = columns;
    const kept = signals.slice(0, MAX_SIGNALS).map(({ player, others, matches, ...signal }) => ({
      ...signal,
      player: players[player]!,
      others: others.slice(0, MAX_OTHERS).map((other) => players[other]!),
      matchCount: matches.length,
      matches: matches.slice(-MAX_MATCHES),
    }));
    return {
      ...{ sequence: league.lastSequence, revision: league.revision },
      ...{ matches: columns.sequence.length, players: players.length, count: signals.length, signals: kept },
    };
  } finally {
    await worker.terminate();
  }
}

/** Whether a submitter has no token, as the command line has none. */
export function isTokenless(submitter: number): boolean {
  return submitter === NO_TOKEN;
}
