import { useUi } from '../ui.js';
import { urls } from '../urls.js';
import { LeagueTag } from './league.js';
import { type ListedSide, Sides } from './sides.js';
import { Time } from './time.js';

/** A match as a list shows it. */
export interface ListedMatch {
  readonly externalId: string;
  readonly playedAt: string;
  readonly status: 'RATED' | 'VOID';
  readonly version: number;
  readonly sides: readonly ListedSide[];
}

interface MatchLineProps {
  readonly slug: string;
  readonly match: ListedMatch;
  /** Named in lists of several leagues. */
  readonly league?: { readonly slug: string; readonly name: string; readonly timeZone: string };
  /** Handles of players who are shown in any case. */
  readonly of?: readonly string[];
}

/** A match in the log, with a link to its page. */
export function MatchLine({ slug, match, league, of }: MatchLineProps) {
  const { t } = useUi();
  const { externalId, playedAt, status, version, sides } = match;
  return (
    <li class={status === 'VOID' ? 'void' : undefined}>
      <a class="when" href={urls.match(slug, externalId)}>
        <Time at={playedAt} form="minute" {...(league && { zone: league.timeZone })} />
      </a>
      {league && <LeagueTag league={league} />}
      <Sides slug={slug} sides={sides} {...(of && { of })} />
      <span class="flags">
        {status === 'VOID' && <span class="flag">{t.voided}</span>}
        {status === 'RATED' && version > 1 && <span class="flag">{t.corrected}</span>}
      </span>
    </li>
  );
}
