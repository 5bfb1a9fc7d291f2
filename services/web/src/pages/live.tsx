import { SiteLiveDocument, type SiteLiveQuery, SiteQueueDocument, type SiteQueueQuery } from '../operations.js';
import { definePage, integerParam, isRacingLeague, type PageRequest, urls, type ViewProps } from '../page.js';
import { Time } from '../parts/elements.js';
import { Connection, LeagueHeader } from '../parts/league.js';
import { PlayerLink, Shown } from '../parts/player.js';
import { Movement, Results } from '../parts/rating.js';
import { MatchList } from '../parts/sides.js';
import { dayIn, plusDays, startOf, useUi } from '../ui.js';

/** How many lines an overlay has by default. */
const OVERLAY = { places: 5, matches: 3 };
const MAX_LINES = 20;

type League = NonNullable<SiteLiveQuery['league']>;

const variables = ({ params, now, zone }: PageRequest) => ({
  league: params.league!,
  since: startOf(plusDays(dayIn(now, zone), -1), zone),
});
const find = ({ league }: SiteLiveQuery) => league;
const head = ({ name }: League, t: ReturnType<typeof useUi>['t']) => ({
  title: `${t.live} · ${name}`,
  description: t.liveDescription(name),
  scripts: ['live'],
});

/** The newest matches and the top of the board. A script keeps them up to date. */
export const live = definePage({
  path: '/l/:league/live',
  document: SiteLiveDocument,
  variables,
  find,
  head: (league: League, { t }) => ({ ...head(league, t), scripts: ['live', 'queue'] }),
  View: Live,
});

/** The same without header and footer, as an overlay for streams. */
export const overlay = definePage({
  path: '/embed/l/:league/live',
  isEmbed: true,
  document: SiteLiveDocument,
  variables: (request) => ({
    ...variables(request),
    places: integerParam(request, 'places', 1, MAX_LINES) ?? OVERLAY.places,
    matches: integerParam(request, 'matches', 1, MAX_LINES) ?? OVERLAY.matches,
  }),
  find,
  head: (league: League, { t }) => head(league, t),
  View: Overlay,
});

function Live({ model: league }: ViewProps<League>) {
  const { t } = useUi();
  return (
    <>
      <LeagueHeader league={league} tab="live" />
      <h1 class="hidden">{t.live}</h1>
      <p class="quiet">{t.liveWhy}</p>
      <Connection />
      <Ticker league={league} />
      <section>
        <h2>{t.queue}</h2>
        <div id="queue" data-queue={urls.queue(league.slug)}>
          <p>
            <a href={urls.queue(league.slug)}>{t.showQueue}</a>
          </p>
        </div>
      </section>
      <OverlayForm slug={league.slug} />
    </>
  );
}

/** A form that leads to an overlay. Streamers copy the address of the overlay into their software. */
function OverlayForm({ slug }: { readonly slug: string }) {
  const { t } = useUi();
  const fields = [
    ['places', t.overlayPlaces, OVERLAY.places],
    ['matches', t.matchLog, OVERLAY.matches],
  ] as const;
  return (
    <section class="overlay-form">
      <h2>{t.overlay}</h2>
      <p class="quiet">{t.overlayWhy}</p>
      <form action={urls.overlay(slug)}>
        {fields.map(([name, label, value]) => (
          <label>
            {label} <input name={name} type="number" min={1} max={MAX_LINES} value={value} required />
          </label>
        ))}
        <button type="submit">{t.show}</button>
      </form>
    </section>
  );
}

function Overlay({ model: league }: ViewProps<League>) {
  return (
    <>
      <h1 class="hidden">{league.name}</h1>
      <Ticker league={league} />
    </>
  );
}

/** The part of the page that a script replaces after each change. */
function Ticker({ league }: { readonly league: League }) {
  const { slug, eventCursor, standings, matches } = league;
  const { t } = useUi();
  return (
    <div class="live" id="live" data-live={slug} data-cursor={eventCursor}>
      <section aria-labelledby="newest">
        <h2 id="newest">{t.newestMatches}</h2>
        {matches.nodes.length === 0 && <p>{t.noMatches}</p>}
        <MatchList slug={slug} matches={matches.nodes} />
      </section>
      <section aria-labelledby="top">
        <h2 id="top">{t.board}</h2>
        <ol class="top">
          {standings.nodes.map(({ rank, movement, player, rating }) => (
            <li>
              <span class="rank">{rank ?? t.none}</span>
              <Movement ranks={movement} />
              <PlayerLink slug={slug} player={player} />
              {!isRacingLeague(league) && <Results results={rating.form} />}
              <span class="value">
                <Shown display={rating.display} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

const MINUTE = 60;

/**
 * The waiting players, and pairings. Not part of the live page's document: the API does not cache responses about the queue, and the live page should be
 * cached.
 */
export const queue = definePage({
  path: '/l/:league/queue',
  document: SiteQueueDocument,
  variables: ({ params }) => ({ league: params.league! }),
  find: ({ league }) => league,
  head: ({ name }, { t }) => ({
    title: `${t.queue} · ${name}`,
    description: t.queueDescription(name),
    isUnlisted: true,
    scripts: ['queue'],
  }),
  View: Queue,
});

function Queue({ model: league }: ViewProps<NonNullable<SiteQueueQuery['league']>>) {
  const { t, format } = useUi();
  const { slug } = league;
  const { waiting, band, wait, tickets, pairings } = league.queue;
  const minutes = Math.ceil(wait / MINUTE);
  return (
    <>
      <LeagueHeader league={league} tab="live" />
      <h1>{t.queue}</h1>
      <p class="quiet">
        {t.queueWhy(format.percent(0.5 - band), format.percent(0.5 + band), minutes, format.count(minutes))}
      </p>
      <div id="queue" data-queue={urls.queue(slug)}>
        <p>{t.waiting(waiting, format.count(waiting))}</p>
        {tickets.length > 0 && (
          <ol class="waiting">
            {tickets.map(({ player, joinedAt }) => (
              <li>
                <PlayerLink slug={slug} player={player} />{' '}
                <span class="quiet">
                  {t.sinceDay} <Time at={joinedAt} form="minute" />
                </span>
              </li>
            ))}
          </ol>
        )}
        {pairings.length > 0 && <Pairings slug={slug} pairings={pairings} />}
      </div>
      <p class="pages">
        <a href={urls.live(slug)}>{t.live}</a>
      </p>
    </>
  );
}

interface PairingsProps {
  readonly slug: string;
  readonly pairings: NonNullable<SiteQueueQuery['league']>['queue']['pairings'];
}

/** Paired players who are about to play, or playing now, each with a link to the forecast of the match. */
function Pairings({ slug, pairings }: PairingsProps) {
  const { t } = useUi();
  return (
    <>
      <p>{t.paired}</p>
      <ul class="waiting">
        {pairings.map(({ pairedAt, tickets: [one, other] }) => (
          <li>
            <PlayerLink slug={slug} player={one!.player} /> – <PlayerLink slug={slug} player={other!.player} />{' '}
            <span class="quiet">
              {t.sinceDay} <Time at={pairedAt} form="minute" />
            </span>{' '}
            <a href={urls.duel(slug, one!.player.handle, other!.player.handle)}>{t.predicted}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
