import { SiteLiveDocument, type SiteLiveQuery } from '@openladder/client/operations';
import { definePage, type PageRequest, type ViewProps } from '../page.js';
import { LeagueHeader } from '../parts/league-header.js';
import { MatchLine } from '../parts/match-line.js';
import { PlayerLink } from '../parts/player.js';
import { Form, Movement } from '../parts/results.js';
import { dayOf, plusDays } from '../query.js';
import { useUi } from '../ui.js';

type League = NonNullable<SiteLiveQuery['league']>;

const variables = ({ params, now }: PageRequest) => ({
  league: params.league!,
  since: `${plusDays(dayOf(now), -1)}T00:00:00Z`,
});
const find = ({ league }: SiteLiveQuery) => league;
const head = ({ name }: League, t: ReturnType<typeof useUi>['t']) => ({
  title: `${t.live} · ${name}`,
  description: t.liveDescription(name),
  scripts: ['live'],
});

/** The newest matches and the top of the board, which follow the league while the page is open. */
export const live = definePage({
  path: '/l/:league/live',
  document: SiteLiveDocument,
  variables,
  find,
  head: (league: League, { t }) => head(league, t),
  View: Live,
});

/** The same without anything around it, for the overlay of a stream. */
export const overlay = definePage({
  path: '/embed/l/:league/live',
  isEmbed: true,
  document: SiteLiveDocument,
  variables: (request) => ({ ...variables(request), places: 5, matches: 3 }),
  find,
  head: (league: League, { t }) => head(league, t),
  View: Overlay,
});

function Live({ model: league, request }: ViewProps<League>) {
  const { t } = useUi();
  return (
    <>
      <LeagueHeader league={league} tab="live" />
      <h1 class="hidden">{t.live}</h1>
      <p class="quiet">{t.liveWhy}</p>
      <Ticker model={league} request={request} />
    </>
  );
}

function Overlay({ model: league, request }: ViewProps<League>) {
  return (
    <>
      <h1 class="hidden">{league.name}</h1>
      <Ticker model={league} request={request} />
    </>
  );
}

/** What changes while the page is open: a script puts the new one in its place. */
function Ticker({ model: { slug, standings, matches } }: ViewProps<League>) {
  const { t } = useUi();
  return (
    <div class="live" id="live" data-live={slug}>
      <section aria-labelledby="newest">
        <h2 id="newest">{t.newestMatches}</h2>
        {matches.nodes.length === 0 && <p>{t.noMatches}</p>}
        <ol class="matches">
          {matches.nodes.map((match) => (
            <MatchLine slug={slug} match={match} />
          ))}
        </ol>
      </section>
      <section aria-labelledby="top">
        <h2 id="top">{t.board}</h2>
        <ol class="top">
          {standings.nodes.map(({ rank, movement, player, rating }) => (
            <li>
              <span class="rank">{rank}</span>
              <Movement ranks={movement} />
              <PlayerLink slug={slug} player={player} />
              <Form results={rating.form} />
              <span class="value">{rating.display}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
