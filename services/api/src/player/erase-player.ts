import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type Access, requirePlatformAdmin } from '../access/access.js';
import { doOnce, type Once, settle } from '../access/once.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { playerSubject } from '../audit/audit-subject.js';
import { checkText } from '../kit/check-text.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { changePlayer } from './change-player.js';
import {
  findRecomputingLeague,
  listNamesOf,
  type PersonalNames,
  replaceInRows,
  updateErased,
} from './erase-player.repository.js';
import { handleKey } from './handle.js';
import { findPlayerById } from './known-players.js';
import type { Player } from './player.js';

export interface ErasePlayer {
  /** Handle, a former one too, or an account. */
  readonly player: string;
  /** The present handle once more. */
  readonly confirm: string;
  readonly reason: string;
}

/**
 * Erases a player's personal data for ever: handles, display name and accounts. A random pseudonym takes their place wherever they
 * are stored, in the audit log and in kept answers too. Ratings and matches stay as they are. The handles are free again.
 * @returns the player under the pseudonym
 * @throws Refused where there is no such player, the handle is not repeated, or a league of the player is recomputing
 * @throws AccessDenied
 */
export async function erasePlayer(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: ErasePlayer,
  once: Once | null = null,
): Promise<Player> {
  requirePlatformAdmin(access, 'erase players');
  const problem = checkText(input.reason, ['input', 'reason']);
  if (problem) throw new Refused(problem);
  const { manager } = needs.database;
  const recall = async ({ player }: { player: number }) => (await findPlayerById(manager, access, player))!;
  const asked = { access, name: input.player, path: ['input', 'player'] };
  return doOnce(manager, once, needs.clock(), recall, () =>
    changePlayer(needs, asked, (tx, { player }) =>
      settle(
        tx,
        once,
        needs.clock(),
        () => erase(tx, access, player, input, needs.clock()),
        ({ id }) => ({ player: id }),
      ),
    ),
  );
}

async function erase(
  tx: EntityManager,
  access: Access,
  { id, handle }: Player,
  { confirm, reason }: ErasePlayer,
  at: Date,
): Promise<Player> {
  if (confirm !== handle) {
    const message = `confirm must be the handle of the player, ${shown(handle)}, but is ${shown(confirm)}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'confirm'], message));
  }
  const busy = await findRecomputingLeague(tx, id);
  if (busy !== null) {
    const message = `league ${busy}, which knows the player, must not be recomputing; wait for it to end, or cancel it`;
    throw new Refused(refuse('CONFLICT', ['input', 'player'], message));
  }
  const names = await listNamesOf(tx, id);
  const pseudonym = `erased-${randomBytes(6).toString('hex')}`;
  await updateErased(tx, id, pseudonym, at);
  await replaceInRows(tx, id, replacer(names, pseudonym));
  await insertAuditEntry(tx, access, {
    ...{ leagueId: null, subject: playerSubject(id), action: 'erasePlayer', at },
    // The reason may name the person.
    reason: replacer(names, pseudonym).inText(reason),
    before: null,
    after: { id, handle: pseudonym },
  });
  return (await findPlayerById(tx, access, id))!;
}

/** Puts a pseudonym into the place of names. */
export interface Replacer {
  /** The names, for a search of the database that may find more than it should: a regular expression of PostgreSQL. */
  readonly pattern: string;
  /** Wherever a name is a word of its own, in any case. */
  inText(text: string): string;
  /** Wherever a whole text is a handle; display names and accounts are dropped. */
  inJson(value: unknown): unknown;
}

/** The keys under which a player's entries have what is not replaced but dropped. */
const DROPPED = new Set(['displayName', 'account']);

export function replacer({ handles, others }: PersonalNames, pseudonym: string): Replacer {
  const names = [...handles, ...others].toSorted((one, other) => other.length - one.length);
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  const inText = (text: string) => text.replaceAll(words, pseudonym);
  const keys = new Set(handles.map(handleKey));
  const gone = new Set(others);
  const inJson = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (DROPPED.has(key) && gone.has(value)) return null;
      return keys.has(handleKey(value)) ? pseudonym : value;
    }
    if (Array.isArray(value)) return value.map((item) => inJson(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inJson(item, name)]));
  };
  const searched = names.map((name) => [...name].map(searchedCharacter).join(''));
  return { pattern: searched.join('|'), inText, inJson: (value) => inJson(value) };
}

/** For a database that may not know the cases of all letters, and JSON, which has some characters escaped. */
function searchedCharacter(character: string): string {
  if (/^[\w-]$/.test(character)) return character;
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  return /^\p{L}$/u.test(character) ? `(${[...cases].join('|')})` : '.{1,6}';
}
