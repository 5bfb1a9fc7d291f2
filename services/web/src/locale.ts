import { LANGUAGES, type Language } from './texts/texts.js';

/** Most languages of a header that are looked at; nobody reads more. */
const MOST = 10;

/** What a reader reads: the language of the words, and the customs of numbers and dates, as BCP 47 names them. */
export interface Locale {
  readonly language: Language;
  readonly tag: string;
}

const FALLBACK: Locale = { language: 'en', tag: 'en' };

/** The best of what a browser names in Accept-Language that the site speaks. https://www.rfc-editor.org/rfc/rfc9110#name-accept-language */
export function localeOf(header: string | undefined): Locale {
  const wanted = (header ?? '')
    .split(',', MOST)
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { tag } of wanted) {
    const language = LANGUAGES.find((one) => one === tag.toLowerCase().split('-', 1)[0]);
    if (language) return { language, tag: knownTag(tag) ?? language };
  }
  return FALLBACK;
}

function knownTag(tag: string): string | undefined {
  // Language and region alone: extensions would let a reader make any number of locales.
  if (!/^[a-z]{2}(-[a-z]{2})?$/i.test(tag)) return undefined;
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
}
