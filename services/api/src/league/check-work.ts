import type { Access } from '../access/access.js';
import type { NeedsClock } from '../kit/needs.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from './league.js';
import { isUsedUp, megabytes, type NeedsQuota, type Quota, type QuotaRefusal, quotaRefusal } from './quota.js';
import { sumLeagueLines, sumTokenUse } from './replay-use.repository.js';
import type { NeedsTokenGrowth } from './token-growth.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The lines that replays of a league wrote in this hour. */
export async function leagueWork(
  { leagueWork: limit, clock }: NeedsQuota & NeedsClock,
  sql: Sql,
  leagueId: number,
): Promise<Quota> {
  const hour = windowAt(clock(), HOUR);
  return { use: await sumLeagueLines(sql, leagueId, hour.from), limit, refillsAt: hour.refillsAt };
}

/** Lines that replays on account of a token wrote in this hour, and bytes by which journals grew in this day of UTC. */
export async function tokenUse(
  { tokenWork, tokenStorage, tokenGrowth, clock }: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  sql: Sql,
  tokenId: number,
): Promise<{ readonly work: Quota; readonly storage: Quota }> {
  const [hour, day] = [windowAt(clock(), HOUR), windowAt(clock(), DAY)];
  const { lines, bytes } = await sumTokenUse(sql, tokenId, { hour: hour.from, day: day.from });
  return {
    work: { use: lines, limit: tokenWork, refillsAt: hour.refillsAt },
    storage: { use: bytes + tokenGrowth.untoldOf(tokenId, day.from), limit: tokenStorage, refillsAt: day.refillsAt },
  };
}

/**
 * Whether matches of a league may be rated again on account of a caller. A replay that begins below the quotas is carried out whole.
 * @returns the refusal where they may not
 */
export async function checkWork(
  needs: NeedsQuota & NeedsTokenGrowth & NeedsClock,
  sql: Sql,
  { id, slug }: League,
  { tokenId }: Pick<Access, 'tokenId'>,
  path: readonly (string | number)[],
): Promise<QuotaRefusal | undefined> {
  const ofLeague = await leagueWork(needs, sql, id);
  if (isUsedUp(ofLeague)) {
    const rule = `lines of league ${slug} rated again in an hour must be less than its quota of ${ofLeague.limit}`;
    return quotaRefusal('LEAGUE_WORK', ofLeague, path, told(rule, ofLeague.use, ofLeague));
  }
  if (tokenId === null) return undefined;
  const { work, storage } = await tokenUse(needs, sql, tokenId);
  if (isUsedUp(work)) {
    const rule = `lines rated again in an hour because of your token must be less than its quota of ${work.limit}`;
    return quotaRefusal('TOKEN_WORK', work, path, told(rule, work.use, work));
  }
  if (isUsedUp(storage)) {
    return storageRefusal(storage, path);
  }
  return undefined;
}

/**
 * Whether a token may have more matches written in their order, as far as this process knows. A batch that begins below the quota is
 * written whole.
 * @returns the refusal where it may not
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
  const rule = `growth of journals in a day because of your token must be less than its quota of ${megabytes(storage.limit!)}`;
  return quotaRefusal('TOKEN_STORAGE', storage, path, told(rule, megabytes(storage.use), storage, 'matches'));
}

function told(rule: string, use: number | string, { refillsAt }: Quota, what = 'late matches'): string {
  return `${rule}, but is ${use}; ${what} and corrections are accepted again at ${refillsAt!.toISOString()}`;
}

function windowAt(now: Date, length: number): { readonly from: Date; readonly refillsAt: Date } {
  const from = Math.floor(now.getTime() / length) * length;
  return { from: new Date(from), refillsAt: new Date(from + length) };
}
