import type { Texts } from '../texts/en/site.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';
import { Fact } from './table.js';

export type Term = keyof Texts['boards']['terms'];

/** The terms of a board. */
export function boardTerms(isRacing: boolean): Term[] {
  const own: Term[] = isRacing ? ['starts', 'places'] : ['record', 'form'];
  return ['rating', 'points', 'movement', ...own, 'provisional'];
}

/** The terms of a player's page. */
export function careerTerms(isRacing: boolean): Term[] {
  const own: Term[] = isRacing ? ['starts', 'places', 'fieldBeaten'] : ['record', 'form'];
  return ['rating', 'points', ...own, 'peak', 'rival', 'nemesis', 'change', 'expected', 'provisional'];
}

interface LegendProps {
  /** The terms of the page, in their order there. */
  readonly terms: readonly Term[];
  /** The league whose rules are explained elsewhere. */
  readonly slug: string;
}

/** What the words, abbreviations and units of a page mean, one tap away. */
export function Legend({ terms, slug }: LegendProps) {
  const { t } = useUi();
  return (
    <details class="legend">
      <summary>{t.boards.legend}</summary>
      <dl>
        {terms.map((term) => (
          <Fact name={t.boards.terms[term].name}>{t.boards.terms[term].meaning}</Fact>
        ))}
      </dl>
      <p>
        <a href={`${urls.about(slug)}#how`}>{t.boards.howTitle}</a>
      </p>
    </details>
  );
}
