import { SiteQueueDocument, type SiteQueueQuery } from '../operations.js';
import { definePage, type ViewProps } from '../page.js';
import { Time } from '../parts/elements.js';
import { LeagueHeader } from '../parts/league.js';
import { PlayerLink } from '../parts/player.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

type League = NonNullable<SiteQueueQuery['league']>;

const MINUTE = 60;

/** Who waits for an opponent. This is not part of the live page's document: the API does not keep answers about the queue, and the live page should be kept. */
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

function Queue({ model: league }: ViewProps<League>) {
  const { t, format } = useUi();
  const { slug } = league;
  const { waiting, band, wait, tickets } = league.queue;
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
      </div>
      <p class="pages">
        <a href={urls.live(slug)}>{t.live}</a>
      </p>
    </>
  );
}
