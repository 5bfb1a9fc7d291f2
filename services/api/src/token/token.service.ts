import { type EntityManager } from 'typeorm';
import {
  type Access,
  AccessDenied,
  ANONYMOUS,
  canAdminister,
  canRead,
  isPlatformAdmin,
  OWN_ACTORS,
  SCOPES,
  type Scope,
} from '../access/access.js';
import { type IdempotentRequest, settleOnce } from '../access/idempotency.js';
import { insertAuditEntry, type NewAuditEntry, tokenSubject } from '../audit/audit.repository.js';
import { type NeedsClock, type NeedsDatabase } from '../kit/needs.js';
import { checkLine, checkReadable, type Refusal, refuse, refuseAny, shown } from '../kit/refusal.js';
import { LOCKS, withAdvisoryLock } from '../kit/sql/advisory-locks.js';
import { isStorable } from '../kit/sql/columns.js';
import { transaction } from '../kit/sql/transaction.js';
import { pluralize } from '../kit/words.js';
import { unknownLeague } from '../league/league.js';
import { findLeague, findLeagueById, listLeaguesBySlug } from '../league/league.repository.js';
import { hashSecret, newSecret } from './authenticator.js';
import {
  findSecret,
  hasPlatformAdmin,
  insertToken,
  type KnownSecret,
  listTokens,
  listTokensById,
  listTokensOfStart,
  lockUnrevokedToken,
  START,
  type Token,
  type TokenPage,
} from './token.repository.js';

export interface CreateToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Slugs of the leagues to which the league scopes apply. */
  readonly leagues: readonly string[];
  readonly expiresAt: Date | null;
}

/** A new token with its secret, which is shown only once. */
export interface CreatedToken {
  readonly token: Token;
  /** Null if an earlier request with the same key created it: only its hash is stored. */
  readonly secret: string | null;
}

/**
 * Creates a token. A platform admin may create any; a league admin only tokens for their own leagues.
 * @throws Refused
 * @throws AccessDenied
 */
export async function createToken(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: CreateToken,
  once: IdempotentRequest | null = null,
): Promise<CreatedToken> {
  requireAnyAdmin(access, 'create tokens');
  const now = needs.clock();
  const recall = async ({ token }: { token: number }) => ({
    token: (await listTokensById(needs.database.manager, [token]))[0]!,
    secret: null,
  });
  const check = () => {
    refuseAny(checkCounts(input));
    refuseAny(checkName(input.name), ...checkScopes(input), checkExpiry(input, now));
  };
  const keep = ({ token }: CreatedToken) => ({ token: token.id });
  return settleOnce<CreatedToken>(needs.database, null, { once, now, recall, check, keep }, async (tx) => {
    // A request that revokes the caller's token and all tokens created with it must find this one, or this one must not be
    // created.
    const own = access.tokenId === null ? ENDLESS : await lockUnrevokedToken(tx, access.tokenId);
    if (!own) throw new AccessDenied(ANONYMOUS, 'create tokens');
    refuseAny(checkOutlives(own, input, ['input', 'expiresAt']));
    const leagueIds = await resolveLeagues(tx, access, input.leagues);
    if (input.scopes.includes('platform:admin') && !isPlatformAdmin(access)) {
      throw new AccessDenied(access, 'create a token of the scope platform:admin');
    }
    return issueToken(tx, access, { ...input, scopes: input.scopes as Scope[], leagueIds }, now);
  });
}

/** Readers of the audit log must know whom a name means: it must be visible, and not one of the service's own. */
function checkName(name: string): Refusal | undefined {
  const path = ['input', 'name'];
  const refusal = checkLine(name, path);
  if (refusal) return refusal;
  const values = { field: 'name', value: shown(name) };
  if (INVISIBLE.test(name)) return refuse('NO_INVISIBLE_CHARACTERS', path, values);
  const looked = name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return Object.values<string>(OWN_ACTORS).includes(looked) ? refuse('OWN_ACTOR', path, values) : undefined;
}

/** Joiners and variation selectors stay: some scripts and many emojis need them. */
const INVISIBLE = /(?!\u200C|\u200D|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u;

/** There are four scopes; repeating one is harmless. */
const MAX_SCOPES = 20;
const MAX_LEAGUES = 1000;

/** Before any item is checked. */
function checkCounts({ scopes, leagues }: CreateToken) {
  for (const [field, list, most] of [
    ['scopes', scopes, MAX_SCOPES],
    ['leagues', leagues, MAX_LEAGUES],
  ] as const) {
    if (list.length <= most) continue;
    return refuse('COUNT_MAX', ['input', field], { field, max: most, count: list.length });
  }
  return undefined;
}

function* checkScopes({ scopes, leagues }: CreateToken) {
  const at = ['input', 'scopes'];
  if (scopes.length === 0) yield refuse('COUNT_MIN', at, { field: 'scopes', min: 1, count: 0 });
  for (const [index, scope] of scopes.entries()) {
    if ((SCOPES as readonly string[]).includes(scope)) continue;
    yield refuse('ONE_OF', [...at, index], { field: 'scope', values: SCOPES, value: shown(scope) });
  }
  const isForLeagues = scopes.some((scope) => scope !== 'platform:admin');
  if (isForLeagues && leagues.length === 0) {
    yield refuse('SCOPES_NEED_LEAGUES', ['input', 'leagues']);
  }
}

function checkExpiry({ expiresAt }: CreateToken, now: Date) {
  if (!expiresAt || expiresAt > now) return undefined;
  const at = ['input', 'expiresAt'];
  return checkReadable(expiresAt, at) ?? refuse('IN_FUTURE', at, { field: 'expiresAt', value: shown(expiresAt) });
}

/** The command line's own expiry: none. */
export const ENDLESS = { expiresAt: null };

/** With the secret of a longer-lived token, people could continue after their own has expired. */
export function checkOutlives(own: Pick<Token, 'expiresAt'>, other: Pick<Token, 'expiresAt'>, path: string[]) {
  if (!own.expiresAt || (other.expiresAt && other.expiresAt <= own.expiresAt)) return undefined;
  return refuse('OUTLIVES', path, { at: own.expiresAt.toISOString() });
}

async function resolveLeagues(tx: EntityManager, access: Access, slugs: readonly string[]): Promise<number[]> {
  const distinct = [...new Set(slugs)];
  const leagues = await listLeaguesBySlug(tx, distinct.filter(isStorable));
  const unknown = (slug: string) => unknownLeague(slug, ['input', 'leagues', slugs.indexOf(slug)]);
  const slugById = new Map<number, string>();
  for (const slug of distinct) {
    const league = leagues.get(slug);
    if (!league || !canRead(access, league)) throw unknown(slug);
    if (!canAdminister(access, league)) throw new AccessDenied(access, `create tokens for ${slug}`);
    slugById.set(league.id, slug);
  }
  // A deletion of the league must find the token, or the token must not be created: a deletion waits for this lock.
  for (const [id, slug] of slugById) {
    if (!(await findLeagueById(tx, id, 'FOR KEY SHARE'))) throw unknown(slug);
  }
  return [...slugById.keys()];
}

async function issueToken(
  tx: EntityManager,
  access: Access,
  grant: { name: string; scopes: readonly Scope[]; leagueIds: readonly number[]; expiresAt: Date | null },
  now: Date,
  secret = newSecret(),
): Promise<CreatedToken> {
  const { name, scopes, leagueIds, expiresAt } = grant;
  const token = await insertToken(tx, {
    name,
    scopes: [...new Set(scopes)],
    leagueIds,
    createdAt: now,
    createdBy: access.actor,
    createdById: access.tokenId,
    expiresAt,
    secretHash: hashSecret(secret),
  });
  await recordToken(tx, access, token, {
    action: 'createToken',
    reason: `token ${shown(name)}`,
    before: null,
    after: { id: token.id, name, scopes: [...scopes], expiresAt: expiresAt?.toISOString() ?? null },
    at: now,
  });
  return { token, secret };
}

/** Name of the tokens whose secrets operators choose by this variable. */
export const CHOSEN_ADMIN = 'OPENLADDER_ADMIN_TOKEN';

const STARTUP: Access = { tokenId: null, actor: START, scopes: ['platform:admin'], leagueIds: [] };

/**
 * Makes sure that the platform has an admin, and only one even if several replicas start at once.
 * @param chosen the operator's own secret, from OPENLADDER_ADMIN_TOKEN
 * @returns the secret if one was created now; it is shown only once
 */
export async function ensureAdminToken(
  needs: NeedsDatabase & NeedsClock,
  chosen: string | undefined,
): Promise<string | null> {
  const ensure = async (tx: EntityManager): Promise<string | null> => {
    if (chosen !== undefined && (await findSecret(tx, hashSecret(chosen)))) return null;
    if (chosen === undefined && (await hasPlatformAdmin(tx))) return null;
    const name = chosen === undefined ? 'first admin' : CHOSEN_ADMIN;
    const grant = { name, scopes: ['platform:admin'] as const, leagueIds: [], expiresAt: null };
    const { secret } = await issueToken(tx, STARTUP, grant, needs.clock(), chosen);
    return chosen === undefined ? secret : null;
  };
  return withAdvisoryLock(needs.database, LOCKS.adminToken, () => transaction(needs.database, null, ensure));
}

/** @param need the caller's intention @throws AccessDenied if the caller administers nothing */
export function requireAnyAdmin(access: Access, need: string): void {
  if (isPlatformAdmin(access) || access.scopes.includes('league:admin')) return;
  throw new AccessDenied(access, need);
}

/**
 * Records an action on a token: an entry for each of its leagues, or one of the platform if it has none. A deletion of a league waits for
 * the entry, so that it keeps it; in a league that has just been deleted nothing would.
 */
export async function recordToken(
  tx: EntityManager,
  access: Access,
  { id, leagueIds }: Pick<Token, 'id' | 'leagueIds'>,
  entry: Pick<NewAuditEntry, 'action' | 'reason' | 'before' | 'after' | 'at'>,
): Promise<void> {
  const leagues: number[] = [];
  for (const leagueId of leagueIds) if (await findLeagueById(tx, leagueId, 'FOR KEY SHARE')) leagues.push(leagueId);
  for (const leagueId of leagues.length > 0 ? leagues : [null]) {
    await insertAuditEntry(tx, access, { leagueId, subject: tokenSubject(id), ...entry });
  }
}

/**
 * The tokens that the caller may revoke, including revoked ones, newest first.
 * @param slug of their league; null: all leagues and the platform
 * @throws Refused if there is no such league that the caller may see
 * @throws AccessDenied
 */
export async function listManagedTokens(
  needs: NeedsDatabase,
  access: Access,
  { league: slug, ...page }: Pick<TokenPage, 'limit' | 'beforeId' | 'createdById'> & { readonly league: string | null },
): Promise<Token[]> {
  requireAnyAdmin(access, 'list tokens');
  const { manager } = needs.database;
  let leagueId: number | null = null;
  if (slug !== null) {
    const league = await findLeague(manager, access, slug);
    if (!league) throw unknownLeague(slug, ['league']);
    if (!canAdminister(access, league)) throw new AccessDenied(access, `list tokens of ${league.slug}`);
    leagueId = league.id;
  }
  const within = isPlatformAdmin(access) ? null : access.leagueIds;
  return listTokens(manager, { ...page, within, leagueId });
}

const REMEDY =
  'Set a new secret, which the next start makes the secret of another administrator, or remove the variable';

/**
 * Surprises about an operator's chosen secret: it no longer works, or a previous one still does.
 * @param chosen the secret, from OPENLADDER_ADMIN_TOKEN
 * @returns sentences with the remedy
 */
export async function troublesOfChosenAdmin(
  { database, clock }: NeedsDatabase & NeedsClock,
  chosen: string,
): Promise<string[]> {
  const now = clock();
  const known = await findSecret(database.manager, hashSecret(chosen));
  const end = known && endOfToken(known, now);
  const troubles = end ? [`The secret in OPENLADDER_ADMIN_TOKEN ${end}. ${REMEDY}.`] : [];
  const others = (await listTokensOfStart(database, CHOSEN_ADMIN, now)).filter(({ id }) => id !== known?.token.id);
  if (others.length > 0) {
    const made = others.map(({ createdAt }) => createdAt.toISOString()).join(', ');
    troubles.push(
      `OPENLADDER_ADMIN_TOKEN had another secret before, and a change of the variable revokes no token: ${pluralize(others.length, 'token')} of that name, created at ${made}, can still administer everything. Revoke what nobody uses: "openladder token --list" shows its id, and "openladder token --revoke <id>" ends it.`,
    );
  }
  return troubles;
}

/** How a secret has ended, or will end; null if it has no end. */
function endOfToken({ token, endsAt }: KnownSecret, now: Date): string | null {
  if (token.revokedAt) return `no longer works: its token was revoked at ${token.revokedAt.toISOString()}`;
  if (token.expiresAt && token.expiresAt <= now) return 'no longer works: its token has expired';
  if (!endsAt) return null;
  const when = endsAt <= now ? 'no longer works' : `works only until ${endsAt.toISOString()}`;
  return `${when}: its token was given another secret`;
}
