import { LONGEST_SEARCH } from '../layout.js';
import { SiteSearchDocument, type SiteSearchQuery } from '../operations.js';
import { definePage, given, urls, type ViewProps } from '../page.js';
import { NamedLink, Time } from '../parts/elements.js';
import { Face, Name, nameOf, TeamLink } from '../parts/player.js';
import { shortLineOf } from '../parts/sides.js';
import { useUi } from '../ui.js';

type Found = NonNullable<SiteSearchQuery['search']>;

/** Leagues, players, teams and matches for a text. */
export const search = definePage({
  path: '/search',
  document: SiteSearchDocument,
  variables: (request) => ({
    text: given(request, 'q')?.slice(0, LONGEST_SEARCH) ?? '',
    isGiven: given(request, 'q') !== undefined,
  }),
  find: (data) => data.search ?? [],
  head: (_, { t }, request) => ({
    title: [given(request, 'q'), t.search].filter(Boolean).join(' · '),
    description: t.searchHint,
    isUnlisted: true,
  }),
  View: Search,
});

function Search({ model: found, request }: ViewProps<Found>) {
  const { t } = useUi();
  const text = given(request, 'q');
  return (
    <>
      <header class="front">
        <h1>{text === undefined ? t.search : t.named(t.search, text)}</h1>
        {text === undefined && <p>{t.searchHint}</p>}
      </header>
      {text !== undefined && found.length === 0 && <p>{t.nothingFound(text)}</p>}
      <ul class="found">
        {found.map((item) => (
          <li>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Item({ item }: { readonly item: Found[number] }) {
  const { t, format } = useUi();
  switch (item.__typename) {
    case 'League':
      return (
        <>
          <NamedLink href={urls.league(item.slug)} name={item.name} />
          <span class="quiet">{t.players(item.playerCount, format.count(item.playerCount))}</span>
        </>
      );
    case 'Player':
      return (
        <>
          <a class="player" href={urls.person(item.handle)}>
            <Face handle={item.handle} />
            <Name name={nameOf(item)} />
          </a>
          {nameOf(item) !== item.handle && <span class="quiet">{item.handle}</span>}
          {item.ratings.nodes.map(({ league }) => (
            <bdi class="quiet">{league.name}</bdi>
          ))}
        </>
      );
    case 'NamedTeam':
      return (
        <>
          <TeamLink slug={item.league.slug} name={item.teamName} />
          <span class="quiet">
            <bdi>{item.league.name}</bdi>
          </span>
        </>
      );
    case 'Match':
      return (
        <>
          <a href={urls.match(item.league.slug, item.externalId)}>{shortLineOf(item.sides, t, format.decimal)}</a>
          <span class="quiet">
            <bdi>{item.league.name}</bdi>, <Time at={item.playedAt} zone={item.league.timeZone} />
          </span>
        </>
      );
  }
}
