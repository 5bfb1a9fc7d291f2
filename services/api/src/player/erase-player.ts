import { randomBytes } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { type Access, COMMAND_LINE, requirePlatformAdmin } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settle } from '../access/idempotency.js';
import { checkReason, insertAuditEntry, playerSubject } from '../audit/audit.repository.js';
import { type KeptErasure, keepErasures, listErasures, MADE_AT } from '../database/backup/erasures.js';
import { makeFolder } from '../database/embedded/files.js';
import { listPresent, SERVE } from '../database/presence.js';
import { type Log } from '../kit/log.js';
import { type NeedsClock, type NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { snapshot, transaction } from '../kit/sql/transaction.js';
import { listLeagueIdsOf } from '../league/league.repository.js';
import {
  CameElsewhere,
  changePlayer,
  getAskedPlayer,
  type LockedPlayer,
  lockTogether,
  MANY_LEAGUES,
  type PlayerChangeRequest,
  type Together,
} from './change-player.js';
import {
  listMentions,
  type Mention,
  replaceInMatches,
  type SearchedMatches,
  searchMatches,
} from './erase-mentions.repository.js';
import {
  deleteImportsNaming,
  findRecomputingLeague,
  listIdentities,
  listLeaguesTelling,
  listNamesOf,
  replaceInRows,
  updateErased,
} from './erase-player.repository.js';
import { findPlayerById } from './known-players.js';
import { type Player } from './player.js';
import { type Renamed, replacer } from './replacer.js';

export interface ErasePlayer {
  /** Current or former handle, or account. */
  readonly player: string;
  /** The current handle once more. */
  readonly confirm: string;
  /** The current handles of players merged with this one, as a dry run names them; null: all of them. */
  readonly confirmMerged?: readonly string[] | null;
  readonly reason: string;
  /** Whether to put the pseudonym even into details and names of sides; false by default. */
  readonly inMatches?: boolean;
  /** Whether to change nothing. */
  readonly dryRun?: boolean;
}

export interface ErasePlayerNeeds extends NeedsDatabase, NeedsClock {
  /** The folder of backups, beside which the erasure is recorded; null: none. */
  readonly backups: { readonly dir: string } | null;
  readonly log: Log;
}

/** The effect of erasing a player. */
export interface Erasure {
  readonly player: Player;
  /** Other identities of the same person, erased with the player: all who are merged with them in any league. */
  readonly merged: readonly Player[];
  /** All names that they ever had, which are replaced or dropped. Empty if they are erased already. */
  readonly names: readonly string[];
  /** Texts by others that still name them afterwards; null if this is the stored response to a repeated request. */
  readonly mentions: readonly Mention[] | null;
}

/**
 * Erases a player's personal data forever, under all handles that are merged with theirs: handles, display names and accounts. A random
 * pseudonym replaces each wherever they are stored, including the audit log and stored responses. Ratings and matches do not change. The
 * handles are free again.
 * @returns the player under the pseudonym, with the texts that still name them
 * @throws Refused if there is no such player, the handle is not repeated, or a league of the player is recomputing
 * @throws AccessDenied
 */
export async function erasePlayer(
  needs: ErasePlayerNeeds,
  access: Access,
  input: ErasePlayer,
  once: IdempotentRequest | null = null,
): Promise<Erasure> {
  requirePlatformAdmin(access, 'erase players');
  checkReason(input.reason);
  const { manager } = needs.database;
  const recall = async ({ player }: { player: number }) => ({
    player: (await findPlayerById(manager, access, player))!,
    merged: [],
    names: [],
    mentions: null,
  });
  const asked = { access, name: input.player, path: ['input', 'player'] };
  if (input.dryRun) return snapshot(needs.database, (sql) => preview(sql, asked, input));
  const erasure = await runIdempotently(manager, once, needs.clock(), recall, async () => {
    const { persons } = await getPersons(manager, asked, input);
    const searched = await searchMatches(manager, idsOf(persons), replacer(persons));
    const keep = ({ player: { id } }: Erasure) => ({ player: id });
    const erase = (tx: EntityManager, locked: LockedPlayer) =>
      settle(tx, once, needs.clock(), () => eraseLocked(tx, access, locked, input, needs.clock(), searched), keep);
    return changePlayer(needs, asked, erase, TOGETHER);
  });
  await writeDownErasure(needs);
  return erasure;
}

/** Records beside existing backups whom a restore must erase again. If this fails, the next backup does it. */
async function writeDownErasure({ backups, database, log }: ErasePlayerNeeds): Promise<void> {
  if (!backups) return;
  try {
    await makeFolder(backups.dir);
    await keepErasures(backups.dir, await listErasures((statement) => database.query(statement)));
  } catch (error) {
    log.error(
      { err: error, folder: backups.dir },
      'Could not list an erasure in the folder of backups; the next backup does',
    );
  }
}

/** All players merged with this one, and the leagues that show them. */
const TOGETHER: Together = {
  listPlayers: async (tx, playerId) => idsOf(await listIdentities(tx, playerId)),
  listLeagues: async (tx, ids) => listLeaguesTelling(tx, replacer(await withNames(tx, ids)).pattern),
};

/** The player and all their identities; each with their names, and without a pseudonym. */
async function getPersons(manager: EntityManager, asked: PlayerChangeRequest, input: ErasePlayer) {
  const player = await getAskedPlayer(manager, asked);
  const identities = await listIdentities(manager, player.id);
  const merged = identities.filter(({ id }) => id !== player.id);
  checkConfirmed(player, merged, input);
  return { player, merged, persons: await withNames(manager, idsOf(identities)) };
}

/** The effect of erasing, without a change; nobody waits for it. */
async function preview(manager: EntityManager, asked: PlayerChangeRequest, input: ErasePlayer): Promise<Erasure> {
  const { player, merged, persons } = await getPersons(manager, asked, input);
  const replaced = replacer(persons);
  const searched = await searchMatches(manager, idsOf(persons), replaced);
  const mentions = await listMentions(manager, idsOf(persons), replaced, searched);
  const names = persons.flatMap(({ handles, others }) => [...handles, ...others]);
  return { player, merged, names, mentions: input.inMatches ? mentions.filter(isLeft) : mentions };
}

/** Whether a mention is never replaced. Roles are not, because raters may read them. */
function isLeft({ field }: Mention): boolean {
  return field !== 'details' && field !== 'sideNames';
}

/** @throws Refused if the handle is not repeated, or other players are merged than the caller named */
function checkConfirmed(
  { handle }: Player,
  merged: readonly Player[],
  { confirm, confirmMerged }: Pick<ErasePlayer, 'confirm' | 'confirmMerged'>,
): void {
  if (confirm !== handle) {
    const values = { expected: shown(handle), value: shown(confirm) };
    throw new Refused(refuse('CONFIRM_HANDLE', ['input', 'confirm'], values));
  }
  const listed = (handles: readonly string[]) => shown([...handles].sort());
  const handles = listed(merged.map((one) => one.handle));
  if (!confirmMerged || listed(confirmMerged) === handles) return;
  const values = { expected: handles, value: listed(confirmMerged) };
  throw new Refused(refuse('CONFIRM_MERGED', ['input', 'confirmMerged'], values));
}

async function eraseLocked(
  tx: EntityManager,
  access: Access,
  { player, together, leagueIds }: LockedPlayer,
  input: ErasePlayer,
  at: Date,
  searched: SearchedMatches,
): Promise<Erasure> {
  const others = together.filter(({ id }) => id !== player.id);
  checkConfirmed(player, others, input);
  const busy = await findRecomputingLeague(tx, idsOf(together));
  if (busy !== null) throw new Refused(refuse('PLAYER_RECOMPUTING', ['input', 'player'], { league: busy }));
  const persons = await withNames(tx, idsOf(together), () => `erased-${randomBytes(6).toString('hex')}`);
  const mentions = await erasePersons(tx, access, persons, { ...input, at, leagueIds }, searched);
  const merged: Player[] = [];
  for (const { id } of others) merged.push((await findPlayerById(tx, access, id))!);
  return { player: (await findPlayerById(tx, access, player.id))!, merged, names: [], mentions };
}

/** A player with all of their names, and the pseudonym. */
export type ErasedPerson = Renamed & { readonly id: number };

/** Players with all of their names. @param pseudonymOf by default an empty one, for a search */
export async function withNames(
  manager: EntityManager,
  ids: readonly number[],
  pseudonymOf: (id: number) => string = () => '',
): Promise<ErasedPerson[]> {
  const persons: ErasedPerson[] = [];
  for (const id of ids) persons.push({ id, ...(await listNamesOf(manager, id)), pseudonym: pseudonymOf(id) });
  return persons;
}

const idsOf = (players: readonly { readonly id: number }[]) => players.map(({ id }) => id);

/** The circumstances of an erasure. */
export interface ErasedHow {
  readonly reason: string;
  readonly inMatches?: boolean;
  readonly at: Date;
  /** The leagues that get a new version; if omitted, any may. */
  readonly leagueIds?: ReadonlySet<number>;
}

/**
 * Erases persons who are locked, in the caller's transaction.
 * @throws CameElsewhere if another league has begun to show a name
 * @param searched the result of an earlier search for their names; if omitted, the search is made now
 * @returns the texts that still name them
 */
export async function erasePersons(
  tx: EntityManager,
  access: Access,
  persons: readonly ErasedPerson[],
  { reason, inMatches, at, leagueIds }: ErasedHow,
  searched?: SearchedMatches,
): Promise<Mention[]> {
  const ids = idsOf(persons);
  const replaced = replacer(persons);
  // They may have been renamed since the search. That is rare enough to let the leagues wait for a new one.
  const isFresh = searched && replaced.pattern === searched.pattern;
  const found = isFresh ? searched : await searchMatches(tx, ids, replaced);
  const mentions = await listMentions(tx, ids, replaced, found);
  for (const { id, pseudonym } of persons) await updateErased(tx, id, pseudonym, at);
  await deleteImportsNaming(tx, ids, replaced.pattern);
  const changedIn = await replaceInRows(tx, ids, replaced);
  if (leagueIds && changedIn.some((id) => !leagueIds.has(id))) throw new CameElsewhere();
  if (inMatches) await replaceInMatches(tx, mentions, replaced);
  for (const { id, pseudonym } of persons) {
    await insertAuditEntry(tx, access, {
      ...{ leagueId: null, subject: playerSubject(id), action: 'erasePlayer', at },
      // The reason may name the person.
      reason: replaced.inText(reason),
      before: null,
      after: { id, handle: pseudonym, ...(inMatches && { inMatches }) },
    });
  }
  return inMatches ? mentions.filter(isLeft) : mentions;
}

const REASON = 'erased again after a restore';

/**
 * Erases again everybody in a restored database who is on the list beside its backups: under the same pseudonyms, as of the same
 * moments.
 * @returns how many there were
 * @throws Refused if a service recomputes a league that knows one of them: it would continue with the names
 */
export async function eraseAgain({ database }: NeedsDatabase, listed: readonly KeptErasure[]): Promise<number> {
  return transaction(database, MANY_LEAGUES, async (tx) => {
    const there = await listUnerased(tx, listed);
    if (there.length === 0) return 0;
    const ids = there.map(({ player }) => player);
    const pseudonyms = new Map(there.map(({ player, pseudonym }) => [player, pseudonym]));
    const persons = await withNames(tx, ids, (id) => pseudonyms.get(id)!);
    const leagues = [...(await listLeagueIdsOf(tx, ids)), ...(await listLeaguesTelling(tx, replacer(persons).pattern))];
    await lockTogether(tx, ids, leagues);
    // Unfinished recomputes in the backup do not matter: nobody carries them out before a service starts.
    const busy = await findRecomputingLeague(tx, ids);
    if (busy !== null && (await listPresent(tx)).some(({ command }) => command === SERVE)) {
      throw new Refused(refuse('LISTED_PLAYER_RECOMPUTING', [], { league: busy }));
    }
    for (const inMatches of [true, false]) {
      for (const erasedAt of new Set(there.map((erasure) => erasure.erasedAt))) {
        const own = there.filter((erasure) => erasure.erasedAt === erasedAt && erasure.inMatches === inMatches);
        const erased = persons.filter(({ id }) => own.some(({ player }) => player === id));
        if (erased.length > 0) {
          await erasePersons(tx, COMMAND_LINE, erased, { reason: REASON, inMatches, at: new Date(erasedAt) });
        }
      }
    }
    return there.length;
  });
}

/** Players on a list whom this database knows and has not erased. */
async function listUnerased(tx: EntityManager, listed: readonly KeptErasure[]): Promise<KeptErasure[]> {
  const rows: { id: number; createdAt: string }[] = await tx.query(
    `SELECT id, ${MADE_AT} AS "createdAt" FROM player WHERE id = ANY($1::integer[]) AND erased_at IS NULL`,
    [listed.map(({ player }) => player)],
  );
  const made = new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
  return listed.filter(({ player, createdAt }) => made.get(player) === createdAt);
}
