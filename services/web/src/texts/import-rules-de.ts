/*
 * Reports of imports are stored with the English words of their rules, so their German ones are found by those.
 */

const NUMBER = String.raw`(-?[\d.,]+)`;
/** Rules in the words of a report, with the German words that follow „muss“. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^(?:a number )?(?:from )?${NUMBER} to ${NUMBER}$`), 'zwischen $1 und $2 liegen'],
  [new RegExp(`^${NUMBER} to ${NUMBER} characters(?: long)?$`), '$1 bis $2 Zeichen lang sein'],
  [new RegExp(`^at most ${NUMBER} characters long$`), 'höchstens $1 Zeichen lang sein'],
  [new RegExp(`^at most ${NUMBER} bytes long$`), 'höchstens $1 Bytes lang sein'],
  [new RegExp(`^at most ${NUMBER}$`), 'höchstens $1 sein'],
  [new RegExp(`^(?:at least ${NUMBER}|(?:a whole number of )?${NUMBER} or more)$`), 'mindestens $1$2 sein'],
  [new RegExp(`^a whole number from ${NUMBER} to ${NUMBER}$`), 'eine ganze Zahl von $1 bis $2 sein'],
  [/^(?:a whole number|integer|a whole number such as .*)$/, 'eine ganze Zahl sein'],
  [/^(?:a number|number|a number such as .*)$/, 'eine Zahl sein'],
  [/^one of (.+)$/, 'eines hiervon sein: $1'],
  [/^(?:a|an RFC 3339) (?:date|time)\b.*? such as (\S+).*$/, 'ein Zeitpunkt sein, etwa $1'],
  [
    /^letters and digits and _ \. - only, and begin with a letter, a digit or _$/,
    'aus Buchstaben, Ziffern und _ . - bestehen und mit einem Buchstaben, einer Ziffer oder _ beginnen',
  ],
  [/^written in one script that is in everyday use.*$/, 'in einer einzigen gebräuchlichen Schrift geschrieben sein'],
  [/^in letters of everyday use.*$/, 'aus gebräuchlichen Buchstaben bestehen'],
  [/^the handle or account of a player$/, 'der Spielername oder das Konto eines Spielers sein'],
  [
    /^a handle, or an account that is linked to a player$/,
    'ein Spielername sein, oder ein Konto, das mit einem Spieler verknüpft ist',
  ],
  [/^a player on another side$/, 'ein Spieler einer anderen Seite sein'],
  [/^a name on one line$/, 'in einer Zeile stehen'],
  [/^given where a side has no placement$/, 'angegeben sein, wenn die Seite keinen Platz hat'],
  [/^a date as in (.+)$/, 'ein Datum wie $1 sein'],
  [/^the points of (\d+) sides, such as 2:1 or 1-0$/, 'die Punkte von $1 Seiten nennen, etwa 2:1 oder 1-0'],
  [
    /^the name of one side's player, a side's number from 1 to (\d+), draw, or points such as 1-0$/,
    'der Name eines Spielers, die Nummer einer Seite von 1 bis $1, draw oder ein Ergebnis wie 1-0 sein',
  ],
  [
    /^a whole number from 1, or a word that the mapping defines, as in (.+)$/,
    'eine ganze Zahl ab 1 sein oder ein Wort, das die Zuordnung erklärt, wie in $1',
  ],
  [/^a JSON object$/, 'ein JSON-Objekt sein'],
  [/^a handle: .+$/, 'ein Spielername aus Buchstaben und Ziffern einer Schrift und _ . - sein'],
  [/^(?:given|a text)$/, 'angegeben sein'],
];

/** Likewise, with the words that follow „darf nicht“. */
const BANS: readonly (readonly [RegExp, string])[] = [
  [/^be in the match already$/, 'schon im Spiel vorkommen'],
  [/^be empty$/, 'leer sein'],
  [/^be missing$/, 'fehlen'],
  [/^be more than 5 minutes in the future$/, 'mehr als 5 Minuten in der Zukunft liegen'],
  [/^be before the league's opening at (\S+)$/, 'vor der Eröffnung der Liga am $1 liegen'],
];

/** `must be at most 3` in German: „muss höchstens 3 sein“; null if the rule has no translation. */
export function ruleDe(rule: string): string | null {
  const [, not, what] = /^must (not )?(.+)$/s.exec(rule) ?? [];
  if (what === undefined) return null;
  const isBan = not !== undefined;
  const text = isBan ? what : what.replace(/^be /, '');
  const known = (isBan ? BANS : RULES).find(([pattern]) => pattern.test(text));
  return known ? `${isBan ? 'darf nicht' : 'muss'} ${text.replace(...known)}` : null;
}
