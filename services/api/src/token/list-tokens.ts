import { type Access, AccessDenied, canAdminister, isPlatformAdmin } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { unknownLeague } from '../league/league.js';
import { findLeague } from '../league/league.repository.js';
import { listTokens, type Token } from './token.repository.js';
import { requireAnyAdmin } from './token-access.js';

export interface TokenList {
  readonly limit: number;
  readonly beforeId: number | null;
  /** Slug; null: all leagues and the platform. */
  readonly league: string | null;
  /** Id of the token that created them; null: any. */
  readonly createdById: number | null;
}

/**
 * The tokens that the caller may revoke, including revoked ones, newest first.
 * @throws Refused if there is no such league that the caller may know of
 * @throws AccessDenied
 */
export async function listManagedTokens(needs: NeedsDatabase, access: Access, list: TokenList): Promise<Token[]> {
  requireAnyAdmin(access, 'list tokens');
  const { manager } = needs.database;
  let leagueId: number | null = null;
  if (list.league !== null) {
    const league = await findLeague(manager, access, list.league);
    if (!league) throw unknownLeague(list.league, ['league']);
    if (!canAdminister(access, league)) throw new AccessDenied(access, `list tokens of ${league.slug}`);
    leagueId = league.id;
  }
  const within = isPlatformAdmin(access) ? null : access.leagueIds;
  const { limit, beforeId, createdById } = list;
  return listTokens(manager, { limit, beforeId, within, leagueId, createdById });
}
