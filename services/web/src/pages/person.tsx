import { SitePersonDocument, type SitePersonQuery } from '../operations.js';
import { definePage, isRacingLeague, urls, type ViewProps } from '../page.js';
import { Table, Time } from '../parts/elements.js';
import { Country, Face, Name, nameOf, PlayerLinks, Shown } from '../parts/player.js';
import { Balance, Results } from '../parts/rating.js';
import { useUi } from '../ui.js';

type Person = NonNullable<SitePersonQuery['player']>;

/** A player in all public leagues, with their former handles. */
export const person = definePage({
  path: '/p/:player',
  document: SitePersonDocument,
  variables: ({ params }) => ({ player: params.player! }),
  find: ({ player }) => player,
  head: (player, { t }) => ({
    title: nameOf(player),
    description: t.personDescription(nameOf(player), player.ratings.nodes.length),
  }),
  View: Person,
});

function Person({ model: player }: ViewProps<Person>) {
  const { t, format } = useUi();
  const { handle, country, links, formerHandles, ratings, createdAt } = player;
  const name = nameOf(player);
  const rated = ratings.nodes.flatMap(({ league }) => (league.rating ? [{ league, rating: league.rating }] : []));
  return (
    <>
      <section class="summary">
        <h1>
          <Face handle={handle} isLarge />
          <Name name={name} />
        </h1>
        <p class="facts">
          {name !== handle && <span>{handle}</span>}
          {formerHandles.length > 0 && (
            <span>
              {t.formerly} {formerHandles.join(', ')}
            </span>
          )}
          {country && (
            <span>
              <Country code={country} />
            </span>
          )}
          <PlayerLinks links={links} />
          <span>
            {t.hereSince} <Time at={createdAt} />
          </span>
        </p>
      </section>
      {ratings.unreachable.length > 0 && <p>{t.someUnreachable}</p>}
      {rated.length === 0 ? (
        <p>{t.noRatingsYet}</p>
      ) : (
        <Table
          class="board"
          label={t.leagues}
          rows={rated}
          columns={[
            [
              t.league,
              ({ league }) => (
                <>
                  <a class="player" href={urls.player(league.slug, handle)}>
                    <bdi>{league.name}</bdi>
                  </a>{' '}
                  <span class="quiet">{league.ratingSystem.system.title}</span>
                </>
              ),
            ],
            [t.rank, ({ rating: { rank } }) => (rank === null ? t.none : format.count(rank)), 'number'],
            [t.rating, ({ rating }) => <Shown display={rating.display} />, 'number', 'value'],
            [t.record, ({ league, rating }) => <Balance races={isRacingLeague(league)} of={rating} />, 'number medium'],
            [
              t.form,
              ({ league, rating }) => (isRacingLeague(league) ? t.none : <Results results={rating.form} />),
              'medium',
            ],
            [
              t.lastPlayed,
              ({ league, rating }) => <Time at={rating.lastPlayedAt} zone={league.timeZone} />,
              'wide number',
              'quiet',
            ],
          ]}
        />
      )}
    </>
  );
}
