import { SiteMatchesDocument, type SiteMatchesQuery } from '../operations.js';
import { definePage, given, type PageRequest, urls, type ViewProps, withQuery } from '../page.js';
import { NextPage } from '../parts/elements.js';
import { Downloads, LeagueHeader, Legend } from '../parts/league.js';
import { MatchFilters, MatchList, matchFiltersOf } from '../parts/sides.js';
import { Suggestions } from '../parts/suggestions.js';
import { useUi } from '../ui.js';

type League = NonNullable<SiteMatchesQuery['league']>;

/** Parameters that name a player. */
const NAMES = ['player', 'opponent'] as const;

/** The match log of a league, newest first, with filters. */
export const matches = definePage({
  path: '/l/:league/matches',
  document: SiteMatchesDocument,
  variables: (request) => ({ league: request.params.league!, after: given(request, 'after'), ...filtersOf(request) }),
  find: ({ league }) => league,
  head: ({ slug, name }, { t }, { query }) => ({
    title: `${t.matchLog} · ${name}`,
    description: t.matchesDescription(name),
    feed: urls.feed(slug),
    isUnlisted: query.size > 0,
  }),
  View: Matches,
});

function filtersOf(request: PageRequest) {
  const [player, opponent] = [given(request, 'player'), given(request, 'opponent')];
  return {
    ...{ player, playerPart: player, hasPlayer: player !== undefined },
    ...{ opponent, opponentPart: opponent, hasOpponent: opponent !== undefined },
    ...matchFiltersOf(request),
  };
}

function Matches({ model: league, request }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug, matches } = league;
  const { nodes, totalCount, pageInfo } = matches;
  const sought = [given(request, 'player'), given(request, 'opponent')].flatMap((name) => name?.toLowerCase() ?? []);
  return (
    <>
      <LeagueHeader league={league} tab="matchLog" />
      <h1 class="hidden">{t.matchLog}</h1>
      <MatchFilters path={urls.matches(slug)} request={request}>
        {NAMES.map((name) => (
          <label>
            {t[name]}
            <input
              name={name}
              value={given(request, name)}
              maxLength={64}
              placeholder={t.partOfName}
              data-suggest={slug}
              autocapitalize="off"
              spellcheck={false}
            />
          </label>
        ))}
      </MatchFilters>
      <p class="facts">
        <span>{t.matches(totalCount, format.count(totalCount))}</span>
        <a href={urls.feed(slug)}>{t.feed}</a>
        <Downloads address={urls.matches(slug)} />
      </p>
      {nodes.length === 0 && <p>{t.noMatchesFound}</p>}
      {NAMES.map((name) => (
        <Suggestions
          part={given(request, name)}
          players={(name === 'player' ? league.players : league.opponents) ?? []}
          placeOf={(handle) => withQuery(urls.matches(slug), request.query, { [name]: handle, after: undefined })}
        />
      ))}
      <Legend terms={['change', 'chance']} slug={slug} />
      <MatchList slug={slug} matches={nodes} of={sought} />
      <NextPage path={urls.matches(slug)} query={request.query} pageInfo={pageInfo} words={t.olderMatches} />
    </>
  );
}
