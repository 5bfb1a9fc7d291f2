import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { insertAuditEntries, playerSubject } from '../audit/audit.repository.js';
import { isRefusal } from '../kit/refusal.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { foldedName } from './handle.js';
import { listKnownElsewhere, listProfiles, visibleLeagueIds } from './known-players.js';
import { changedOf, checkDisplayName, NO_PROFILE, type Profile, type ProfileChanges } from './profile.js';

/** The description of a player in their source; a country and links as they were checked. */
export interface Written {
  readonly name?: string | undefined;
  readonly country?: string | undefined;
  readonly links?: readonly string[] | undefined;
}

/** A player new to a league in this transaction, and their description in the source. */
export interface NewPlayer {
  readonly id: number;
  readonly handle: string;
  readonly written: Written;
  /** Why it is given, for the audit log. */
  readonly reason: string;
}

/**
 * Shows new players by the names in their source, if these are valid display names: others are shown by their handles. The audit log
 * records each name, as if given by hand. A player is new if the caller could not see them before. Players of hidden leagues get a name
 * like all others: without it, the caller would learn that they are somewhere else.
 */
export async function nameNewPlayers(
  tx: EntityManager,
  access: Access,
  leagueId: number,
  players: readonly NewPlayer[],
  at: Date,
): Promise<void> {
  const written = players.flatMap(({ id, handle, written: { name, country, links }, reason }) => {
    const displayName = name === undefined ? handle : checkDisplayName(name, []);
    const isNamed = !isRefusal(displayName) && displayName !== handle;
    const changes = { ...(isNamed && { displayName }), ...(country && { country }), ...(links && { links }) };
    return Object.keys(changes).length === 0 ? [] : [{ id, handle, changes, reason }];
  });
  const ids = written.map(({ id }) => id);
  const known = await listKnownElsewhere(tx, access, leagueId, ids);
  const strangers = written.filter(({ id }) => !known.has(id));
  if (strangers.length === 0) return;
  const former = await listProfiles(tx, null, ids);
  // A country and links from another league stay: the caller may not see that league.
  for (const { id, changes } of strangers) {
    const { country, links } = former.get(id) ?? NO_PROFILE;
    if (country !== null) delete changes.country;
    if (links !== null) delete changes.links;
  }
  const named = strangers.filter(({ changes }) => Object.keys(changes).length > 0);
  if (named.length === 0) return;
  await changeProfiles(tx, access, named, former, at);
}

/** A change of a player's profile, and the reason. */
export interface ProfileChange {
  readonly id: number;
  readonly handle: string;
  /** The handle that the player gets by the same request. */
  readonly newHandle?: string;
  readonly changes: ProfileChanges;
  readonly reason: string;
}

/** Changes profiles of players, and records it in the audit log. @param former their previous profiles */
export async function changeProfiles(
  tx: EntityManager,
  access: Access,
  players: readonly ProfileChange[],
  former: ReadonlyMap<number, Profile>,
  at: Date,
): Promise<void> {
  const given = players.map(({ id, changes }) => ({ playerId: id, ...changes }));
  await updateProfiles(tx, visibleLeagueIds(access), given, at);
  const entries = players.map(({ id, handle, newHandle = handle, changes, reason }) => ({
    ...{ leagueId: null, subject: playerSubject(id), action: 'updatePlayer', reason, at },
    before: { id, handle, ...changedOf(changes, former.get(id) ?? NO_PROFILE) },
    after: { id, handle: newHandle, ...changes },
  }));
  await insertAuditEntries(tx, access, entries);
}

/** A change of a player's profile, in the form of its row. */
interface GivenProfile extends ProfileChanges {
  readonly playerId: number;
}

/**
 * Changes profiles of players.
 * @param audience leagues by which the caller knows the players, which may see it; null: all leagues
 * @param at since when it is valid; never before these leagues knew the player, whatever the clock shows
 */
async function updateProfiles(
  tx: Sql,
  audience: readonly number[] | null,
  given: readonly GivenProfile[],
  at: Date,
): Promise<void> {
  const newPlayers = given.map(({ displayName, ...rest }) => {
    if (displayName === undefined) return rest;
    return { ...rest, displayName, nameKey: displayName === null ? null : foldedName(displayName) };
  });
  const set = (column: string, field: string, value: string) =>
    `${column} = CASE WHEN told ? '${field}' THEN ${value} ELSE ${column} END`;
  const dated = (column: string, field: string) =>
    set(column, field, `CASE WHEN told ->> '${field}' IS NOT NULL THEN known_at END`);
  const [, touched] = await tx.query(
    `UPDATE player SET ${[
      set('display_name', 'displayName', "told ->> 'displayName'"),
      set('name_key', 'displayName', "told ->> 'nameKey'"),
      dated('named_at', 'displayName'),
      set('country', 'country', "told ->> 'country'"),
      dated('country_at', 'country'),
      set('links', 'links', "nullif(told -> 'links', 'null')"),
      dated('links_at', 'links'),
    ].join(', ')}
     FROM (SELECT told, (told ->> 'playerId')::integer AS own_id,
                  greatest($1::timestamptz, (SELECT max(since) FROM membership
                    WHERE player_id = (told ->> 'playerId')::integer
                      AND ($2::integer[] IS NULL OR league_id = ANY($2::integer[])))) AS known_at
           FROM jsonb_array_elements($3::jsonb) AS given (told)) AS given
     WHERE id = own_id`,
    [at, audience, JSON.stringify(newPlayers)],
  );
  expectRows('updateProfiles', touched, given.length);
  const named = given.flatMap(({ playerId, displayName }) => (displayName === undefined ? [] : playerId));
  if (named.length === 0) return;
  await tx.query(
    `UPDATE membership SET name_key = CASE WHEN since <= named_at THEN player.name_key END
     FROM player WHERE player.id = ANY($1::integer[]) AND player_id = player.id`,
    [named],
  );
}

/** Records in the audit log the accounts that matches linked to new players. @param accounts with the new players */
export function recordLinks(
  tx: EntityManager,
  access: Access,
  accounts: ReadonlyMap<string, Pick<NewPlayer, 'id' | 'handle'>>,
  at: Date,
): Promise<void> {
  const entries = [...accounts].map(([account, player]) => ({
    leagueId: null,
    subject: playerSubject(player.id),
    action: 'linkAccount',
    reason: 'named by the account in a new match',
    before: { ...player, account: null },
    after: { ...player, account },
    at,
  }));
  return insertAuditEntries(tx, access, entries);
}
