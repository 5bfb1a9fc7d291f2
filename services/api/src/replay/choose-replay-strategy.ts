import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import { countLog } from '../match-log/match.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import { isOtherVersion } from '../raters/rating-system.js';
import type { AppliedCorrection } from './applied-correction.js';
import { NO_STAGING, stageInTable } from './journal-staging.js';
import { drawGeneration } from './log/copy-lines.repository.js';
import { RebuildAll } from './rebuild-all.js';
import { RebuildTail } from './rebuild-tail.js';
import type { ReplayStrategy } from './replay-strategy.js';

export interface ReplayNeeds {
  /** How many bytes of players' states a replay has in memory; the others are in a temporary file. */
  readonly stateBytes: number;
}

/** A request to derive ratings again. */
export interface ReplayRequest {
  /** The league before the correction. */
  readonly league: League;
  readonly applied: AppliedCorrection;
  /** A dry run publishes nothing. See `Derivation` for the others. */
  readonly by: 'request' | 'job' | 'dry run';
  /** See `Derivation`. */
  readonly aside?: EntityManager;
  readonly onProgress?: (done: number) => Promise<void>;
}

/** A tail that is short, or short against its log, is rated in its place; else the whole log is, aside. */
export async function chooseReplayStrategy(
  { stateBytes }: ReplayNeeds,
  tx: EntityManager,
  { league, applied, by, aside, onProgress }: ReplayRequest,
): Promise<ReplayStrategy> {
  const revision = league.revision + 1;
  const { system, from, seeds } = applied;
  const { lastSequence } = league;
  if (from && system.rater.restore && !isOtherVersion(league, system)) {
    const length = await countLog(tx, league.id, from);
    if (isShort(length, league.matchCount)) {
      const staging = by === 'dry run' ? NO_STAGING : await stageInTable(tx, league, revision);
      const replay = { journal: league, lastSequence, system, from, seeds, staging, stateBytes, onProgress };
      return new RebuildTail(tx, replay);
    }
  }
  const origin = { leagueId: league.id, generation: await drawGeneration(tx), revision };
  const merges = await listMerges(tx, league.id);
  const lines = by === 'dry run' ? null : (aside ?? tx);
  const isStaged = by === 'job';
  return new RebuildAll(tx, { origin, system, merges, lastSequence, lines, isStaged, stateBytes, onProgress });
}

/** Tails up to here are rated in their place however short their log is. */
const SHORT_TAIL = 1000;
/** Longer ones up to this share of the log. */
const SHORT_SHARE = 1 / 50;

/** Whether a tail is rated in its place. */
export function isShort(tail: number, log: number): boolean {
  return tail <= SHORT_TAIL || tail <= SHORT_SHARE * log;
}
