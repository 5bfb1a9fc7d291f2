/** Rights of a token. The league scopes apply to the leagues that the token names. */
export const SCOPES = ['league:read', 'matches:submit', 'league:admin', 'platform:admin'] as const;
export type Scope = (typeof SCOPES)[number];

export type Visibility = 'PUBLIC' | 'PRIVATE';

/** The part of a league that decides who may read it. */
interface ReadableLeague {
  readonly id: number;
  readonly visibility: Visibility;
  /** Null or omitted if the league is not deleted. */
  readonly deletedAt?: Date | null;
}

/** A caller, with their rights. */
export interface Access {
  /** Id of the token; null for an anonymous caller and for the command line. */
  readonly tokenId: number | null;
  /** The caller's name in the audit log. */
  readonly actor: string;
  readonly scopes: readonly Scope[];
  /** Ids of the leagues to which the league scopes apply. */
  readonly leagueIds: readonly number[];
}

export const ANONYMOUS: Access = { tokenId: null, actor: 'anonymous', scopes: [], leagueIds: [] };

/** The command line: anyone who can start it has access to the database anyway. */
export const COMMAND_LINE: Access = {
  tokenId: null,
  actor: 'command line',
  scopes: ['platform:admin'],
  leagueIds: [],
};

/** The service's own names in the audit log. Readers of the log rely on names, so no token may have one of these. */
export const OWN_ACTORS = {
  anonymous: ANONYMOUS.actor,
  commandLine: COMMAND_LINE.actor,
  start: 'start of the service',
  demonstration: 'demonstration',
  webhooks: 'webhooks',
} as const;

export function isPlatformAdmin(access: Access): boolean {
  return access.scopes.includes('platform:admin');
}

/** Anyone may read a public league. A private one can be read with any token that names it, and a deleted one by nobody. */
export function canRead(access: Access, league: ReadableLeague): boolean {
  if (league.deletedAt) return false;
  return league.visibility === 'PUBLIC' || isPlatformAdmin(access) || access.leagueIds.includes(league.id);
}

export function canAdminister(access: Access, league: { readonly id: number }): boolean {
  return isPlatformAdmin(access) || (access.scopes.includes('league:admin') && access.leagueIds.includes(league.id));
}

/** League admins may do what their bots may. */
export function canSubmit(access: Access, league: { readonly id: number }): boolean {
  return (
    canAdminister(access, league) || (access.scopes.includes('matches:submit') && access.leagueIds.includes(league.id))
  );
}

/** Whether the caller may see and revoke a token. A platform admin may for every token, a league admin for tokens of their own leagues. */
export function canManage(access: Access, token: Pick<Access, 'scopes' | 'leagueIds'>): boolean {
  if (isPlatformAdmin(access)) return true;
  const isForLeagues = token.leagueIds.length > 0 && !token.scopes.includes('platform:admin');
  return isForLeagues && token.leagueIds.every((id) => canAdminister(access, { id }));
}

/** The caller lacks a right. Not an expected failure of the input: it becomes a top-level error of the response. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN';

  constructor(access: Access, need: string) {
    const isAnonymous = access === ANONYMOUS;
    super(isAnonymous ? `A token is needed to ${need}.` : `This token may not ${need}.`);
    this.code = isAnonymous ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  }
}

export function requirePlatformAdmin(access: Access, need: string): void {
  if (!isPlatformAdmin(access)) throw new AccessDenied(access, need);
}
