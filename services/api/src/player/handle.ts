import { readFileSync } from 'node:fs';
import { type Refusal, refuse, shown } from '../kit/refusal.js';

const MAX_LENGTH = 64;
const ALLOWED = /^[\p{L}\p{M}\p{Nd}_.-]+$/u;
const STARTS_WITH_LETTER_OR_DIGIT = /^[\p{L}\p{Nd}_]/u;
/** Invisible letters and marks: variation selectors, the grapheme joiner, Hangul fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** The form of nearly all handles: ASCII, which needs no normalization and is one script. */
const PLAIN = new RegExp(`^\\w[\\w.-]{0,${MAX_LENGTH - 1}}$`);

/** Scripts whose letters look alike; a handle may use letters of only one of them. */
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * The form that makes two handles the same: Unicode's full case folding, in NFC. `STRASSE` is `straße`, and `ΣΑΣ` is `σας`. For
 * an account, which may be used in place of a handle, its own key.
 */
export function handleKey(handle: string): string {
  if (PLAIN.test(handle)) return handle.toLowerCase();
  if (isAccount(handle)) return accountKey(handle);
  return foldedName(handle);
}

/** Handles by their keys; of handles with the same key, the one that was written first. */
export function byHandleKey(handles: Iterable<string>): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const handle of handles) {
    const key = handleKey(handle);
    if (!byKey.has(key)) byKey.set(key, handle);
  }
  return byKey;
}

/**
 * Checks a handle that may exist: 1 to 64 characters, Unicode letters and digits and `_ . -`. A new one must also pass
 * `checkNewHandle`.
 * @param field name of the field in the refusal
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

/** Apostrophes of all kinds, and invisible characters (zero-width ones). */
const DROPPED = /['‘’`´\p{Cf}]/gu;
const FOREIGN = /[^\p{L}\p{M}\p{Nd}_.-]+/gu;
/** A handle begins with a letter, a digit or `_`, and does not end with a replaced blank. */
const EDGES = /^[^\p{L}\p{Nd}_]+|[^\p{L}\p{M}\p{Nd}_.-]+$/gu;

/** Whether the text is a handle without any change. */
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

/**
 * Letters whose full case folding is not their lower case: CaseFolding.txt, C and F, on text in lower case and NFD. By Unicode's
 * stability policy, these never change. Lower case covers the rest; Cherokee is folded the other way there, which makes no difference.
 */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ς', 'σ'],
  ['\u0345', 'ι'],
  ['\u1C80', 'в'],
  ['\u1C81', 'д'],
  ['\u1C82', 'о'],
  ['\u1C83', 'с'],
  ['\u1C84', 'т'],
  ['\u1C85', 'т'],
  ['\u1C86', 'ъ'],
  ['\u1C87', 'ѣ'],
  ['\u1C88', 'ꙋ'],
]);

/** The letters above, in NFC. */
const FOLDABLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the combining mark is one of the letters that are looked for
  /[ßς\u0345\u1C80-\u1C88\u1F80-\u1F87\u1F90-\u1F97\u1FA0-\u1FA7\u1FB2-\u1FB4\u1FB7\u1FC2-\u1FC4\u1FC7\u1FF2-\u1FF4\u1FF7]/;

/** The form in which two texts are equal if they differ only in case: Unicode's full case folding, in NFC. */
export function foldedName(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().normalize('NFC');
  if (!FOLDABLE.test(lower)) return lower;
  return Array.from(lower.normalize('NFD'), (letter) => FOLDED.get(letter) ?? letter)
    .join('')
    .normalize('NFC');
}

/** Letters that NFKD leaves whole, with their usual replacements; as in the database's function plain_name. */
const LETTERS_OF: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

/** A name without case and accents, for people who can't type these: Łukasz Müller is `lukasz muller`. */
export function plainName(text: string): string {
  return foldedName(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[łøđðıςßæœþ]/g, (letter) => LETTERS_OF[letter]!);
}

/**
 * The skeletons of a name (UTS 39, 4), in small and in capital letters, because a handle may be shown in either, and as typed. Names that
 * share one of them can be mistaken for each other.
 */
export interface Skeletons {
  readonly small: string;
  readonly capital: string;
  /** Here `I`, `l` and `1` are one letter, and so are `O` and `0`; but `o` is not `0`. */
  readonly typed: string;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * The skeletons of a name. A name in ASCII is its own skeleton in small and in capital letters, because no two small letters of ASCII look
 * alike, and no two capitals. Digits that look like letters are covered by the skeleton as typed.
 * @param key see `handleKey`
 * @param name as typed
 */
export function skeletonsOf(key: string, name: string): Skeletons {
  const typed = typedSkeletonOf(name);
  if (ASCII.test(key)) return { small: key, capital: key, typed };
  return { small: skeletonOf(key, 'l'), capital: skeletonOf(key.toUpperCase(), 'I'), typed };
}

/** A text for sorting names so that the order does not depend on their spelling: names in ASCII that look alike have the same text. */
export function skeletonOrder({ small }: Skeletons): string {
  return small.replace(/[i1]/g, 'l').replaceAll('0', 'o');
}

/** TYPED_ASCII in SQL for names in ASCII. */
function typedSkeletonOf(name: string): string {
  const plain = name.replace(/[I1]/g, 'l').replaceAll('0', 'O');
  if (ASCII.test(name)) return plain;
  return Array.from(plain.normalize('NFD'), (letter) => LOOKS.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
}

/** @param stroke the letter that looks like a single stroke: `l` among small letters, `I` among capitals */
function skeletonOf(text: string, stroke: 'l' | 'I'): string {
  const looks = Array.from(text.normalize('NFD'), (letter) => LOOKS.get(letter)?.replaceAll('l', stroke) ?? letter);
  return looks.join('').normalize('NFD').toLowerCase();
}

/** The shape of each letter. UTS 39 replaces `m` by `rn`; here `m` stays `m`, like all letters of the same shape. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('../../confusables.txt', import.meta.url), 'utf8')
    .match(/^[\da-f+]+=.+/gm)!
    .flatMap((entry) => {
      const [look, letters] = entry.split('=');
      const text = look!.split('+').map(character).join('').replaceAll('rn', 'm');
      return letters!.split(',').map((letter) => [character(letter), text] as const);
    }),
);

function character(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}
