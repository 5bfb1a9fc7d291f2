import { handleKey } from './handle.js';

/** All names of a person. */
export interface PersonalNames {
  /** Handles, including former ones. */
  readonly handles: readonly string[];
  /** Display names, including former ones, and accounts. */
  readonly others: readonly string[];
}

/** The names of a person, and their replacement. */
export interface Renamed extends PersonalNames {
  readonly pseudonym: string;
}

/** Replaces names by pseudonyms. */
export interface Pseudonymizer {
  /** The names, for a search of the database that may find more than it should: a regular expression of PostgreSQL. */
  readonly pattern: string;
  /** Replaces names that are separate words, in any case. */
  inText(text: string): string;
  /** Replaces handles that are whole texts, and names in texts by people; drops display names and accounts. */
  inJson(value: unknown): unknown;
  /** Replaces names in texts by people, identified by their keys: names, descriptions and names of files. */
  inWritten(value: unknown): unknown;
  /** Like `inText`, in all texts and keys of JSON. */
  inDetails(value: unknown): unknown;
}

/** The keys of a player's entries whose values are dropped instead of replaced. */
const DROPPED = new Set(['displayName', 'account']);
/** The keys of entries with texts by people about something else. */
const WRITTEN = new Set(['name', 'description', 'fileName']);

export function replacer(persons: readonly Renamed[]): Pseudonymizer {
  const names = persons.flatMap(({ handles, others, pseudonym }) =>
    [...handles, ...others].map((name): [name: string, pseudonym: string] => [name, pseudonym]),
  );
  const inText = replacerOfWords(names);
  const keys = new Map(
    persons.flatMap(({ handles, pseudonym }) => handles.map((handle) => [handleKey(handle), pseudonym])),
  );
  const gone = new Set(persons.flatMap(({ others }) => others));
  const written = (value: string, key: string) => (WRITTEN.has(key) ? inText(value) : value);
  const inJson = throughout((value, key) => {
    if (DROPPED.has(key) && gone.has(value)) return null;
    return keys.get(handleKey(value)) ?? written(value, key);
  });
  const pattern = patternOf(names.map(([name]) => [...name]));
  return { pattern, inText, inJson, inWritten: throughout(written), inDetails: throughout(inText, inText) };
}

/** Replaces words in any case, the longest at each place. One regular expression cannot hold somebody's 32,000 display names. */
function replacerOfWords(words: readonly (readonly [word: string, replacement: string])[]): (text: string) => string {
  const keyOf = (word: string) => word.length + word.toLowerCase().toUpperCase();
  const replacements = new Map(words.map(([word, replacement]) => [keyOf(word), replacement]));
  const lengths = [...new Set(words.map(([word]) => word.length))].sort((one, other) => other - one);
  return (text) => {
    let [replaced, end] = ['', 0];
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])/gu)) {
      if (index < end) continue;
      const found = (length: number) =>
        index + length <= text.length &&
        !/^[\p{L}\p{N}_]/u.test(text.slice(index + length, index + length + 2)) &&
        replacements.has(keyOf(text.slice(index, index + length)));
      const length = lengths.find(found);
      if (length === undefined) continue;
      replaced += text.slice(end, index) + replacements.get(keyOf(text.slice(index, index + length)));
      end = index + length;
    }
    return replaced + text.slice(end);
  };
}

/** Changes the texts of JSON, each with its key; those in lists have none. @param inKey changes the keys */
function throughout(change: (text: string, key: string) => string | null, inKey = (key: string) => key) {
  const inValue = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return change(value, key);
    if (Array.isArray(value)) return value.map((item) => inValue(item, ''));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [inKey(name), inValue(item, name)]));
  };
  return (value: unknown) => inValue(value, '');
}

/** Characters of all names together in a query. PostgreSQL refuses patterns of some thousands more, and takes a second for them. */
const MAX_SEARCHED = 4_000;

/** @param names in characters */
function patternOf(names: readonly (readonly string[])[]): string {
  const length = names.reduce((sum, name) => sum + name.length, 0);
  const search = (characters: readonly string[]) => characters.map(searchedCharacter).join('');
  if (length <= MAX_SEARCHED) return `${BEFORE}(${names.map(search).join('|')})${AFTER}`;
  // For somebody who has changed their name hundreds of times, the beginnings of names find all of them, and some
  // others.
  const share = Math.max(Math.floor(MAX_SEARCHED / names.length), 1);
  const beginnings = new Set(names.map((name) => search(name.slice(0, share))));
  return `${BEFORE}(${[...beginnings].join('|')})`;
}

/**
 * Characters before and after a name that is a separate word, for a database that may not know letters beyond ASCII. Without them, a
 * handle such as `a` would be found in every text. In JSON, escaped characters end in letters and digits.
 */
const BEFORE = '(^|[^a-zA-Z0-9_]|\\\\[bfnrt]|\\\\u[0-9a-f]{4})';
const AFTER = '(?![a-zA-Z0-9_])';

/** For a database that may not know the case of all letters, and JSON, where some characters are escaped. */
function searchedCharacter(character: string): string {
  if (/^[\w-]$/.test(character)) return character;
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  return /^\p{L}$/u.test(character) ? `(${[...cases].join('|')})` : '.{1,6}';
}
