import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type Access, requirePlatformAdmin } from '../access/access.js';
import { doOnce, type Once, settle } from '../access/once.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import { checkReason } from '../audit/check-reason.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { snapshot } from '../kit/sql/transaction.js';
import { changePlayer, getAskedPlayer, type PlayerAsked } from './change-player.js';
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
  listNamesOf,
  replaceInRows,
  updateErased,
} from './erase-player.repository.js';
import { findPlayerById } from './known-players.js';
import type { Player } from './player.js';
import { replacer } from './replacer.js';

export interface ErasePlayer {
  /** Handle, a former one too, or an account. */
  readonly player: string;
  /** The present handle once more. */
  readonly confirm: string;
  readonly reason: string;
  /** Whether the pseudonym also goes into details and names of sides; not unless told so. */
  readonly inMatches?: boolean;
  /** Whether nothing is to change. */
  readonly dryRun?: boolean;
}

/** What erasing a player does, or would do. */
export interface Erasure {
  readonly player: Player;
  /** What they were ever called; these names are replaced, or dropped. Empty if they are erased. */
  readonly names: readonly string[];
  /** Texts of others that name them, and still do after it; null where the request is answered again. */
  readonly mentions: readonly Mention[] | null;
}

/**
 * Erases a player's personal data forever: handles, display name and accounts. A random pseudonym takes their place wherever they
 * are stored, in the audit log and in kept answers too. Ratings and matches stay as they are. The handles are free again.
 * @returns the player under the pseudonym, with the texts that still name them
 * @throws Refused where there is no such player, the handle is not repeated, or a league of the player is recomputing
 * @throws AccessDenied
 */
export async function erasePlayer(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: ErasePlayer,
  once: Once | null = null,
): Promise<Erasure> {
  requirePlatformAdmin(access, 'erase players');
  checkReason(input.reason);
  const { manager } = needs.database;
  const recall = async ({ player }: { player: number }) => ({
    player: (await findPlayerById(manager, access, player))!,
    names: [],
    mentions: null,
  });
  const asked = { access, name: input.player, path: ['input', 'player'] };
  if (input.dryRun) return snapshot(needs.database, (sql) => preview(sql, asked, input));
  return doOnce(manager, once, needs.clock(), recall, async () => {
    const searched = await search(manager, asked, input);
    return changePlayer(needs, asked, (tx, { player }) =>
      settle(
        tx,
        once,
        needs.clock(),
        () => erase(tx, access, player, input, needs.clock(), searched),
        ({ player: { id } }) => ({ player: id }),
      ),
    );
  });
}

/** Looks for the names in matches before anybody has to wait for it. @throws Refused as erasing would */
async function search(manager: EntityManager, asked: PlayerAsked, { confirm }: ErasePlayer): Promise<SearchedMatches> {
  const player = await getAskedPlayer(manager, asked);
  checkConfirmed(player, confirm);
  return searchMatches(manager, player.id, replacer(await listNamesOf(manager, player.id), ''));
}

/** What erasing would do; nobody waits for it. */
async function preview(
  manager: EntityManager,
  asked: PlayerAsked,
  { confirm, inMatches }: ErasePlayer,
): Promise<Erasure> {
  const player = await getAskedPlayer(manager, asked);
  checkConfirmed(player, confirm);
  const names = await listNamesOf(manager, player.id);
  const replaced = replacer(names, '');
  const searched = await searchMatches(manager, player.id, replaced);
  const mentions = await listMentions(manager, player.id, replaced, searched);
  return {
    player,
    names: [...names.handles, ...names.others],
    mentions: inMatches ? mentions.filter(isLeft) : mentions,
  };
}

/** Whether a mention is one that is never replaced. Roles are not, because raters may read them. */
function isLeft({ field }: Mention): boolean {
  return field !== 'details' && field !== 'sideNames';
}

/** @throws Refused where the handle is not repeated */
function checkConfirmed({ handle }: Player, confirm: string): void {
  if (confirm === handle) return;
  const message = `confirm must be the handle of the player, ${shown(handle)}, but is ${shown(confirm)}`;
  throw new Refused(refuse('BAD_INPUT', ['input', 'confirm'], message));
}

async function erase(
  tx: EntityManager,
  access: Access,
  player: Player,
  { confirm, reason, inMatches }: ErasePlayer,
  at: Date,
  searched: SearchedMatches,
): Promise<Erasure> {
  const { id } = player;
  checkConfirmed(player, confirm);
  const busy = await findRecomputingLeague(tx, id);
  if (busy !== null) {
    const message = `league ${busy}, which knows the player, must not be recomputing; wait for it to end, or cancel it`;
    throw new Refused(refuse('CONFLICT', ['input', 'player'], message));
  }
  const names = await listNamesOf(tx, id);
  const pseudonym = `erased-${randomBytes(6).toString('hex')}`;
  const replaced = replacer(names, pseudonym);
  // They were renamed meanwhile: rare, so that the leagues may wait for it.
  const isStale = replaced.pattern !== searched.pattern;
  const mentions = await listMentions(tx, id, replaced, isStale ? await searchMatches(tx, id, replaced) : searched);
  await updateErased(tx, id, pseudonym, at);
  await deleteImportsNaming(tx, id, replaced.pattern);
  await replaceInRows(tx, id, replaced);
  if (inMatches) await replaceInMatches(tx, mentions, replaced);
  await insertAuditEntry(tx, access, {
    ...{ leagueId: null, subject: playerSubject(id), action: 'erasePlayer', at },
    // The reason may name the person.
    reason: replaced.inText(reason),
    before: null,
    after: { id, handle: pseudonym },
  });
  const left = inMatches ? mentions.filter(isLeft) : mentions;
  return { player: (await findPlayerById(tx, access, id))!, names: [], mentions: left };
}
