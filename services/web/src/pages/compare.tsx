import { SiteCompareDocument, type SiteCompareQuery } from '../operations.js';
import { definePage, isRacingLeague, type PageRequest, urls, type ViewProps } from '../page.js';
import { Chart, MAX_LINES } from '../parts/chart.js';
import { Table } from '../parts/elements.js';
import { LeagueHeader, RestNotice } from '../parts/league.js';
import { type Named, nameOf, PlayerLink, Shown } from '../parts/player.js';
import { Balance } from '../parts/rating.js';
import { CompareForm, Suggestions } from '../parts/suggestions.js';
import { isolated, useUi } from '../ui.js';

type League = NonNullable<SiteCompareQuery['league']>;
type Rating = NonNullable<League['first']>;

/** Up to five players of a league on one chart. */
export const compare = definePage({
  path: '/l/:league/compare',
  document: SiteCompareDocument,
  variables: (request) => {
    const [first, second, third, fourth, fifth] = comparedHandles(request);
    return {
      league: request.params.league!,
      ...{ first: first ?? NOBODY, second: second ?? NOBODY, third: third ?? NOBODY },
      ...{ fourth: fourth ?? NOBODY, fifth: fifth ?? NOBODY },
      ...{ hasFirst: !!first, hasSecond: !!second, hasThird: !!third, hasFourth: !!fourth, hasFifth: !!fifth },
    };
  },
  again: ({ league }, request) => {
    if (!league) return null;
    const unknown = unknownOf(league, request).map(({ slot }) => [`${slot}Unknown`, true]);
    return unknown.length === 0 ? null : Object.fromEntries(unknown);
  },
  find: ({ league }) => league,
  head: (league, { t }) => {
    const names = ratingsOf(league).map(({ player }) => nameOf(player));
    return {
      title: [names.join(' · ') || t.compare, league.name].join(' · '),
      description: t.stories.compareDescription(names, league.name),
      isUnlisted: true,
      scripts: ['chart'],
    };
  },
  View: Compare,
});

/** No player has such a handle. */
const NOBODY = '-';
/** The most players whom an unknown name may mean. */
const MAX_MEANT = 5;

/** The players of the address, each once, as many as fit on the chart. */
function comparedHandles(request: PageRequest): string[] {
  return allHandlesOf(request).slice(0, MAX_LINES);
}

function allHandlesOf({ query }: PageRequest): string[] {
  const handles = new Map<string, string>();
  for (const text of query.getAll('p').map((handle) => handle.trim())) {
    if (text && !handles.has(text.toLowerCase())) handles.set(text.toLowerCase(), text);
  }
  return [...handles.values()];
}

/** The ratings of the known players, under whatever name they were requested, each once. */
function ratingsOf(league: League): Rating[] {
  const ratings = SLOTS.map((slot) => league[slot]).filter((rating): rating is Rating => rating != null);
  return [...new Map(ratings.map((rating) => [rating.player.handle, rating])).values()];
}

/** The document's slots for players, in the order of the address. */
const SLOTS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** The unknown names of the address, as requested. */
function unknownOf(league: League, request: PageRequest) {
  return comparedHandles(request)
    .map((name, index) => ({ name, slot: SLOTS[index]! }))
    .filter(({ slot }) => !league[slot]);
}

/** Players whom an unknown name may mean, without those who are compared already: typing errors first, then parts of names. */
function meantOf(league: League, slot: (typeof SLOTS)[number]): readonly Named[] {
  const present = new Set(ratingsOf(league).map(({ player }) => player.handle));
  const meant = [...(league[`${slot}Near`] ?? []), ...(league[`${slot}Alike`] ?? [])];
  const others = meant.filter(({ handle }) => !present.has(handle));
  return [...new Map(others.map((player) => [player.handle, player])).values()].slice(0, MAX_MEANT);
}

function Compare({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug } = league;
  const ratings = ratingsOf(league);
  const handles = ratings.map(({ player }) => player.handle);
  const unknown = unknownOf(league, request);
  const left = allHandlesOf(request).slice(MAX_LINES);
  const races = isRacingLeague(league);
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <h1>{t.compare}</h1>
      {ratings.length > 0 ? (
        <RestNotice league={league} />
      ) : (
        <p class="lead">{t.stories.compareHow(format.count(MAX_LINES))}</p>
      )}
      {left.length > 0 && (
        <p class="notice">{t.stories.compareMost(format.count(MAX_LINES), left.map(isolated).join(', '))}</p>
      )}
      {unknown.map(({ name, slot }) => (
        <>
          <p class="notice">{t.stories.notHere(name)}</p>
          <Suggestions
            part={name}
            players={meantOf(league, slot)}
            question={t.stories.didYouMean}
            placeOf={(meant) => {
              const wanted = comparedHandles(request).map((one) => (one === name ? meant : one));
              return urls.compare(slug, wanted);
            }}
          />
        </>
      ))}
      <Chart
        slug={slug}
        lines={ratings.map(({ player, series }) => ({ player, points: series }))}
        label={t.stories.compareDescription(
          ratings.map(({ player }) => nameOf(player)),
          league.name,
        )}
      />
      {ratings.length > 0 && (
        <Table
          class="board compared"
          caption={<caption class="hidden">{t.compare}</caption>}
          rows={ratings}
          columns={[
            [
              t.player,
              ({ player }, index) => (
                <>
                  <svg class="stroke" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                    <path class={`line line-${index}`} data-hue={ratings.length > 1 ? index : undefined} d="M0 .5H1" />
                  </svg>
                  <PlayerLink slug={slug} player={player} />
                </>
              ),
            ],
            [t.rank, ({ rank }) => (rank === null ? t.none : format.count(rank)), 'number'],
            [t.rating, ({ display }) => <Shown display={display} />, 'number'],
            [races ? t.starts : t.record, (rating) => <Balance races={races} of={rating} />, 'number medium'],
            [t.peak, ({ peak }) => (peak === null ? t.none : format.points(peak)), 'number wide'],
            [
              <span class="hidden">{t.console.playerPage.unlink}</span>,
              ({ player }) => (
                <a
                  href={urls.compare(
                    slug,
                    handles.filter((handle) => handle !== player.handle),
                  )}
                  aria-label={t.stories.leaveOut(nameOf(player))}
                >
                  ×
                </a>
              ),
              undefined,
              'number',
            ],
          ]}
        />
      )}
      <CompareForm slug={slug} handles={handles} />
    </>
  );
}
