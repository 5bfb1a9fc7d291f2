import type { Json } from '@openladder/rating';
import { type Access, AccessDenied, canAdminister, requirePlatformAdmin } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { type AuditEntry, listAuditEntries, listSubjectsNamed, parseSubject } from './audit.repository.js';

/** Filters of an audit log. */
export interface AuditQuery {
  readonly actor: string | null;
  readonly action: string | null;
  /** A name with its form as a handle, or the stored form of a global id; null: any. */
  readonly subject: { readonly name: string; readonly key: string } | { readonly text: string } | null;
  readonly limit: number;
  readonly beforeId: number | null;
}

/**
 * Reads one page of an audit log, newest first.
 * @param league null: the whole platform, which only platform admins may read
 * @throws AccessDenied
 */
export async function readAuditLog(
  needs: NeedsDatabase,
  access: Access,
  league: { readonly id: number; readonly slug: string } | null,
  { actor, action, subject, limit, beforeId }: AuditQuery,
): Promise<AuditEntry[]> {
  if (!league) requirePlatformAdmin(access, "read the platform's audit log");
  else if (!canAdminister(access, league)) throw new AccessDenied(access, `read the audit log of ${league.slug}`);
  const { manager } = needs.database;
  const leagueId = league?.id ?? null;
  let subjects: string[] | null = null;
  if (subject) subjects = 'text' in subject ? [subject.text] : await listSubjectsNamed(manager, subject, leagueId);
  return listAuditEntries(manager, { leagueId, actor, action, subjects }, { limit, beforeId });
}

type Fields = { readonly [key: string]: Json };

/** Replaces the ids of an entry by the names that people and programs use. */
export interface Names {
  /** Handle of a player. */
  player(id: number): Promise<string | null>;
  /** Global id of a token. */
  token(id: number): string;
}

/** The state before or after in an entry about a subject, with names in place of ids. */
export async function namedView(subject: string | null, view: Json, names: Names): Promise<Json> {
  if (!isFields(view)) return view;
  const { id, ...rest } = view;
  switch (parseSubject(subject)?.kind) {
    case 'Match':
      // Details belong to the game, whatever their keys are.
      return { ...view, sides: await namedPlayers(view.sides ?? null, names) };
    case 'Player':
      return namedPlayers(rest, names);
    case 'Token':
      return typeof id === 'number' ? { ...view, id: names.token(id) } : view;
    default:
      return view;
  }
}

/** The keys under which players are stored, with those under which they are shown. */
const PLAYER_KEYS: Readonly<Record<string, string>> = { playerId: 'player', intoId: 'into', opponentId: 'opponent' };

async function namedPlayers(value: Json, names: Names): Promise<Json> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => namedPlayers(item, names)));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(async ([key, item]): Promise<[string, Json]> => {
    const shownKey = PLAYER_KEYS[key];
    if (shownKey && typeof item === 'number') return [shownKey, await names.player(item)];
    return [key, await namedPlayers(item, names)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
