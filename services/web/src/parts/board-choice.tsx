import type { ComponentChildren } from 'preact';
import { enumParam, given, givenDay, integerParam, type PageRequest, urls, withQuery } from '../page.js';
import { dayIn, isDay, plusDays, startOf, useUi } from '../ui.js';
import { Options } from './elements.js';

const ORDERS = ['POINTS', 'MATCHES', 'WINS', 'CLIMBERS'] as const;
/** Within how many days players must have played. */
const ACTIVE_DAYS = [7, 30, 90, 365];
const LONGEST_ACTIVE = 3_650;
const MAX_MATCHES = 100_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The players that a board shows, and their order; nothing for the whole board by rating. Past boards, and boards around a player, are
 * whole. @throws BadQuery
 */
export function choiceOf(request: PageRequest) {
  const choice = {
    order: enumParam(request, 'order', ORDERS),
    active: integerParam(request, 'active', 1, LONGEST_ACTIVE),
    min: integerParam(request, 'min', 1, MAX_MATCHES),
    name: given(request, 'name')?.slice(0, 64),
    rank: integerParam(request, 'rank', 1, 999_999),
    country: given(request, 'country')?.slice(0, 64),
  };
  const isWhole = shownDay(request) !== undefined || given(request, 'player') !== undefined;
  return isWhole ? ({} as Partial<typeof choice>) : choice;
}

type Choice = ReturnType<typeof choiceOf>;

/** Whether some players are omitted. */
export function isFiltered({ active, min, name, country }: Choice): boolean {
  return [active, min, name, country].some((value) => value !== undefined);
}

/** Whether it is the whole board by rating, from the top. */
export function isWhole(choice: Choice): boolean {
  return Object.values(choice).every((value) => value === undefined);
}

/** The arguments of `League.standings` for it. */
export function argumentsOf({ order, active, min, name, rank, country }: Choice, { now, zone }: PageRequest) {
  return {
    ...(order !== undefined && order !== 'CLIMBERS' && { orderBy: order }),
    ...(active !== undefined && { activeSince: startOf(plusDays(dayIn(now, zone), -active), zone) }),
    ...(min !== undefined && { minMatches: min }),
    ...(name !== undefined && { name }),
    ...(rank !== undefined && { fromRank: rank }),
    ...(country !== undefined && { country }),
  };
}

interface ChoiceProps {
  readonly slug: string;
  readonly request: PageRequest;
}

/** Links to the board in other orders, which keep the filters. Climbers have a separate list. */
export function Orders({ slug, request }: ChoiceProps) {
  const { t } = useUi();
  const { order } = choiceOf(request);
  return (
    <nav class="facts" aria-label={t.order}>
      {[undefined, ...ORDERS.filter((one) => one !== 'POINTS' || request.givesPoints)].map((one) =>
        one === order ? (
          <b aria-current="true">{t.orderBy[one ?? 'RATING']}</b>
        ) : (
          <a
            href={withQuery(urls.league(slug), one === 'CLIMBERS' ? new URLSearchParams() : request.query, {
              ...{ order: one, after: undefined, rank: undefined },
            })}
            rel="nofollow"
          >
            {t.orderBy[one ?? 'RATING']}
          </a>
        ),
      )}
    </nav>
  );
}

/**
 * A form that filters players, and leads to a rank. It needs no script, and its address can be shared.
 * @param countries to choose from
 */
export function Filters({ slug, request, countries }: ChoiceProps & { readonly countries: readonly string[] }) {
  const { t, format, locale } = useUi();
  const { order, active, min, name, rank, country } = choiceOf(request);
  const words = t.boards;
  const named = countries.map((code) => [code, format.country(code)] as const);
  const sorted = named.toSorted(([, one], [, other]) => one.localeCompare(other, locale.tag));
  const days = active === undefined || ACTIVE_DAYS.includes(active) ? ACTIVE_DAYS : [active, ...ACTIVE_DAYS];
  const kept = { order: order === 'CLIMBERS' ? undefined : order, day: restingSince(request) && TODAY };
  return (
    <search>
      <form class="filters" action={urls.league(slug)}>
        {Object.entries(kept).map(([key, value]) => value && <input type="hidden" name={key} value={value} />)}
        <label>
          {words.nameBegins}
          <input name="name" value={name} maxLength={64} autocomplete="off" autocapitalize="off" spellcheck={false} />
        </label>
        <label>
          {t.lastPlayed}
          <select name="active">
            <option value="">{words.anyTime}</option>
            <Options options={days.map((count) => [count, words.lastDays(format.count(count))])} chosen={active} />
          </select>
        </label>
        {countries.length > 0 && (
          <label>
            {words.country}
            <select name="country">
              <option value="">{t.any}</option>
              <Options options={sorted} chosen={country?.toUpperCase()} />
            </select>
          </label>
        )}
        <label>
          {words.minMatches}
          <input name="min" type="number" min="1" max={MAX_MATCHES} value={min} />
        </label>
        <label>
          {words.fromRank}
          <input name="rank" type="number" min="1" max="999999" value={rank} />
        </label>
        <button type="submit">{t.show}</button>
      </form>
      <p class="letters">
        {[...LETTERS].map((letter) => (
          <a
            href={withQuery(urls.league(slug), new URLSearchParams(), { ...kept, name: letter })}
            rel="nofollow"
            aria-current={name === letter ? 'true' : undefined}
          >
            {letter}
          </a>
        ))}
      </p>
    </search>
  );
}

/** How many players pass the filters, and the way back to all. */
export function FilterNotice({ slug, request, count }: ChoiceProps & { readonly count: number }) {
  const { t, format } = useUi();
  const choice = choiceOf(request);
  if (!isFiltered(choice)) return null;
  return (
    <p class="notice">
      {choice.country && <b>{t.named(format.country(choice.country.toUpperCase()), '')}</b>}
      {t.boards.left(count, format.count(count))}{' '}
      <a href={withQuery(urls.league(slug), new URLSearchParams(), { order: choice.order })}>{t.clear}</a>
    </p>
  );
}

/** The board shows how ranks moved over this many days. */
const MOVEMENT_DAYS = 7;

/** Today, in the league's time zone. */
function today({ now, zone }: PageRequest): string {
  return dayIn(now, zone);
}

/** The value of the parameter `day` for the current board, even in a league that rests. */
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

/** The day of the board, if it is not today. */
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

/** Parameters that filter players, and parameters that past boards ignore. */
const FILTERS = ['name', 'active', 'min', 'rank', 'country'];
const OF_PRESENT = Object.fromEntries(['order', 'after', ...FILTERS].map((name) => [name, undefined]));

/** Forms for finding a player, filtering players and choosing a day. */
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
  const isOpen = pastDay(request) !== undefined || FILTERS.some((name) => given(request, name) !== undefined);
  return (
    <section class="tools">
      <form action={`${path}#me`}>
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
      <details open={isOpen}>
        <summary>{t.boards.filters}</summary>
        {children}
        <form action={path}>
          <label for="day">{t.asOf}</label>
          <input
            id="day"
            {...(isOpen ? { type: 'date' } : { 'data-day': true, pattern: '\\d{4}-\\d{2}-\\d{2}' })}
            name="day"
            value={day}
            max={newest}
            required
          />
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
  /** Comes first in the folded part. */
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
