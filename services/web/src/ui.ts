import type { Format } from './format.js';
import type { Locale } from './locale.js';
import type { Texts } from './texts/en/site.js';
import type { Theme } from './theme.js';

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
