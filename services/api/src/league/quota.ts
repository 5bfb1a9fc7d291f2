import { type Refusal, refuse } from '../kit/refusal.js';
import type { League } from './league.js';

/** Quotas of an operator; null: no limit. */
export interface NeedsQuota {
  /** The most that the journal of a league may hold, as `journalBytes` counts. */
  readonly leagueStorage: number | null;
  /** Lines that replays of a league may write in an hour. */
  readonly leagueWork: number | null;
  /** Lines that replays on account of a token may write in an hour, in all leagues. */
  readonly tokenWork: number | null;
  /** By how many bytes the matches and corrections of a token may make journals grow in a day, as `journalBytes` counts. */
  readonly tokenStorage: number | null;
}

/** How far a quota is used up. */
export interface Quota {
  readonly use: number;
  /** Null: no limit. */
  readonly limit: number | null;
  /** When it begins anew; null where it never does. */
  readonly refillsAt: Date | null;
}

export type QuotaName = 'LEAGUE_STORAGE' | 'LEAGUE_WORK' | 'TOKEN_STORAGE' | 'TOKEN_WORK';

/** A refusal with the quota that is used up. */
export interface QuotaRefusal extends Refusal, Quota {
  readonly quota: QuotaName;
}

/**
 * Whether a league may write more to its journal. A batch or replay that begins below the quota is written whole.
 * @returns the refusal where it may not
 */
export function checkQuota(
  { slug, journalBytes }: Pick<League, 'slug' | 'journalBytes'>,
  quota: number | null,
  path: readonly (string | number)[],
): QuotaRefusal | undefined {
  if (quota === null || journalBytes < quota) return undefined;
  const rule = `the journal of league ${slug} must be less than its quota of ${megabytes(quota)}`;
  const advice = 'nothing more can be rated until the operator raises OPENLADDER_LEAGUE_STORAGE';
  const message = `${rule}, but is ${megabytes(journalBytes)}; ${advice}`;
  return quotaRefusal('LEAGUE_STORAGE', { use: journalBytes, limit: quota, refillsAt: null }, path, message);
}

export function quotaRefusal(
  quota: QuotaName,
  state: Quota,
  path: readonly (string | number)[],
  message: string,
): QuotaRefusal {
  return { ...refuse('QUOTA_EXCEEDED', path, message), quota, ...state };
}

export function isUsedUp({ use, limit }: Quota): boolean {
  return limit !== null && use >= limit;
}

export function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}
