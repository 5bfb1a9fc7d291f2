import type { LeagueHeadingFragment } from '../operations.js';
import { urls, withQuery } from '../page.js';
import { isolated, useUi } from '../ui.js';
import { LeagueHeader } from './league.js';
import { Face, Name, type Named, nameOf } from './player.js';
import { type ListedMatch, MatchList } from './sides.js';

interface UnratedProps {
  readonly league: LeagueHeadingFragment;
  readonly player: Named;
  /** The newest ones. */
  readonly matches: { readonly totalCount: number; readonly nodes: readonly ListedMatch[] };
}

/** A player whom the league does not rate, such as a guest: their matches. */
export function Unrated({ league, player, matches: { nodes, totalCount } }: UnratedProps) {
  const { t, format } = useUi();
  const { slug } = league;
  const name = nameOf(player);
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <section class="summary">
        <h1>
          <Face handle={player.handle} isLarge />
          <Name name={name} />
        </h1>
        {name !== player.handle && <p class="facts quiet">{player.handle}</p>}
      </section>
      <p>{t.unratedHere(isolated(name))}</p>
      <section>
        <h2>{t.matches(totalCount, format.count(totalCount))}</h2>
        <MatchList slug={slug} matches={nodes} of={[player.handle.toLowerCase()]} />
      </section>
      <p class="pages">
        <a href={withQuery(urls.matches(slug), new URLSearchParams(), { player: player.handle })}>{t.allMatches}</a>
        <a href={urls.person(player.handle)}>{t.allLeagues}</a>
      </p>
    </>
  );
}
