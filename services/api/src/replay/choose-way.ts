import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import { countLog } from '../match-log/match.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import { isOtherVersion } from '../raters/rating-system.js';
import type { Applied } from './change.js';
import { drawGeneration } from './log/copy-lines.repository.js';
import { logAside } from './log-aside.js';
import { NO_STAGING, stageInTable } from './staging.js';
import { tailInPlace } from './tail-in-place.js';
import type { Way } from './way.js';

export interface ReplayNeeds {
  /** How many bytes of players' states a replay has in memory; the others are in a temporary file. */
  readonly stateBytes: number;
}

/** What is to be derived anew. */
export interface Rederivation {
  /** As it was before the correction. */
  readonly league: League;
  readonly applied: Applied;
  /** A dry run publishes nothing. See `Derivation` for the others. */
  readonly by: 'request' | 'job' | 'dry run';
  /** See `Derivation`. */
  readonly aside?: EntityManager;
  readonly onProgress?: (done: number) => Promise<void>;
}

/** A tail that is short, or short against its log, is rated in its place; else the whole log is, aside. */
export async function chooseWay(
  { stateBytes }: ReplayNeeds,
  tx: EntityManager,
  { league, applied, by, aside, onProgress }: Rederivation,
): Promise<Way> {
  const revision = league.revision + 1;
  const { system, from, disturbed } = applied;
  const { lastSequence } = league;
  if (from && system.rater.restore && !isOtherVersion(league, system)) {
    const length = await countLog(tx, league.id, from);
    if (isShort(length, league.matchCount)) {
      const staging = by === 'dry run' ? NO_STAGING : await stageInTable(tx, league, revision);
      const replay = { journal: league, lastSequence, system, from, disturbed, staging, stateBytes, onProgress };
      return tailInPlace(tx, replay);
    }
  }
  const origin = { leagueId: league.id, generation: await drawGeneration(tx), revision };
  const merges = await listMerges(tx, league.id);
  const lines = by === 'dry run' ? null : (aside ?? tx);
  return logAside(tx, { origin, system, merges, lastSequence, lines, stateBytes, onProgress }, by === 'job');
}

/** Tails up to here are rated in their place however short their log is. */
const SHORT_TAIL = 1000;
/** Longer ones up to this share of the log. */
const SHORT_SHARE = 1 / 50;

/** Whether a tail is rated in its place. */
export function isShort(tail: number, log: number): boolean {
  return tail <= SHORT_TAIL || tail <= SHORT_SHARE * log;
}
