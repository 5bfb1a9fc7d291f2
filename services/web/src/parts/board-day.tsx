import type { ComponentChildren } from 'preact';
import { dayIn, isDay, plusDays } from '../format.js';
import type { PageRequest } from '../page.js';
import { useUi } from '../ui.js';
import { given, givenDay, urls, withQuery } from '../urls.js';

/** The board shows how ranks moved over this many days. */
const MOVEMENT_DAYS = 7;

/** Today, in the league's time zone. */
function today({ now, zone }: PageRequest): string {
  return dayIn(now, zone);
}

/** The value of the parameter `day` that asks for the current board, also in a league that rests. */
export const TODAY = 'today';

/** The requested day of a past board; undefined for the current one. */
export function pastDay(request: PageRequest): string | undefined {
  if (given(request, 'day') === TODAY) return undefined;
  const day = givenDay(request, 'day');
  return day !== undefined && day < today(request) ? day : undefined;
}

/** When the league's last match was played, if the board is shown as of then: nobody has a rank today, and no other day is requested. */
export function restingSince(request: PageRequest): string | undefined {
  return given(request, 'day') === undefined ? (request.restingSince ?? undefined) : undefined;
}

/** The day as of which the board is shown; undefined for the current board. */
export function shownDay(request: PageRequest): string | undefined {
  const since = restingSince(request);
  return since === undefined ? pastDay(request) : dayIn(new Date(since), request.zone);
}

export function isAsKnown(request: PageRequest): boolean {
  return given(request, 'known') === 'then' && pastDay(request) !== undefined;
}

export function sinceDay(request: PageRequest): string {
  return plusDays(shownDay(request) ?? today(request), -MOVEMENT_DAYS);
}

/** Of which day the board is, if it is not of today. */
export function DayNotice({ slug, request }: { readonly slug: string; readonly request: PageRequest }) {
  const { t, format } = useUi();
  const day = shownDay(request);
  if (!day) return null;
  const shown = format.calendarDay(day);
  if (restingSince(request) !== undefined) {
    return (
      <p class="notice">
        {t.boardAtLastMatch(shown)}{' '}
        <a href={withQuery(urls.league(slug), request.query, { day: TODAY })}>{t.asOfToday}</a>
      </p>
    );
  }
  return <p class="notice">{isAsKnown(request) ? t.boardShownAt(shown) : t.boardAtEndOf(shown)}</p>;
}

/** Parameters that leave out players, and those that past boards do without. */
const FILTERS = ['name', 'active', 'min', 'rank', 'country'];
const OF_PRESENT = Object.fromEntries(['order', 'after', ...FILTERS].map((name) => [name, undefined]));

/** Forms to find a player, to leave players out and to choose a day. */
export function Tools({ slug, request, children }: ToolsProps) {
  const { t } = useUi();
  const newest = today(request);
  const day = shownDay(request) ?? newest;
  const step = (days: number) => plusDays(day, days);
  const steps: readonly [string, string][] = [
    [step(-365), t.yearEarlier],
    [step(-30), t.monthEarlier],
    [step(-7), t.weekEarlier],
    [step(7), t.weekLater],
    [step(30), t.monthLater],
    [step(365), t.yearLater],
  ];
  const path = urls.league(slug);
  return (
    <section class="tools">
      <form action={path}>
        <label for="me-handle">{t.whereAmI}</label>
        <input
          id="me-handle"
          name="player"
          value={given(request, 'player')}
          placeholder={t.handle}
          required
          maxLength={200}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          data-suggest={slug}
          data-submits
        />
        <KeptDay request={request} />
        <button type="submit">{t.find}</button>
      </form>
      <details open={pastDay(request) !== undefined || FILTERS.some((name) => given(request, name) !== undefined)}>
        <summary>{t.boards.filters}</summary>
        {children}
        <form action={path}>
          <label for="day">{t.asOf}</label>
          <input id="day" type="date" name="day" value={day} max={newest} required />
          <label class="check">
            <input type="checkbox" name="known" value="then" checked={isAsKnown(request)} /> {t.asKnownThen}
          </label>
          <button type="submit">{t.show}</button>
        </form>
        <p class="steps">
          {steps.map(([to, text]) =>
            to <= newest && isDay(to) ? (
              <a href={withQuery(path, request.query, { ...OF_PRESENT, day: to })} rel="nofollow">
                {text}
              </a>
            ) : null,
          )}
          {shownDay(request) && <a href={withQuery(path, new URLSearchParams(), { day: TODAY })}>{t.today}</a>}
        </p>
      </details>
    </section>
  );
}

interface ToolsProps {
  readonly slug: string;
  readonly request: PageRequest;
  /** Stands first in what is folded. */
  readonly children: ComponentChildren;
}

function KeptDay({ request }: { readonly request: PageRequest }) {
  const day = given(request, 'day') === TODAY ? TODAY : pastDay(request);
  if (!day) return null;
  return (
    <>
      <input type="hidden" name="day" value={day} />
      {isAsKnown(request) && <input type="hidden" name="known" value="then" />}
    </>
  );
}
