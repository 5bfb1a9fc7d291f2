import type { ApiRefusal } from './refusal.js';

/** Sentences by code. Those in WITH_DETAILS are followed by the API's message, which says more. */
const SENTENCES: Readonly<Record<string, string>> = {
  ARCHIVED: 'Die Liga ist archiviert und kann nur gelesen werden.',
  IDEMPOTENCY_MISMATCH: 'Diese externe ID oder dieser Schlüssel wurde schon mit anderem Inhalt verwendet.',
  LATE_MATCH: 'Das Spiel wurde vor dem neuesten gewerteten Spiel gespielt, und die Liga nimmt solche nicht an.',
  OUT_OF_WINDOW: 'Der Zeitpunkt liegt in der Zukunft oder vor der Eröffnung der Liga.',
  QUEUE_FULL: 'Es warten schon 500 Spieler auf einen Gegner.',
  RATER_MISSING:
    'Das Wertungssystem der Liga ist nicht installiert. Ihre Wertungen können gelesen, aber nicht geändert werden.',
  STALE_VERSION: 'Das Spiel wurde geändert, seit diese Seite geladen wurde. Sieh es dir noch einmal an.',
  TAKEN: 'Dieser Name ist schon vergeben.',
};
const WITH_DETAILS: Readonly<Record<string, string>> = {
  BAD_SETTINGS: 'Diese Einstellungen passen nicht zum Wertungssystem',
  CONFLICT: 'Das geht im Moment nicht',
  QUOTA_EXCEEDED: 'Ein Kontingent ist aufgebraucht',
  RATER_FAILED: 'Das Wertungssystem konnte das Spiel nicht werten',
  UNKNOWN_PLAYER: 'Diesen Spieler kennt die Liga nicht',
  UNRATABLE_MATCHES: 'Die Liga hat Spiele, die dieses Wertungssystem nicht werten kann',
};

const NUMBER = String.raw`(-?[\d.,]+)`;
/** Rules in the words of the API, with the German words that follow „muss“. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^(?:a number )?(?:from )?${NUMBER} to ${NUMBER}$`), 'zwischen $1 und $2 liegen'],
  [new RegExp(`^${NUMBER} to ${NUMBER} characters(?: long)?$`), '$1 bis $2 Zeichen lang sein'],
  [new RegExp(`^${NUMBER} to ${NUMBER} (?:seconds)$`), '$1 bis $2 Sekunden sein'],
  [new RegExp(`^at most ${NUMBER} characters long$`), 'höchstens $1 Zeichen lang sein'],
  [new RegExp(`^at most ${NUMBER} bytes long$`), 'höchstens $1 Bytes lang sein'],
  [new RegExp(`^at most ${NUMBER}$`), 'höchstens $1 sein'],
  [new RegExp(`^(?:at least ${NUMBER}|(?:a whole number of )?${NUMBER} or more)$`), 'mindestens $1$2 sein'],
  [new RegExp(`^above ${NUMBER} and at most ${NUMBER}$`), 'größer als $1 und höchstens $2 sein'],
  [new RegExp(`^(?:>|above) ${NUMBER}$`), 'größer als $1 sein'],
  [new RegExp(`^>= ${NUMBER}$`), 'mindestens $1 sein'],
  [new RegExp(`^<= ${NUMBER}$`), 'höchstens $1 sein'],
  [new RegExp(`^< ${NUMBER}$`), 'kleiner als $1 sein'],
  [new RegExp(`^a whole number from ${NUMBER} to ${NUMBER}$`), 'eine ganze Zahl von $1 bis $2 sein'],
  [/^(?:a whole number|integer|a whole number such as .*)$/, 'eine ganze Zahl sein'],
  [/^(?:a number|number|a number such as .*)$/, 'eine Zahl sein'],
  [/^one of (.+)$/, 'eines hiervon sein: $1'],
  [/^a day such as (\S+)$/, 'ein Tag sein, etwa $1'],
  [/^(?:a|an RFC 3339) (?:date|time)\b.*? such as (\S+).*$/, 'ein Zeitpunkt sein, etwa $1'],
  [
    /^1 to 64 lower-case letters, digits and inner dashes$/,
    'aus 1 bis 64 Kleinbuchstaben, Ziffern und Strichen bestehen, mit Strichen nur im Innern',
  ],
  [/^lower-case letters, digits and dashes$/, 'aus Kleinbuchstaben, Ziffern und Strichen bestehen'],
  [
    /^letters and digits and _ \. - only, and begin with a letter, a digit or _$/,
    'aus Buchstaben, Ziffern und _ . - bestehen und mit einem Buchstaben, einer Ziffer oder _ beginnen',
  ],
  [/^written in one script that is in everyday use.*$/, 'in einer einzigen gebräuchlichen Schrift geschrieben sein'],
  [/^in letters of everyday use.*$/, 'aus gebräuchlichen Buchstaben bestehen'],
  [/^the IANA name of a time zone, such as (\S+)$/, 'der IANA-Name einer Zeitzone sein, etwa $1'],
  [/^the handle or account of a player$/, 'der Spielername oder das Konto eines Spielers sein'],
  [
    /^a handle, or an account that is linked to a player$/,
    'ein Spielername sein, oder ein Konto, das mit einem Spieler verknüpft ist',
  ],
  [/^a player on another side$/, 'ein Spieler einer anderen Seite sein'],
  [/^the slug of a league$/, 'das Kürzel einer Liga sein'],
  [/^the (?:slug of the league|handle of the player), (.+)$/, '$1 lauten'],
  [/^in the future$/, 'in der Zukunft liegen'],
  [/^a name on one line$/, 'in einer Zeile stehen'],
  [/^given where a side has no placement$/, 'angegeben sein, wenn die Seite keinen Platz hat'],
  [/^a time that clocks in (\S+) show on that day$/, 'eine Uhrzeit sein, die es in $1 an diesem Tag gibt'],
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
  [/^unique$/, 'eindeutig sein'],
];

/** Likewise, with the words that follow „darf nicht“. */
const BANS: readonly (readonly [RegExp, string])[] = [
  [/^be in the match already$/, 'schon im Spiel vorkommen'],
  [/^be empty$/, 'leer sein'],
  [/^be missing$/, 'fehlen'],
  [/^be more than 5 minutes in the future$/, 'mehr als 5 Minuten in der Zukunft liegen'],
  [/^be before the league's opening at (\S+)$/, 'vor der Eröffnung der Liga am $1 liegen'],
];

/** A refusal in German, or in the words of the API if there is no translation. */
export function refusalDe({ code, message }: ApiRefusal): string {
  const sentence = code === undefined ? undefined : SENTENCES[code];
  if (sentence !== undefined) return sentence;
  const about = code === undefined ? undefined : WITH_DETAILS[code];
  const rule = ruleOf(message);
  if (rule !== null) return about === undefined ? rule : `${about}: ${rule}`;
  return about === undefined ? message : `${about} (auf Englisch: ${message})`;
}

/** `name must be at most 40 characters long, but has 41` in German; null if the rule has no translation. */
function ruleOf(message: string): string | null {
  const [, field, rule, given] =
    /^(.{1,80}?) (must .+?)(?:(?:, but (?:is|has)|; received) (.+?))?\.?$/s.exec(message) ?? [];
  if (field === undefined || rule === undefined) return null;
  const known = ruleDe(rule);
  if (known === null) return null;
  const told = `${field} ${known}`;
  if (given === 'missing') return `${told}, fehlt aber.`;
  return given === undefined ? `${told}.` : `${told}, ist aber ${given}.`;
}

/** `must be at most 3` in German: „muss höchstens 3 sein“; null if the rule has no translation. */
export function ruleDe(rule: string): string | null {
  const [, not, what] = /^must (not )?(.+)$/s.exec(rule) ?? [];
  if (what === undefined) return null;
  const isBan = not !== undefined;
  const text = isBan ? what : what.replace(/^be /, '');
  const known = (isBan ? BANS : RULES).find(([pattern]) => pattern.test(text));
  return known ? `${isBan ? 'darf nicht' : 'muss'} ${text.replace(...known)}` : null;
}
