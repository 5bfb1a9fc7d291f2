import type { PersonalNames } from './erase-player.repository.js';
import { handleKey } from './handle.js';

/** Puts a pseudonym into the place of names. */
export interface Replacer {
  /** The names, for a search of the database that may find more than it should: a regular expression of PostgreSQL. */
  readonly pattern: string;
  /** Wherever a name is a word of its own, in any case. */
  inText(text: string): string;
  /** Wherever a whole text is a handle; display names and accounts are dropped. */
  inJson(value: unknown): unknown;
  /** As `inText`, in all texts and keys of JSON. */
  inDetails(value: unknown): unknown;
}

/** The keys under which a player's entries have what is not replaced but dropped. */
const DROPPED = new Set(['displayName', 'account']);

export function replacer({ handles, others }: PersonalNames, pseudonym: string): Replacer {
  const names = [...handles, ...others].toSorted((one, other) => other.length - one.length);
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  const inText = (text: string) => text.replaceAll(words, pseudonym);
  const keys = new Set(handles.map(handleKey));
  const gone = new Set(others);
  const inJson = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (DROPPED.has(key) && gone.has(value)) return null;
      return keys.has(handleKey(value)) ? pseudonym : value;
    }
    if (Array.isArray(value)) return value.map((item) => inJson(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inJson(item, name)]));
  };
  const inDetails = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inDetails);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [inText(name), inDetails(item)]));
  };
  const searched = names.map((name) => [...name].map(searchedCharacter).join(''));
  const pattern = `${BEFORE}(${searched.join('|')})${AFTER}`;
  return { pattern, inText, inJson: (value) => inJson(value), inDetails };
}

/**
 * What may stand before and after a name that is a word of its own, for a database that may not know letters beyond ASCII. Without it, a
 * handle such as `a` would be found in every text. In JSON, escaped characters end in letters and digits.
 */
const BEFORE = '(^|[^a-zA-Z0-9_]|\\\\[bfnrt]|\\\\u[0-9a-f]{4})';
const AFTER = '(?![a-zA-Z0-9_])';

/** For a database that may not know the cases of all letters, and JSON, which has some characters escaped. */
function searchedCharacter(character: string): string {
  if (/^[\w-]$/.test(character)) return character;
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  return /^\p{L}$/u.test(character) ? `(${[...cases].join('|')})` : '.{1,6}';
}
