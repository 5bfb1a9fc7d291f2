import type { Format } from './format.js';
import { de } from './texts/de/site.js';
import { en, type Texts } from './texts/en/site.js';
import { fr } from './texts/fr/site.js';
import type { Theme } from './theme.js';

/** How many languages of a header count. Real readers list fewer. */
const MOST = 10;

/** The language of the texts, and the BCP 47 tag for numbers and dates. */
export interface Locale {
  readonly language: Language;
  readonly tag: string;
}

const FALLBACK: Locale = { language: 'en', tag: 'en' };

/** The first language in Accept-Language, by quality, that the site has texts for. https://www.rfc-editor.org/rfc/rfc9110#name-accept-language */
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
  // Only a language and a region: with extensions, a reader could make any number of locales.
  if (!/^[a-z]{2}(-[a-z]{2})?$/i.test(tag)) return undefined;
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
}

/** Another language is another folder. */
const TEXTS = { en, de, fr } satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];

/** All words of the site in a language. */
export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

/** What every part of a page needs: texts, formats and theme. */
export interface Ui {
  readonly t: Texts;
  readonly format: Format;
  readonly locale: Locale;
  readonly theme: Theme;
}

let current: Ui | null = null;

/** Renders with these texts, formats and theme. Rendering is synchronous, so two pages never mix. */
export function withUi<Result>(ui: Ui, render: () => Result): Result {
  current = ui;
  try {
    return render();
  } finally {
    current = null;
  }
}

/** The texts, formats and theme of the page that is being rendered. */
export function useUi(): Ui {
  return current!;
}

/** The same with the words of a part of the console. */
export function useWords<Part extends keyof Texts['console']>(part: Part) {
  const ui = useUi();
  return { ...ui, words: ui.t.console[part] };
}
