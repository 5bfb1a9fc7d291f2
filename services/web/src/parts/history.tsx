import type { SitePlayerQuery } from '../operations.js';
import { urls } from '../page.js';
import { useUi } from '../ui.js';
import { Delta, joined, NextPage, Time } from './elements.js';
import { type Named, PlayerLink } from './player.js';
import { Places, Points, placingWords, Results } from './rating.js';
import { Why } from './why.js';

type Rating = NonNullable<NonNullable<SitePlayerQuery['league']>['rating']>;
type Change = Rating['history']['nodes'][number];

/** A line names at most this many opponents. */
const NAMED = 3;

/** Opponents by name. */
export function Against({ slug, opponents }: { readonly slug: string; readonly opponents: readonly Named[] }) {
  const { t, format } = useUi();
  const more = opponents.length - NAMED;
  return (
    <>
      {joined(opponents.slice(0, NAMED).map((opponent) => <PlayerLink slug={slug} player={opponent} />))}
      {more > 0 && ` ${t.andOthers(format.count(more))}`}
    </>
  );
}

interface HistoryProps {
  readonly slug: string;
  readonly rating: Rating;
  /** Of the page. */
  readonly query: URLSearchParams;
}

/** What each match did to a rating, and why. */
export function History({ slug, rating: { player, history }, query }: HistoryProps) {
  const { t } = useUi();
  return (
    <section>
      <h2>{t.history}</h2>
      {history.nodes.length === 0 && <p>{t.noHistory}</p>}
      <ol class="history">
        {history.nodes.map((change) => (
          <HistoryLine slug={slug} change={change} />
        ))}
      </ol>
      <NextPage
        path={urls.player(slug, player.handle)}
        query={query}
        pageInfo={history.pageInfo}
        words={t.olderChanges}
      />
    </section>
  );
}

interface HistoryLineProps {
  readonly slug: string;
  readonly change: Change;
}

function HistoryLine({ slug, change }: HistoryLineProps) {
  const ui = useUi();
  const { match, after, delta, result, placing, contributions } = change;
  return (
    <li>
      <a class="when" href={urls.match(slug, match.externalId)}>
        <Time at={match.playedAt} />
      </a>
      <span class="who">
        {placing ? <Places placings={[placing]} /> : <Results results={[result]} />}{' '}
        {placing ? (
          <span>{placingWords(placing, ui)}</span>
        ) : (
          <Against slug={slug} opponents={contributions.map(({ opponent }) => opponent)} />
        )}
      </span>
      <Delta delta={delta} />
      <span class="value">
        <Points value={after.value} />
      </span>
      <Why slug={slug} change={change} />
    </li>
  );
}
