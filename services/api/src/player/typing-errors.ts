import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import { isStorable } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import { foldedName, handleKey } from './handle.js';
import { listPlayersNamed } from './league-players.repository.js';
import type { Player } from './player.js';

/** Letters to try in place of a missing or a wrong one, by the script of the name: those of keys, which are in lower case and folded. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџ'],
  [/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊϋ'],
];
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const SIGNS = '0123456789_-. ';
const LATIN_WITH_ACCENTS = 'äöüéèáàíóúñçøåæłšžčćğşı';
/** Accents that make é, ü, ç, ё or ά from another letter. */
const ACCENTS = [...'\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030A\u030B\u030C\u0323\u0327\u0328'];
/** Longer names are not searched: no handle and no display name is longer. */
const LONGEST = 64;
/** Fewer letters are tried in long names, because each is tried in each place. */
const MAX_TRIALS = 5200;

/**
 * All texts from which one typing error makes a name: a letter left out, added, mistyped (or without its accent), or swapped with the next.
 * Looking each up in an index finds the players whom a mistyped name may mean without reading the names of a league. Some 140 for each
 * letter of the name, and never more than 7000.
 * @param key of a handle or a display name, as the index has it
 */
export function oneErrorFrom(key: string): string[] {
  const letters = [...key];
  if (letters.length > LONGEST) return [];
  const tried = lettersFor(letters);
  const found = new Set<string>();
  const add = (...parts: (string | undefined)[]) => found.add(parts.join(''));
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1).join('');
    const letter = letters[at];
    for (const other of tried) {
      add(before, other, letter, after);
      if (letter !== undefined) add(before, other, after);
    }
    if (letter === undefined) continue;
    for (const other of withOtherAccents(letter)) add(before, other, after);
    add(before, after);
    if (at + 1 < letters.length) add(before, letters[at + 1], letter, letters.slice(at + 2).join(''));
  }
  found.delete(key);
  found.delete('');
  return [...found];
}

/** Letters to try in each place of a name: its own first, and then the likelier ones. */
function lettersFor(letters: readonly string[]): string[] {
  const name = letters.join('');
  const others = SCRIPTS.filter(([script]) => script.test(name)).map(([, alphabet]) => alphabet);
  const isLatin = others.length === 0 || /\p{Script=Latin}/u.test(name);
  const alphabets = isLatin ? [LATIN, ...others, SIGNS, LATIN_WITH_ACCENTS] : [...others, SIGNS];
  const places = 2 * letters.length + 1;
  return [...new Set([...letters, ...alphabets.join('')])].slice(0, Math.floor(MAX_TRIALS / places));
}

/** The letter with each other accent, and with none. */
function withOtherAccents(letter: string): string[] {
  const plain = letter.normalize('NFD')[0]!;
  const accented = ACCENTS.map((accent) => (plain + accent).normalize('NFC'));
  return [plain, ...accented].filter((other) => other.length === 1);
}

/** The most players who are suggested for a mistyped name. */
export const MAX_NEAR = 10;
/** Names that are looked up in an index in the time of a point. */
const NAMES_PER_POINT = 3;

/**
 * A league's players whose handle or display name differs from a name by one typing error, by handle.
 * @param size counts the look-ups
 */
export async function findNearPlayers(
  sql: Sql,
  leagueId: number,
  name: string,
  size: ResponseSize,
): Promise<readonly Player[]> {
  if (!isStorable(name)) return [];
  const [handles, names] = [oneErrorFrom(handleKey(name)), oneErrorFrom(foldedName(name))];
  await beginWork(size, Math.ceil((handles.length + names.length) / NAMES_PER_POINT));
  return listPlayersNamed(sql, leagueId, handles, names, MAX_NEAR);
}
