import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey, isAccount } from './handle.js';
import { findKnownLookAlikes } from './player-name.repository.js';

/** Handles in ASCII, which need no further check. */
const PLAIN = /^[\w.-]+$/;

/**
 * The scripts in which new handles may be written: those in everyday use (UAX 31, table 5, "Recommended Scripts"). Letters of other
 * scripts, such as Cherokee or Coptic, look like Latin ones.
 */
const RECOMMENDED = [
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Bopomofo',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
  ],
  ...['Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Latin', 'Malayalam'],
  ...['Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
];

/** UTS 39, 5.2, "Highly Restrictive": one script, or Latin with the scripts of Japanese, Chinese or Korean. */
const COVERS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...RECOMMENDED.map((script) => [script]),
].map((scripts) => {
  const letters = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${letters.join('')}]+$`, 'u');
});

/**
 * Letters of these alphabets that no language in everyday use needs, such as phonetic letters: `ʜ` and `ɑ` look like `h` and `a`. Their
 * Identifier_Status is `Restricted` (UTS 39, 3.1; Unicode 14). The ranges also cover letters of other alphabets in between. Letters that
 * `checkHandle` refuses are omitted.
 */
const UNUSUAL =
  /(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])[\u0180-\u018e\u0190-\u019f\u01a2-\u01ae\u01b1-\u01c3\u01dd\u01e4\u01e5\u01f6\u01f7\u021c\u021d\u0220-\u0225\u0234-\u0258\u025a-\u0377\u037f\u03cf-\u03fb\u0460-\u0481\u0500-\u050f\u052a-\u052d\u0560\u0588-\u1d9a\u1e9c\u1e9d\u1e9f\u1efa-\u1eff\u2132-\ua66e\ua680-\ua78c\ua78e-\ua791\ua794-\ua7a9\ua7ab-\ua7ad\ua7af-\ua7b7\ua7ba-\ua7bf\ua7f5-\uab65\uab68-\u{1ffff}]/u;

/** Strokes through a letter: no alphabet of today needs them, and `o̸ver` can be read as `over`. */
const OVERLAYS = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/u;

const DIGITS = /\p{Nd}/gu;

/** UTS 39, 5.4: five nonspacing marks in a row, or the same mark twice. */
const STACKED = /[\p{Mn}\p{Me}]{5}|([\p{Mn}\p{Me}])\1/u;

/**
 * Checks a new handle by Unicode's rules for names that must not be confused (UTS 39). Existing handles need not pass.
 * @param handle as returned by `checkPlayerName`; an account cannot become a player
 * @param field name of the field in the refusal
 */
export function checkNewHandle(
  handle: string,
  path: readonly (string | number)[],
  field = path.at(-1),
): Refusal | undefined {
  if (PLAIN.test(handle)) return undefined;
  const values = { field: String(field), value: shown(handle) };
  if (isAccount(handle)) return refuse('HANDLE_OR_LINKED_ACCOUNT', path, values);
  if (!COVERS.some((cover) => cover.test(handle))) return refuse('HANDLE_SCRIPT', path, values);
  const unusual = UNUSUAL.exec(handle);
  if (unusual) return refuse('HANDLE_EVERYDAY_LETTERS', path, { ...values, letter: shown(unusual[0]) });
  // The ten digits of a script are within one row of sixteen code points.
  const digits = new Set((handle.match(DIGITS) ?? []).map((digit) => digit.codePointAt(0)! >> 4));
  if (digits.size > 1) return refuse('HANDLE_DIGITS', path, values);
  if (OVERLAYS.test(handle.normalize('NFD'))) return refuse('HANDLE_STROKES', path, values);
  if (STACKED.test(handle.normalize('NFD'))) return refuse('HANDLE_MARKS', path, values);
  return undefined;
}

/** A handle with its place in the input. */
export interface HandleAt {
  readonly handle: string;
  readonly path: readonly (string | number)[];
}

/**
 * Why no players were created for some handles: they look like a player's whom the league knows, or like one that is being created now.
 * @param made ids of existing players by handleKey
 */
export async function refuseConfusables(
  sql: Sql,
  leagueId: number,
  handles: readonly HandleAt[],
  made: ReadonlyMap<string, number>,
): Promise<Refusal[]> {
  const refused = handles.filter(({ handle }) => !made.has(handleKey(handle)));
  if (refused.length === 0) return [];
  const known = await findKnownLookAlikes(
    sql,
    leagueId,
    refused.map(({ handle }) => handle),
  );
  return refused.map(({ handle, path }) => lookAlikeRefusal(handle, known.get(handleKey(handle)), path, 'player'));
}

/** @param field name of the field in the refusal */
export function lookAlikeRefusal(
  handle: string,
  other: string | undefined,
  path: HandleAt['path'],
  field: string,
): Refusal {
  const values = { field, value: shown(handle) };
  return other === undefined
    ? refuse('LOOK_ALIKE_JUST_TAKEN', path, values)
    : refuse('LOOK_ALIKE', path, { ...values, other: shown(other) });
}
