import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { foldedName } from '../kit/skeleton.js';

const MAX_LENGTH = 64;
const ALLOWED = /^[\p{L}\p{M}\p{Nd}_.-]+$/u;
const STARTS_WITH_LETTER_OR_DIGIT = /^[\p{L}\p{Nd}_]/u;
/** Letters and marks that nobody sees: variation selectors, the grapheme joiner, Hangul fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** A handle as nearly all are: of ASCII, where there is nothing to normalize and there is one script. */
const PLAIN = new RegExp(`^\\w[\\w.-]{0,${MAX_LENGTH - 1}}$`);

/** Scripts whose letters look alike; a handle takes its letters from one of them at most. */
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * The form that makes two handles the same: Unicode's full case folding, in NFC. `STRASSE` is `straße`, and `ΣΑΣ` is `σας`. Of an
 * account, which may stand in a handle's place, its own key.
 */
export function handleKey(handle: string): string {
  if (PLAIN.test(handle)) return handle.toLowerCase();
  if (isAccount(handle)) return accountKey(handle);
  return foldedName(handle);
}

/** Handles by their keys; of several that are the same, the one that was written first. */
export function byHandleKey(handles: Iterable<string>): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const handle of handles) {
    const key = handleKey(handle);
    if (!byKey.has(key)) byKey.set(key, handle);
  }
  return byKey;
}

/**
 * Checks a handle that may exist: 1 to 64 characters, Unicode letters and digits and `_ . -`. One that is to be made must pass
 * `checkNewHandle` too.
 * @param field what the refusal calls it
 * @returns the handle in NFC, or why it is refused
 */
export function checkHandle(handle: string, path: readonly (string | number)[], field = path.at(-1)): string | Refusal {
  if (PLAIN.test(handle)) return handle;
  const normal = handle.normalize('NFC');
  const values = () => ({ field: String(field), value: shown(handle) });
  if (normal.length === 0) return refuse('NAME_EMPTY', path, values());
  if (normal.length > MAX_LENGTH * 2 || [...normal].length > MAX_LENGTH) {
    return refuse('NAME_MAX_LENGTH', path, { ...values(), max: MAX_LENGTH });
  }
  if (!ALLOWED.test(normal) || !STARTS_WITH_LETTER_OR_DIGIT.test(normal)) {
    return refuse('HANDLE_LETTERS', path, values());
  }
  if (INVISIBLE.test(normal)) return refuse('NO_INVISIBLE_CHARACTERS', path, values());
  if (normal.normalize('NFKC') !== normal || LOOK_ALIKE_SCRIPTS.filter((script) => script.test(normal)).length > 1) {
    return refuse('HANDLE_PLAIN', path, values());
  }
  return normal;
}

/** Whether a name is an account and not a handle: no handle has a colon. */
export function isAccount(name: string): boolean {
  return name.includes(':');
}

/** The form in which equal accounts are identical: the provider in lower case. The ids of some providers differ only in case. */
export function accountKey(account: string): string {
  const colon = account.indexOf(':');
  return `${account.slice(0, colon).toLowerCase()}${account.slice(colon)}`.normalize('NFC');
}

/** A player's account at another platform. */
export interface Account {
  /** For example `discord`. */
  readonly provider: string;
  /** The provider's own id of the player. */
  readonly id: string;
}

const PROVIDER = /^[a-z0-9][a-z0-9_.-]{0,31}$/;
const ID = /^[\p{L}\p{M}\p{Nd}_.:#@+/=~-]{1,128}$/u;

/** Provider and id of a stored account. */
export function parseAccount(text: string): Account {
  const colon = text.indexOf(':');
  return { provider: text.slice(0, colon), id: text.slice(colon + 1) };
}

/**
 * Checks the form of an account, `provider:id`.
 * @param field name of the field in the refusal
 * @returns the account as it is stored, or why it is refused
 */
export function checkAccount(text: string, path: readonly (string | number)[], field = path.at(-1)): string | Refusal {
  const values = { field: String(field), value: shown(text) };
  if (!isAccount(text)) return refuse('ACCOUNT', path, values);
  const account = accountKey(text);
  const { provider, id } = parseAccount(account);
  if (!PROVIDER.test(provider)) return refuse('ACCOUNT_PROVIDER', path, values);
  if (!ID.test(id) || INVISIBLE.test(id)) return refuse('ACCOUNT_ID', path, values);
  return account;
}

/**
 * Checks the name of a player: a handle, or an account such as `discord:1234`. No handle has a colon.
 * @param field name of the field in the refusal
 * @returns the handle in NFC, or the account as it is stored, or why it is refused
 */
export function checkPlayerName(
  name: string,
  path: readonly (string | number)[],
  field = path.at(-1),
): string | Refusal {
  return isAccount(name) ? checkAccount(name, path, field) : checkHandle(name, path, field);
}

/** Apostrophes of all kinds, and what nobody sees (zero-width characters). */
const DROPPED = /['‘’`´\p{Cf}]/gu;
const FOREIGN = /[^\p{L}\p{M}\p{Nd}_.-]+/gu;
/** A handle begins with a letter, a digit or `_`, and does not end with a replacement of a blank. */
const EDGES = /^[^\p{L}\p{Nd}_]+|[^\p{L}\p{M}\p{Nd}_.-]+$/gu;

/** Whether the text is a handle as it stands. */
export function isHandle(text: string): boolean {
  return checkHandle(text, ['player']) === text;
}

/**
 * A readable handle for a name, always the same for the same name. A name that is a handle is kept. Otherwise stylistic
 * forms become plain letters (NFKC), apostrophes are dropped, and characters that a handle cannot have become `_` if a blank is
 * among them, or else `-`. Handles are cut to 64 characters. "Côte d'Ivoire" is `Côte_dIvoire`, "Saint-Martin
 * (FR)" is `Saint-Martin_FR`, "AC/DC" is `AC-DC`.
 * @returns undefined if the result is no handle: nothing is left, or it mixes letters of scripts that look alike
 */
export function handleFor(name: string): string | undefined {
  const composed = name.normalize().trim();
  if (isHandle(composed)) return composed;
  const slug = composed
    .normalize('NFKC')
    .replaceAll(DROPPED, '')
    .replaceAll(EDGES, '')
    .replaceAll(FOREIGN, (run) => (/\s/u.test(run) ? '_' : '-'));
  const handle = [...slug].slice(0, MAX_LENGTH).join('').normalize();
  return isHandle(handle) ? handle : undefined;
}
