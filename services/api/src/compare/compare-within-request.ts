import { availableParallelism } from 'node:os';
import type { Access } from '../access/access.js';
import { Refused, refuse } from '../kit/refusal.js';
import { getAdministered } from '../league/league.service.js';
import {
  type CompareNeeds,
  compareRatingSystems,
  everyRatingSystem,
  type RequestedSystem,
  type SystemComparison,
} from './compare-rating-systems.js';

export interface CompareWithinRequest {
  /** Slug. */
  readonly league: string;
  /** Left out: all that are installed, at their defaults. */
  readonly systems?: readonly SystemOrDefaults[] | null;
}

/** A rating system, with settings left out at their defaults. */
type SystemOrDefaults = Pick<RequestedSystem, 'ratingSystem'> & Partial<RequestedSystem>;

const MOST_SYSTEMS = 16;
/** They take some 110 MB, beside what the threads know of the players. */
const MOST_MATCHES = 1_000_000;
/** Threads at most, and the megabytes of each: the service needs its memory for others too. */
const MOST_WORKERS = 2;
const HEAP = 500;
/** In milliseconds. Clients and proxies wait no longer than a minute, and a service that stops waits for its answers. */
const PATIENCE = 30_000;
const COMMAND = '`openladder compare` has no such limit';

/** Those that are comparing: what it takes of memory and processor is for one at a time. */
const busy = new WeakSet<CompareNeeds>();

/**
 * Compares rating systems while somebody waits for the answer, and others for theirs: not on all cores, and in bounded memory.
 * @param left aborted when nobody waits for the answer any more
 * @param patience in milliseconds; what is not done then has that as its problem
 * @throws Refused as `compareRatingSystems` does, and if it is too much for a request
 */
export async function compareWithinRequest(
  needs: CompareNeeds,
  access: Access,
  { league: slug, systems }: CompareWithinRequest,
  left?: AbortSignal,
  patience = PATIENCE,
): Promise<SystemComparison> {
  const league = await getAdministered(needs, access, slug);
  const candidates = systems?.map(withSettings) ?? everyRatingSystem(needs.raters);
  if (candidates.length > MOST_SYSTEMS) {
    const message = `number of systems must be at most ${MOST_SYSTEMS}, but is ${candidates.length}; ${COMMAND}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'systems'], message));
  }
  if (league.matchCount > MOST_MATCHES) {
    const message = `league must have at most ${MOST_MATCHES} matches, but ${slug} has ${league.matchCount}; ${COMMAND}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'league'], message));
  }
  if (busy.has(needs)) {
    const message = 'Another comparison is running; try again when it is done.';
    throw new Refused(refuse('CONFLICT', ['input'], message));
  }
  busy.add(needs);
  const late = new AbortController();
  const tooLong = new Error(`it was not done within ${patience / 1000} s, the limit for a request; ${COMMAND}`);
  const timer = setTimeout(() => late.abort(tooLong), patience);
  const ending = left ? AbortSignal.any([late.signal, left]) : late.signal;
  try {
    const workers = Math.min(Math.max(1, availableParallelism() - 1), MOST_WORKERS);
    const input = { league: slug, systems: candidates };
    return await compareRatingSystems(needs, access, input, { workers, heap: HEAP, ending });
  } finally {
    clearTimeout(timer);
    busy.delete(needs);
  }
}

function withSettings({ ratingSystem, settings }: SystemOrDefaults): RequestedSystem {
  return { ratingSystem, settings: settings ?? {} };
}
