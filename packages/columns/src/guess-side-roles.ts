import { bare } from './guess-columns.js';

/** Roles of two sides, with the beginnings of their columns' names in English, German or French. Names are without case, spaces and punctuation. */
const PAIRS: readonly (readonly [roles: readonly [string, string], first: RegExp, second: RegExp])[] = [
  [['white', 'black'], /^(wei(ß|ss)|white|blanc)/, /^(black|schwarz|noir)/],
  [
    ['home', 'away'],
    /^(home|heim|([ée]quipe)?[àa]?domicile)/,
    /^(away|visit|guest|gast|auswärts|([ée]quipe)?(([àa]l)?ext[ée]rieur|visit))/,
  ],
];

/**
 * The roles of the two sides in the game, if the columns of their players show them: "white, black" or "home, away", in the order of the
 * sides; otherwise empty.
 * @param roles of the columns, by position
 */
export function guessSideRoles(columns: readonly string[], roles: readonly string[]): string {
  const namesOf = (side: number) => columns.filter((_, place) => roles[place] === `player${side}`).map(bare);
  const [first, second] = [namesOf(1), namesOf(2)];
  if (first.length === 0 || second.length === 0 || namesOf(3).length > 0) return '';
  const fits = (names: readonly string[], begin: RegExp) => names.every((name) => begin.test(name));
  for (const [[one, other], ofOne, ofOther] of PAIRS) {
    if (fits(first, ofOne) && fits(second, ofOther)) return `${one}, ${other}`;
    if (fits(first, ofOther) && fits(second, ofOne)) return `${other}, ${one}`;
  }
  return '';
}
