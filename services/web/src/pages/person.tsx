import { SitePersonDocument, type SitePersonQuery } from '../operations.js';
import { definePage, isRacingLeague, type ViewProps } from '../page.js';
import { Balance, Results, TableHead, Time } from '../parts/elements.js';
import { Country, Face, Name, nameOf, PlayerLinks, Shown } from '../parts/player.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';

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
        <table class="board" aria-label={t.leagues}>
          <TableHead
            columns={[
              t.league,
              [t.rank, 'number'],
              [t.rating, 'number'],
              [t.record, 'number medium'],
              [t.form, 'medium'],
              [t.lastPlayed, 'wide number'],
            ]}
          />
          <tbody>
            {rated.map(({ league, rating }) => (
              <tr>
                <th scope="row">
                  <a class="player" href={urls.player(league.slug, handle)}>
                    <bdi>{league.name}</bdi>
                  </a>{' '}
                  <span class="quiet">{league.ratingSystem.system.title}</span>
                </th>
                <td class="number">{rating.rank === null ? t.none : format.count(rating.rank)}</td>
                <td class="number value">
                  <Shown display={rating.display} />
                </td>
                <td class="number medium">
                  <Balance races={isRacingLeague(league)} of={rating} />
                </td>
                <td class="medium">{isRacingLeague(league) ? t.none : <Results results={rating.form} />}</td>
                <td class="wide number quiet">
                  <Time at={rating.lastPlayedAt} zone={league.timeZone} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
