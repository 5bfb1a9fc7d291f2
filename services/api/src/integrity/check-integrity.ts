import { Child } from '../kit/child/child.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { snapshot } from '../kit/sql/transaction.js';
import { getLeague } from '../league/league.repository.js';
import type { FoundSignals } from './check-worker.js';
import { type GameColumns, NO_TOKEN, newestHalf, readGames } from './read-games.js';
import type { Signal } from './signal.js';

const MODULE = new URL('./check-worker.js', import.meta.url);

/** The result of a check: findings for an admin. */
export interface IntegrityReport {
  /** The newest arrival in the log as it was read. */
  readonly sequence: number;
  /** The league's revision then. */
  readonly revision: number;
  /** Matches that were checked: all, or the newest ones that fit into its memory. */
  readonly matches: number;
  /** Players of these matches. */
  readonly players: number;
  /** How many signals there are. */
  readonly count: number;
  /** The signals with the most matches first, at most 100. */
  readonly signals: readonly KeptSignal[];
}

/** A signal as it is stored: with ids of players and tokens. */
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
  /** Megabytes of heap that its process may have. */
  readonly heap: number;
  /** Ends the work when it is aborted, with an error. */
  readonly ending: AbortSignal;
}

/** Megabytes that the process may take in addition to its heap: for the columns, which lie outside it. */
const BESIDE = 512;
/** Reading the log takes about this share of the work. */
const READING = 0.5;

/** Searches a league for signs of arranged results. Changes nothing. */
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
  const { players } = columns;
  let looked = columns;
  let found = await findApart(looked, heap, ending);
  while (!found) {
    looked = newestHalf(looked);
    found = await findApart(looked, heap, ending);
  }
  const { count, signals } = found;
  return {
    ...{ sequence: league.lastSequence, revision: league.revision },
    ...{ matches: looked.sequence.length, players: new Set(looked.player).size, count },
    signals: signals.map(({ player, others, ...signal }) => ({
      ...signal,
      player: players[player]!,
      others: others.map((other) => players[other]!),
    })),
  };
}

/** Any memory has room for this many matches. */
const LEAST_MATCHES = 1_000;

/** @returns null if the matches do not fit into the memory */
async function findApart(
  { players, ...columns }: GameColumns,
  heap: number,
  ending: AbortSignal,
): Promise<FoundSignals | null> {
  ending.throwIfAborted();
  let onMessage: (found: FoundSignals) => void;
  const found = new Promise<FoundSignals>((resolve) => {
    onMessage = resolve;
  });
  const child = new Child(MODULE, { heap, beside: BESIDE, onMessage: onMessage! });
  const giveUp = () => child.end('was ended');
  ending.addEventListener('abort', giveUp);
  try {
    // One by one: copying all columns of a long log at once would hold up all requests.
    for (const column of Object.entries(columns)) await child.send(Object.fromEntries([column]));
    await child.send({ players });
    return await Promise.race([
      found,
      child.ended.then((reason): null => {
        if (ending.aborted) throw ending.reason;
        if (child.lackedMemory && columns.sequence.length > LEAST_MATCHES) return null;
        throw new Error(`the check ${reason}`);
      }),
    ]);
  } finally {
    ending.removeEventListener('abort', giveUp);
    giveUp();
  }
}

/** Whether a submitter has no token, as the command line has none. */
export function isTokenless(submitter: number): boolean {
  return submitter === NO_TOKEN;
}
