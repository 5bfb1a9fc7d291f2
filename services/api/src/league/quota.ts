import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { NeedsClock } from '../kit/needs.js';
import { type Refusal, refuse } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from './league.js';
import { type NeedsTokenGrowth, sumLeagueLines, type sumTokenUse, sumTokenUseWithin } from './token-use.js';

/** The operator's quotas; null: no limit. */
export interface NeedsQuota {
  /** The most bytes in a league's journal, as `journalBytes` counts them. */
  readonly leagueStorage: number | null;
  /** Lines that a league's replays may write in an hour. */
  readonly leagueWork: number | null;
  /** Lines that a token's replays may write in an hour, in all leagues. */
  readonly tokenWork: number | null;
  /** Bytes by which a token's matches and corrections may make journals grow in a day, as `journalBytes` counts them. */
  readonly tokenStorage: number | null;
}

/** How far a quota is used up. */
export interface Quota {
  readonly use: number;
  /** Null: no limit. */
  readonly limit: number | null;
  /** When the use goes back to 0; null if it never does. */
  readonly refillsAt: Date | null;
}

export type QuotaName = 'LEAGUE_STORAGE' | 'LEAGUE_WORK' | 'TOKEN_STORAGE' | 'TOKEN_WORK';

/** A refusal that names the quota that is used up. */
export interface QuotaRefusal extends Refusal, Quota {
  readonly quota: QuotaName;
}

/**
 * Whether a league's journal may grow. A batch or replay that begins below the quota is written whole.
 * @returns the refusal, if it may not
 */
export function checkQuota(
  { slug, journalBytes }: Pick<League, 'slug' | 'journalBytes'>,
  quota: number | null,
  path: readonly (string | number)[],
): QuotaRefusal | undefined {
  if (quota === null || journalBytes < quota) return undefined;
  const refusal = refuse('LEAGUE_STORAGE', path, {
    league: slug,
    quota: megabytes(quota),
    use: megabytes(journalBytes),
  });
  return quotaRefusal(refusal, 'LEAGUE_STORAGE', { use: journalBytes, limit: quota, refillsAt: null });
}

function quotaRefusal(refusal: Refusal, quota: QuotaName, state: Quota): QuotaRefusal {
  return { ...refusal, quota, ...state };
}

export function isUsedUp({ use, limit }: Quota): boolean {
  return limit !== null && use >= limit;
}

export function megabytes(bytes: number): number {
  return bytes / 1_000_000;
}

/** Bytes that a line of the journal counts for: about its size on disk, with its keys. */
const LINE = 160;
/** And of one that a revision replaced, once it is packed. */
const SUPERSEDED_LINE = 48;
const NUMBER = 8;

/** Bytes that lines of the journal count for, by the numbers of lines and contributions. */
export function journalBytes(lines: number, contributions: number): number {
  return LINE * lines + NUMBER * CONTRIBUTION_WIDTH * contributions;
}

/** Counted bytes that are saved where a number of lines is replaced. Their contributions are counted until they are deleted. */
export function bytesSaved(superseded: number): number {
  return (LINE - SUPERSEDED_LINE) * superseded;
}

/** SQL of the bytes that a line that was replaced counts for, and of those that a stretch of such lines counts for. */
export const SUPERSEDED_BYTES = {
  ofLine: `${SUPERSEDED_LINE} + ${NUMBER} * coalesce(cardinality(contributions), 0)`,
  ofStretch: `${SUPERSEDED_LINE} * cardinality(sequences) + ${NUMBER} * coalesce(
    (SELECT sum(cardinality(own::double precision[])) FROM unnest(contributions) AS own), 0)`,
};

const CONTRIBUTIONS = `${NUMBER} * coalesce(cardinality(contributions), 0)`;

/** SQL of the bytes that the lines of a relation count for. @param isSuperseded SQL: whether a line was replaced */
export const sumOfJournalBytes = (isSuperseded: string) =>
  `coalesce(sum(CASE WHEN ${isSuperseded} THEN ${SUPERSEDED_LINE} ELSE ${LINE} END + ${CONTRIBUTIONS}), 0)::bigint`;

/** SQL of the bytes that are saved where the lines of a relation are replaced. */
export const SAVED_BYTES = {
  ofLines: `${LINE - SUPERSEDED_LINE} * count(*)`,
  /** Those that are deleted. @param isKept SQL: whether a line is kept with its contributions */
  ofContributions: (isKept: string) =>
    `coalesce(sum(${CONTRIBUTIONS}) FILTER (WHERE ${isKept} IS NOT TRUE), 0)::bigint`,
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Lines that replays of a league have written in this hour. */
export async function leagueWork(
  { leagueWork: limit, clock }: NeedsQuota & NeedsClock,
  sql: Sql,
  leagueId: number,
): Promise<Quota> {
  const hour = windowAt(clock(), HOUR);
  return { use: await sumLeagueLines(sql, leagueId, hour.from), limit, refillsAt: hour.refillsAt };
}

/** Lines that a token's replays have written in this hour, and bytes by which journals have grown in this day of UTC. */
export async function tokenUse(
  needs: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  tokenId: number,
  sum: (since: { readonly hour: Date; readonly day: Date }) => ReturnType<typeof sumTokenUse>,
): Promise<{ readonly work: Quota; readonly storage: Quota }> {
  const { tokenWork, tokenStorage, tokenGrowth, clock } = needs;
  const [hour, day] = [windowAt(clock(), HOUR), windowAt(clock(), DAY)];
  const { lines, bytes } = await sum({ hour: hour.from, day: day.from });
  return {
    work: { use: lines, limit: tokenWork, refillsAt: hour.refillsAt },
    storage: { use: bytes + tokenGrowth.untoldOf(tokenId, day.from), limit: tokenStorage, refillsAt: day.refillsAt },
  };
}

/**
 * Whether a caller may have matches of a league rated again. A replay that begins below the quotas is carried out whole.
 * @returns the refusal, if they may not
 */
export async function checkWork(
  needs: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  tx: EntityManager,
  { id, slug }: League,
  { tokenId }: Pick<Access, 'tokenId'>,
  path: readonly (string | number)[],
): Promise<QuotaRefusal | undefined> {
  const ofLeague = await leagueWork(needs, tx, id);
  if (isUsedUp(ofLeague)) {
    return quotaRefusal(
      refuse('LEAGUE_WORK', path, { league: slug, ...quotaValues(ofLeague) }),
      'LEAGUE_WORK',
      ofLeague,
    );
  }
  if (tokenId === null || (needs.tokenWork === null && needs.tokenStorage === null)) return undefined;
  const { work, storage } = await tokenUse(needs, tokenId, (since) => sumTokenUseWithin(tx, id, tokenId, since));
  if (isUsedUp(work)) {
    return quotaRefusal(refuse('TOKEN_WORK', path, quotaValues(work)), 'TOKEN_WORK', work);
  }
  if (isUsedUp(storage)) {
    return storageRefusal(storage, path);
  }
  return undefined;
}

/**
 * Whether a token may have more matches added at the end of the log, as far as this process knows. A batch that begins below the quota is
 * written whole.
 * @returns the refusal, if it may not
 */
export function checkTokenStorage(
  { tokenStorage: limit, tokenGrowth, clock }: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  { tokenId }: Pick<Access, 'tokenId'>,
  path: readonly (string | number)[],
): QuotaRefusal | undefined {
  if (limit === null || tokenId === null) return undefined;
  const now = clock();
  const storage = { use: tokenGrowth.useOf(tokenId, now), limit, refillsAt: windowAt(now, DAY).refillsAt };
  return isUsedUp(storage) ? storageRefusal(storage, path) : undefined;
}

function storageRefusal(storage: Quota, path: readonly (string | number)[]): QuotaRefusal {
  return quotaRefusal(refuse('TOKEN_STORAGE', path, quotaValues(storage, megabytes)), 'TOKEN_STORAGE', storage);
}

/** A quota that is used up, as the refusal tells it. */
function quotaValues({ use, limit, refillsAt }: Quota, inUnits: (amount: number) => number = (amount) => amount) {
  return { quota: inUnits(limit!), use: inUnits(use), refillsAt: refillsAt!.toISOString() };
}

function windowAt(now: Date, length: number): { readonly from: Date; readonly refillsAt: Date } {
  const from = Math.floor(now.getTime() / length) * length;
  return { from: new Date(from), refillsAt: new Date(from + length) };
}
