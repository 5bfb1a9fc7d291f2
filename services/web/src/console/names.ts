import leven from 'leven';
import { ConsoleNameDocument, type ConsoleNameQuery } from '../operations.js';
import type { Named } from '../parts/player.js';
import type { Texts } from '../texts/en/site.js';
import type { FieldError, Form } from './form-data.js';
import type { AskFor } from './page.js';

type Found = NonNullable<ConsoleNameQuery['league']>;

/** Whom a name means. */
type Meant =
  | { readonly handle: string }
  /** Several players have it as their display name; these are their handles. */
  | { readonly several: readonly string[] }
  /** Nobody of the league has it. Where players must be registered first, the API refuses it. */
  | { readonly near: readonly string[]; readonly mayEnter: boolean };

/** Begins the names of the boxes that say that a player is new. */
export const IS_NEW = 'new.';
/** Letters with which those begin who are looked through for a name with several typing errors; the API finds those with one. */
const BEGINNING = 2;
const MAX_NEAR = 3;

/** Which fields of a form name players, and of whom. */
interface NamingFields {
  readonly league: string;
  readonly fields: readonly string[];
  /** Handles that are known already. */
  readonly handles?: ReadonlySet<string>;
  /** Whether a name that nobody has may be that of a new player. */
  readonly mayBeNew: boolean;
}

/**
 * Looks up the players that a form names. A display name that one player of the league has becomes their handle in the form. The name of a
 * new player is noted in `form.newPlayers`, and refused until its box is ticked: most are mistyped.
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
  for (const field of fields) {
    const name = form.text(field);
    if (name === '' || handles?.has(name)) continue;
    const beginning = [...name].slice(0, BEGINNING).join('');
    const answer = await ask(ConsoleNameDocument, { league, name, beginning });
    if ('errors' in answer) return answer.errors;
    const meant = answer.data.league && meantBy(name, answer.data.league);
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

/** The same of the players on the sides of a match. @param handles that are known already */
export function resolveSides(form: Form, league: string, ask: AskFor, t: Texts, handles?: ReadonlySet<string>) {
  const fields = [...form.values.keys()].filter((key) => /^sides\.\d+\.participants\.\d+\.player$/.test(key));
  return resolvePlayers(form, { league, fields, mayBeNew: true, ...(handles && { handles }) }, ask, t);
}

/** Whom a name means among those whom the API found for it. A handle goes before a display name. */
function meantBy(name: string, { openEntry, rating, named, near, alike }: Found): Meant {
  if (rating || named.nodes.some(({ handle }) => lower(handle) === lower(name))) return { handle: name };
  const holders = named.nodes.filter(({ displayName }) => displayName != null && lower(displayName) === lower(name));
  if (holders.length === 1) return { handle: holders[0]!.handle };
  if (holders.length > 1) return { several: holders.map(({ handle }) => handle) };
  return { near: nearest(name, near, alike.nodes), mayEnter: openEntry };
}

/** @param mistyped players from whom it is one typing error away; two letters that changed places are one */
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

/** A name without what is easily left out: accents, and what stands between words. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}\s_.-]/gu, '')
    .toLowerCase();
}
