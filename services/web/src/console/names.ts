import type { RegisterPlayersInput } from '@openladder/client/operations';
import leven from 'leven';
import { ConsoleNameDocument, type ConsoleNameQuery } from '../operations.js';
import type { Named } from '../parts/player.js';
import type { Texts } from '../texts/en/site.js';
import type { FieldError, Form } from './form-data.js';
import type { AskFor } from './page.js';

type Found = NonNullable<ConsoleNameQuery['league']>;

/** The meaning of a name. */
type Meant =
  | { readonly handle: string }
  /** Several players have it as their display name; these are their handles. */
  | { readonly several: readonly string[] }
  /** No player of the league has it. If players must be registered first, the API refuses it. */
  | { readonly near: readonly string[]; readonly mayEnter: boolean };

/** Prefix of the boxes that declare a player new. */
export const IS_NEW = 'new.';
/** The length of a common beginning of names that are compared for several typing errors; the API finds names with one. */
const BEGINNING = 2;
const MAX_NEAR = 3;

/** The fields of a form that name players. */
interface NamingFields {
  readonly league: string;
  readonly fields: readonly string[];
  /** Handles that are known already. */
  readonly handles?: ReadonlySet<string>;
  /** Whether an unknown name may be that of a new player. */
  readonly mayBeNew: boolean;
}

/**
 * Looks up the players that a form names. A display name that one player of the league has becomes their handle in the form. The name of a
 * new player is recorded in `form.newPlayers`, and refused until its box is ticked, because most are mistyped.
 */
export async function resolvePlayers(
  form: Form,
  { league, fields, handles, mayBeNew }: NamingFields,
  ask: AskFor,
  t: Texts,
): Promise<readonly FieldError[]> {
  const words = t.console.newMatch;
  const errors: FieldError[] = [];
  const unknown = new Set<string>();
  const known = new Map<string, Meant | null>();
  for (const field of fields) {
    const name = form.text(field);
    if (name === '' || handles?.has(name)) continue;
    if (!known.has(name)) {
      const answer = await lookUp(name, league, ask);
      if ('errors' in answer) return answer.errors;
      known.set(name, answer.meant);
    }
    const meant = known.get(name);
    if (!meant) continue;
    if ('handle' in meant) form.values.set(field, meant.handle);
    else if ('several' in meant) errors.push({ field, message: words.severalNamed(name, meant.several) });
    else if (meant.mayEnter && mayBeNew) {
      unknown.add(name);
      if (!form.flag(IS_NEW + name)) errors.push({ field, message: words.unknownPlayer(name, meant.near) });
    }
  }
  form.newPlayers = [...unknown];
  return errors;
}

/** The same for the players on the sides of a match. @param handles that are known already */
export function resolveSides(form: Form, league: string, ask: AskFor, t: Texts, handles?: ReadonlySet<string>) {
  const fields = [...form.values.keys()].filter((key) => /^sides\.\d+\.participants\.\d+\.player$/.test(key));
  return resolvePlayers(form, { league, fields, mayBeNew: true, ...(handles && { handles }) }, ask, t);
}

/** A player's name in a form, for the API: a new player gets a handle, with the written name as display name. */
export function givenPlayer(form: Form, field: string): { readonly player: string; readonly displayName?: string } {
  const name = form.text(field);
  const player = form.newPlayers.includes(name) ? handleFrom(name) : name;
  return player === name ? { player } : { player, displayName: name };
}

type Answer = { readonly meant: Meant | null } | { readonly errors: readonly FieldError[] };

async function lookUp(name: string, league: string, ask: AskFor): Promise<Answer> {
  const beginning = [...name].slice(0, BEGINNING).join('');
  const answer = await ask(ConsoleNameDocument, { league, name, beginning });
  if ('errors' in answer) return answer;
  const meant = answer.data.league && meantBy(name, answer.data.league);
  const handle = handleFrom(name);
  if (!meant || !('near' in meant) || handle === name) return { meant };
  const owner = await lookUp(handle, league, ask);
  return 'meant' in owner && owner.meant && 'handle' in owner.meant ? owner : { meant };
}

/** The player whom a name means among those whom the API found for it. A handle takes precedence over a display name. */
function meantBy(name: string, { openEntry, rating, named, near, alike }: Found): Meant {
  if (rating || named.nodes.some(({ handle }) => lower(handle) === lower(name))) return { handle: name };
  const holders = named.nodes.filter(({ displayName }) => displayName != null && lower(displayName) === lower(name));
  if (holders.length === 1) return { handle: holders[0]!.handle };
  if (holders.length > 1) return { several: holders.map(({ handle }) => handle) };
  return { near: nearest(name, near, alike.nodes), mayEnter: openEntry };
}

/** @param mistyped players whose names differ by one typing error; two swapped letters are one */
function nearest(name: string, mistyped: readonly Named[], alike: readonly Named[]): string[] {
  const wanted = plain(name);
  const found = new Map<string, number>();
  for (const { handle, displayName } of alike) {
    found.set(handle, Math.min(...[handle, displayName ?? handle].map((each) => leven(wanted, plain(each)))));
  }
  for (const { handle } of mistyped) found.set(handle, Math.min(1, found.get(handle) ?? 1));
  return [...found]
    .map(([handle, distance]) => ({ handle, distance }))
    .filter(({ distance }) => distance <= Math.floor(wanted.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR)
    .map(({ handle }) => handle);
}

function lower(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A name without parts that are easily omitted: accents, and characters between words. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}\s_.-]/gu, '')
    .toLowerCase();
}

/** A handle, or an account, which has a colon. */
const HANDLE = /^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$|^[^\s:]+:\S+$/u;
const MAX_HANDLE = 64;

/** A handle for a name as people write it, the same as in an import of a file: "Frank O'Brien" is `Frank_OBrien`. */
export function handleFrom(name: string): string {
  const composed = name.normalize();
  if (HANDLE.test(composed) && (composed.includes(':') || composed.normalize('NFKC') === composed)) return name;
  const handle = name
    .normalize('NFKC')
    .replaceAll(/['‘’`´\p{Cf}]/gu, '')
    .replaceAll(/^[^\p{L}\p{Nd}_]+|[^\p{L}\p{M}\p{Nd}_.-]+$/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{Nd}_.-]+/gu, (run) => (/\s/u.test(run) ? '_' : '-'));
  return [...handle].slice(0, MAX_HANDLE).join('') || name;
}

/** Registers people under their names: if a handle is made from the name, the name is the display name. */
export function registering(league: string, names: readonly string[]): RegisterPlayersInput {
  const all = names.map((displayName) => ({ player: handleFrom(displayName), displayName }));
  return {
    league,
    players: all.map(({ player }) => player),
    displayNames: all.filter(({ player, displayName }) => player !== displayName),
  };
}

/** The most players to whom the API gives names at once. */
export const MAX_NAMED = 100;

/** Names in a list that would be the same person. */
export function repeatedIn(names: readonly string[]): string[] {
  const keys = names.map((name) => lower(handleFrom(name)));
  return names.filter((_, index) => keys.indexOf(keys[index]!) !== index);
}
