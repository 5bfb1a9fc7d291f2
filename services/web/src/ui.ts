import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Format } from './format.js';
import type { Locale } from './locale.js';
import type { Texts } from './texts/en.js';
import type { Theme } from './theme.js';

/** What every part of a page knows: the words, the customs and the looks. */
export interface Ui {
  readonly t: Texts;
  readonly format: Format;
  readonly locale: Locale;
  readonly theme: Theme;
}

export const UiContext = createContext<Ui | null>(null);

/** The words, customs and looks of the page that is being rendered. */
export function useUi(): Ui {
  return useContext(UiContext)!;
}
