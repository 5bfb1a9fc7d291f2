import type { LeagueHeadingFragment } from '../operations.js';
import { urls, withQuery } from '../page.js';
import type { Texts } from '../texts/en/site.js';
import { type ApiRefusal, refusalText } from '../texts/refusal.js';
import { useUi } from '../ui.js';
import { LeagueHeader } from './league.js';

interface ProblemProps {
  readonly title: string;
  readonly text: string;
  /** A refusal that the reader can correct; null if there is none. */
  readonly refusal: ApiRefusal | null;
  /** The address of the list of leagues. */
  readonly home?: string;
  /** The league of the address, whose pages it links; null if there is none. */
  readonly league?: LeagueHeadingFragment | null;
  /** The player of the address, who may be found by part of their name. */
  readonly player?: string | undefined;
}

/** An explanation of the problem for readers. */
export function problemText({ problems }: Texts, status: number): { readonly title: string; readonly text: string } {
  // Statuses for another method or format than that of pages are shown as 404 and 400: another format has its own
  // address.
  const known = { 405: 404, 501: 400 }[status] ?? status;
  return Object.hasOwn(problems, known) ? problems[known as keyof typeof problems] : problems[500];
}

/** The page that explains why another one cannot be shown. */
export function Problem({ title, text, refusal, home = urls.front, league = null, player }: ProblemProps) {
  const ui = useUi();
  const { t } = ui;
  return (
    <>
      {league && <LeagueHeader league={league} tab={null} />}
      <section class="problem">
        <h1>{title}</h1>
        <p>{text}</p>
        {refusal && <p class="detail">{refusalText(ui, refusal)}</p>}
        {league && player && (
          <p>
            <a href={withQuery(urls.league(league.slug), new URLSearchParams(), { player })}>{t.searchBoard(player)}</a>
          </p>
        )}
        <p>
          <a href={home}>{t.leagues}</a>
        </p>
      </section>
    </>
  );
}
