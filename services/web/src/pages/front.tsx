import { SiteFrontDocument, type SiteFrontQuery } from '../operations.js';
import { definePage, type ViewProps } from '../page.js';
import { Face, hueOf } from '../parts/face.js';
import { Name } from '../parts/name.js';
import { nameOf } from '../parts/player.js';
import { Shown } from '../parts/shown.js';
import { Time } from '../parts/time.js';
import { whyUnranked } from '../parts/unranked.js';
import { given, withQuery } from '../query.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

type Leagues = SiteFrontQuery['leagues'];
type League = Leagues['nodes'][number];

/** The leagues with the top of each board. Those with the newest matches come first. */
export const front = definePage({
  path: '/',
  document: SiteFrontDocument,
  variables: (request) => ({ search: given(request, 'q'), after: given(request, 'after') }),
  find: (data) => data.leagues,
  head: ({ totalCount }, { t, theme }, { query }) => ({
    title: '',
    description: t.frontDescription(totalCount, theme.name),
    isUnlisted: query.size > 0,
  }),
  View: Front,
});

function Front({ model: { nodes, totalCount, pageInfo, unreachable }, request }: ViewProps<Leagues>) {
  const { t, theme } = useUi();
  const search = given(request, 'q');
  return (
    <>
      <header class="front">
        <h1>{theme.name}</h1>
        <p>{t.promise}</p>
        {(totalCount > 3 || search) && (
          <search>
            <form action={urls.front}>
              <label for="q">{t.searchLeagues}</label>
              <input id="q" name="q" type="search" value={search} maxLength={100} />
              <button type="submit">{t.search}</button>
            </form>
          </search>
        )}
      </header>
      {unreachable.length > 0 && <p>{t.someUnreachable}</p>}
      {nodes.length === 0 && <p>{search ? t.noLeaguesFound(search) : t.noLeagues}</p>}
      <ul class="cards">
        {nodes.map((league) => (
          <LeagueCard league={league} now={request.now} />
        ))}
      </ul>
      {pageInfo.hasNextPage && pageInfo.endCursor && (
        <p class="pages">
          <a rel="next" href={withQuery(urls.front, request.query, { after: pageInfo.endCursor })}>
            {t.nextPage}
          </a>
        </p>
      )}
    </>
  );
}

function LeagueCard({ league, now }: { readonly league: League; readonly now: Date }) {
  const { t, format } = useUi();
  const { slug, name, description, timeZone, matchCount, playerCount, lastMatchAt, ratingSystem, standings } = league;
  const ranked = standings.nodes.filter(({ rank }) => rank !== null);
  return (
    <li class="card" data-hue={hueOf(slug)}>
      <h2>
        <a href={urls.league(slug)}>
          <bdi>{name}</bdi>
        </a>
      </h2>
      <p class="system">{ratingSystem.system.title}</p>
      {description && <p class="about">{description}</p>}
      {lastMatchAt && ranked.length === 0 && <p class="unranked">{whyUnranked(league, now, t, format)}</p>}
      <ol class="top">
        {(ranked.length > 0 || !lastMatchAt ? ranked : standings.nodes).map(({ rank, player, rating }) => (
          <li>
            <span class="rank">{rank ?? '–'}</span>
            <span>
              <Face handle={player.handle} />
              <Name name={nameOf(player)} />
            </span>
            <span class="value">
              <Shown display={rating.display} />
            </span>
          </li>
        ))}
      </ol>
      <p class="facts">
        {playerCount > 0 && <span>{t.players(playerCount, format.count(playerCount))}</span>}
        {lastMatchAt ? (
          <>
            <span>{t.matches(matchCount, format.count(matchCount))}</span>
            <span>
              {t.lastMatch} <Time at={lastMatchAt} zone={timeZone} />
            </span>
          </>
        ) : (
          <span>{t.noMatches}</span>
        )}
      </p>
    </li>
  );
}
