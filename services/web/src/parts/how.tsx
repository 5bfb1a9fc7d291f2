import { isolated } from '../isolated.js';
import type { SiteAboutQuery } from '../operations.js';
import { useUi } from '../ui.js';
import { urls } from '../urls.js';
import { inTenths } from './adding-up.js';
import { nameOf } from './player.js';
import { shortLineOf } from './sides.js';

type League = NonNullable<SiteAboutQuery['league']>;

/** How ratings work in a league, for its players: from its settings, with what its newest match did as an example. */
export function How({ league }: { readonly league: League }) {
  const { t, format } = useUi();
  const { slug, matchesForRank, activeWithin, lateMatches, ratingSystem, newest } = league;
  const [match] = newest.nodes;
  const words = t.boards.how;
  const { initialRating } = ratingSystem.settings as { readonly initialRating?: unknown };
  const changed = (match?.sides ?? []).flatMap(({ participants }) =>
    participants.flatMap(({ player, ratingChange }) => (ratingChange ? [{ player, ...ratingChange }] : [])),
  );
  const rules = [
    typeof initialRating === 'number' && words.begin(format.points(initialRating)),
    words.gain,
    matchesForRank > 1 && t.provisionalBelow(matchesForRank, format.count(matchesForRank)),
    activeWithin !== null && t.provisionalAsleep(activeWithin, format.count(activeWithin)),
    words.replay,
    words.late[lateMatches],
  ];
  const shown = (value: number) => format.rating(value.toFixed(1));
  /** What the match itself did; `delta` also has what time did since the match before. */
  const sum = (before: number, after: number) => {
    const [end, change] = [inTenths(after), inTenths(after - before)];
    return `${shown(end - change)} ${format.delta(change)} = ${shown(end)}`;
  };
  return (
    <section id="how">
      <h2>{t.boards.howTitle}</h2>
      <ul class="rules">{rules.map((rule) => rule && <li>{rule}</li>)}</ul>
      {match && changed.length > 0 && (
        <>
          <h3>{words.example}</h3>
          <p>
            <a href={urls.match(slug, match.externalId)}>{shortLineOf(match.sides, t, format.decimal)}</a>
          </p>
          <ul class="rules">
            {changed.slice(0, 2).map(({ player, before, after, explanation }) => (
              <li>
                {t.named(isolated(nameOf(player)), explanation)}{' '}
                {before.value !== null && after.value !== null && <b>{sum(before.value, after.value)}</b>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
