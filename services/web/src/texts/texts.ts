import { de } from './de.js';
import { en, type Texts } from './en.js';

/** Another language is another file. */
const TEXTS = { en, de } satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];

/** All words of the site in a language. */
export function textsOf(language: Language): Texts {
  return TEXTS[language];
}
