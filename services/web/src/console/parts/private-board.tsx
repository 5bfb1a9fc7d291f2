import type { ConsoleLeagueQuery } from '../../operations.js';
import { isRacingLeague } from '../../page.js';
import { TableHead } from '../../parts/elements.js';
import { Downloads } from '../../parts/league.js';
import { Name, nameOf, Shown } from '../../parts/player.js';
import { Balance } from '../../parts/races.js';
import { useUi } from '../../ui.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleLeagueQuery['league']>;

/** The top of the board of a private league, which the site does not show; the whole board is a file. */
export function PrivateBoard({ league }: { readonly league: League }) {
  const { t, format } = useUi();
  const { slug, standings } = league;
  const races = isRacingLeague(league);
  if (standings.nodes.length === 0) return null;
  return (
    <section>
      <h2>{t.board}</h2>
      <table class="board" aria-label={t.board}>
        <TableHead
          columns={[[t.rank, 'number'], t.player, [t.rating, 'number'], [races ? t.starts : t.record, 'number']]}
        />
        <tbody>
          {standings.nodes.map(({ rank, player, rating }) => (
            <tr>
              <td class="number">{rank === null ? t.none : format.count(rank)}</td>
              <th scope="row">
                <a href={places.player(slug, player.handle)}>
                  <Name name={nameOf(player)} />
                </a>
              </th>
              <td class="number value">
                <Shown display={rating.display} />
              </td>
              <td class="number">
                <Balance races={races} of={rating} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="facts">
        <Downloads address={`${places.league(slug)}/board`} />
      </p>
    </section>
  );
}
