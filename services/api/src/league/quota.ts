import { type Refusal, refuse } from '../kit/refusal.js';
import type { League } from './league.js';

export interface NeedsQuota {
  /** The most that the journal of a league may hold, as `journalBytes` counts; null: no limit. */
  readonly leagueStorage: number | null;
}

/**
 * Whether a league may write more to its journal. A batch or replay that begins below the quota is written whole.
 * @returns the refusal where it may not
 */
export function checkQuota(
  { slug, journalBytes }: Pick<League, 'slug' | 'journalBytes'>,
  quota: number | null,
  path: readonly (string | number)[],
): Refusal | undefined {
  if (quota === null || journalBytes < quota) return undefined;
  const rule = `the journal of league ${slug} must be less than its quota of ${megabytes(quota)}`;
  const advice = 'nothing more can be rated until the operator raises OPENLADDER_LEAGUE_STORAGE';
  return refuse('QUOTA_EXCEEDED', path, `${rule}, but is ${megabytes(journalBytes)}; ${advice}`);
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}
