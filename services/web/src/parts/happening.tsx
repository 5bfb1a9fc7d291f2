import { useUi } from '../ui.js';
import { urls } from '../urls.js';
import { LeagueTag } from './league.js';
import { type Named, PlayerLink } from './player.js';
import { Delta } from './results.js';
import { type ListedSide, shortLineOf } from './sides.js';
import { Time } from './time.js';

/** Where it happened. Lists of one league do not name it. */
interface Place {
  readonly league: { readonly slug: string; readonly name: string; readonly timeZone?: string };
  readonly isNamed?: boolean;
}

interface Climber extends Place {
  readonly player: Named;
  readonly change: number | null;
}

/** Who has gained the most. A block with nothing to say is left out, and so are those below. */
export function Climbers({ climbers }: { readonly climbers: readonly Climber[] }) {
  const { t } = useUi();
  if (climbers.length === 0) return null;
  return (
    <section>
      <h2>{t.climbers}</h2>
      <ul class="notes">
        {climbers.map(({ player, change, ...place }) => (
          <li>
            <PlayerLink slug={place.league.slug} player={player} />
            <Delta delta={change} />
            <Where {...place} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Upset extends Place {
  readonly match: { readonly externalId: string; readonly sides: readonly ListedSide[] };
  readonly expectedScore: number;
}

/** The least expected wins, each with the score that was expected of the winner. */
export function Upsets({ upsets }: { readonly upsets: readonly Upset[] }) {
  const { t, format } = useUi();
  if (upsets.length === 0) return null;
  return (
    <section>
      <h2>{t.upsets}</h2>
      <ul class="notes">
        {upsets.map(({ match, expectedScore, ...place }) => (
          <li>
            <a href={urls.match(place.league.slug, match.externalId)}>{shortLineOf(match.sides, t, format.decimal)}</a>
            {match.sides.length === 2 && <small>{t.boards.expected(format.chance(expectedScore))}</small>}
            <Where {...place} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Correction extends Place {
  readonly match: { readonly externalId: string } | null;
  readonly action: string;
  readonly matchCount: number | null;
  readonly changeCount: number | null;
  readonly largestChange: number | null;
  readonly at: string;
}

/** What was corrected last. */
export function Corrections({ corrections }: { readonly corrections: readonly Correction[] }) {
  const { t, format } = useUi();
  if (corrections.length === 0) return null;
  return (
    <section>
      <h2>{t.recentCorrections}</h2>
      <ul class="notes">
        {corrections.map(({ match, action, matchCount, changeCount, largestChange, at, ...place }) => (
          <li>
            <a href={match ? urls.match(place.league.slug, match.externalId) : urls.league(place.league.slug)}>
              {t.correctionOf(action, matchCount)}
            </a>
            <Time at={at} {...(place.league.timeZone && { zone: place.league.timeZone })} />
            {changeCount !== null && (
              <span class="quiet">
                {t.ratingsMoved(
                  changeCount,
                  format.count(changeCount),
                  largestChange === null ? null : format.decimal(Math.round(10 * largestChange) / 10),
                )}
              </span>
            )}
            <Where {...place} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Where({ league, isNamed = true }: Place) {
  return isNamed ? <LeagueTag league={league} /> : null;
}
