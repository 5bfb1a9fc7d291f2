import { availableParallelism } from 'node:os';
import type { Access } from '../access/access.js';
import { Refused, refuse } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getAdministered } from '../league/league.service.js';
import {
  type CompareNeeds,
  compareRatingSystems,
  type RequestedSystem,
  requestedSystems,
} from './compare-rating-systems.js';
import type { SystemComparison } from './comparison.js';
import { checkShares, type ScoredShares } from './scored-shares.js';

export interface CompareWithinRequest extends ScoredShares {
  /** Slug. */
  readonly league: string;
  /** All installed ones at their defaults if omitted. */
  readonly systems?: readonly SystemOrDefaults[] | null;
  /** Whether the presets of these are compared as well. */
  readonly presets?: boolean;
}

/** A rating system. Omitted settings have their defaults. */
type SystemOrDefaults = Pick<RequestedSystem, 'ratingSystem'> & Partial<RequestedSystem>;

const MAX_SYSTEMS = 16;
/** They take about 110 MB in the service and in each process, in addition to the players' states there. */
const MAX_MATCHES = 1_000_000;
/** The most processes, and the megabytes of each: other requests also need memory. */
const MAX_WORKERS = 2;
export const HEAP = 500;
/** In milliseconds. Clients and proxies wait no longer than a minute, and a stopping service waits for its responses. */
const TIMEOUT = 30_000;

/** Services with a comparison in progress. Memory and processor allow only one at a time. */
const busy = new WeakSet<CompareNeeds>();

/**
 * Compares rating systems within a request: on few cores and in bounded memory, because others wait for the service.
 * @param left aborted when nobody waits for the response any more
 * @param timeout in milliseconds; systems that are not done by then have a problem that says so
 * @throws Refused as `compareRatingSystems` does, and if it is too much for a request
 */
export async function compareWithinRequest(
  needs: CompareNeeds,
  access: Access,
  input: CompareWithinRequest,
  left?: AbortSignal,
  timeout = TIMEOUT,
): Promise<SystemComparison> {
  const league = await getAdministered(needs, access, input.league);
  const systems = checkAmount(needs, league, input);
  if (busy.has(needs)) throw new Refused(refuse('ALREADY_COMPARING', ['input']));
  busy.add(needs);
  const late = new AbortController();
  const tooLong = new Refused(refuse('EVALUATION_TOO_LONG', [], { seconds: timeout / 1000 }));
  const timer = setTimeout(() => late.abort(tooLong), timeout);
  const ending = left ? AbortSignal.any([late.signal, left]) : late.signal;
  try {
    return await compareRatingSystems(
      needs,
      access,
      { ...input, systems },
      { workers: serviceWorkers(), heap: HEAP, ending },
    );
  } finally {
    clearTimeout(timer);
    busy.delete(needs);
  }
}

/** Processes that the service can spare for comparisons. */
export function serviceWorkers(): number {
  return Math.min(Math.max(1, availableParallelism() - 1), MAX_WORKERS);
}

/** The rating systems to compare. @throws Refused if there is too much to do */
export function checkAmount(
  needs: CompareNeeds,
  league: Pick<League, 'slug' | 'matchCount'>,
  { systems, presets, ...shares }: Omit<CompareWithinRequest, 'league'>,
): RequestedSystem[] {
  checkShares(shares);
  const given = systems?.map(({ ratingSystem, settings }) => ({ ratingSystem, settings: settings ?? {} }));
  const candidates = requestedSystems(needs.raters, given, presets);
  if (candidates.length > MAX_SYSTEMS) {
    throw new Refused(refuse('MAX_SYSTEMS', ['input', 'systems'], { max: MAX_SYSTEMS, count: candidates.length }));
  }
  checkLength(league);
  return candidates;
}

/** @throws Refused if the log is longer than the service compares over */
export function checkLength({ slug, matchCount }: Pick<League, 'slug' | 'matchCount'>): void {
  if (matchCount <= MAX_MATCHES) return;
  const values = { max: MAX_MATCHES, league: slug, count: matchCount };
  throw new Refused(refuse('MAX_MATCHES', ['input', 'league'], values));
}
