import { SiteDuelDocument, type SiteDuelQuery } from '../operations.js';
import { definePage, isRacingLeague, urls, type ViewProps, withQuery } from '../page.js';
import { Delta, Shares, Time } from '../parts/elements.js';
import { LeagueHeader, RestNotice } from '../parts/league.js';
import { Name, type Named, nameOf, PlayerLink, Shown } from '../parts/player.js';
import { Balance, Results } from '../parts/rating.js';
import { MatchList, takingPart } from '../parts/sides.js';
import { NEARLY_EVEN } from '../parts/stories.js';
import type { Texts } from '../texts/en/site.js';
import { isolated, useUi } from '../ui.js';

type League = NonNullable<SiteDuelQuery['league']>;
type Rating = NonNullable<League['left']>;
type HeadToHead = NonNullable<League['headToHead']>;
type Prediction = NonNullable<League['prediction']>;

interface Competitor {
  readonly player: Named;
  /** Null: they take part without one, as guests do. */
  readonly rating: Rating | null;
}

interface Duel {
  readonly league: League;
  readonly left: Competitor;
  readonly right: Competitor;
}

/** Two players side by side: their record, their chances, and the effect of each outcome now. */
export const duel = definePage({
  path: '/l/:league/vs/:player/:opponent',
  document: SiteDuelDocument,
  variables: ({ params }) => ({
    league: params.league!,
    player: params.player!,
    opponent: params.opponent!,
    sides: [[params.player!], [params.opponent!]],
  }),
  optional: ['league.headToHead', 'league.prediction'],
  find: ({ league }, { params }): Duel | null => {
    if (!league) return null;
    const competitorOf = (rating: Rating | null, handle: string): Competitor | null => {
      const player = rating?.player ?? takingPart(league.meetings.nodes, handle);
      return player && { player, rating };
    };
    const left = competitorOf(league.left, params.player!);
    const right = competitorOf(league.right, params.opponent!);
    return left && right && left.player.handle !== right.player.handle ? { league, left, right } : null;
  },
  head: ({ league, left, right }, { t }) => {
    const [one, other] = [nameOf(left.player), nameOf(right.player)];
    return {
      title: `${t.duelTitle(one, other)} · ${league.name}`,
      description: t.duelDescription(one, other, league.name),
    };
  },
  View: Duel,
});

function Duel({ model: { league, left, right } }: ViewProps<Duel>) {
  const { t } = useUi();
  const { slug, headToHead, prediction } = league;
  const names = [nameOf(left.player), nameOf(right.player)] as const;
  const races = isRacingLeague(league);
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <h1>{t.duelTitle(isolated(names[0]), isolated(names[1]))}</h1>
      <RestNotice league={league} />
      <section class="versus">
        <Corner slug={slug} competitor={left} races={races} />
        <div class="score">{headToHead && <Score record={headToHead} />}</div>
        <Corner slug={slug} competitor={right} races={races} />
      </section>
      {left.rating && right.rating && (
        <section class="predicted">
          <h2>{t.ifTheyPlayed}</h2>
          {prediction ? (
            <Forecast prediction={prediction} names={names} canDraw={league.hasDraws} />
          ) : (
            <p class="quiet">{t.noPrediction}</p>
          )}
        </section>
      )}
      <Meetings league={league} left={left} right={right} />
      {left.rating && right.rating && (
        <p class="pages">
          <a href={urls.compare(slug, [left.player.handle, right.player.handle])}>{t.onOneChart}</a>
        </p>
      )}
    </>
  );
}

function Score({ record: { matches, wins, draws, losses, lastPlayedAt } }: { readonly record: HeadToHead }) {
  const { t, format } = useUi();
  if (matches === 0) return <p>{t.neverMet}</p>;
  const counts = [wins, draws, losses].map(format.count) as [string, string, string];
  return (
    <>
      <p class="big" role="img" aria-label={t.recordLong(...counts)}>
        {counts[0]} : {counts[2]}
      </p>
      {draws > 0 && <p class="quiet">{t.draws(draws, counts[1])}</p>}
      <p class="quiet">
        {t.lastMet} <Time at={lastPlayedAt} />
      </p>
    </>
  );
}

interface ForecastProps {
  readonly prediction: Prediction;
  readonly names: readonly [string, string];
  readonly canDraw: boolean;
}

function Forecast({ prediction, names, canDraw }: ForecastProps) {
  const { t, format } = useUi();
  return (
    <>
      <p>{duelVerdict(prediction, names, t)}</p>
      <Shares shares={prediction.sides.map(({ winProbability }) => winProbability)} />
      <ol>
        {names.map((name, index) => (
          <li>
            <Name name={name} /> <strong>{format.chance(prediction.sides[index]!.winProbability)}</strong>
          </li>
        ))}
      </ol>
      {prediction.ifOutcome && <Outcomes outcomes={prediction.ifOutcome} names={names} canDraw={canDraw} />}
    </>
  );
}

/** The chances from which a favourite is slight, clear, and very clear. */
const FAVOURED = [NEARLY_EVEN, 0.65, 0.8];

/** The forecast in words. */
function duelVerdict({ sides }: Prediction, names: readonly [string, string], t: Texts): string {
  const [left, right] = sides.map(({ winProbability }) => winProbability) as [number, number];
  const name = isolated(left > right ? names[0] : names[1]);
  const degree = FAVOURED.filter((least) => Math.max(left, right) >= least).length;
  return t.verdicts[degree]!(name);
}

interface CornerProps {
  readonly slug: string;
  readonly competitor: Competitor;
  readonly races: boolean;
}

function Corner({ slug, competitor: { player, rating }, races }: CornerProps) {
  const { t, format } = useUi();
  if (!rating) {
    return (
      <div class="corner">
        <PlayerLink slug={slug} player={player} />
        <strong class="big">{t.none}</strong>
        <span class="quiet">{t.unranked}</span>
      </div>
    );
  }
  const { rank, display } = rating;
  return (
    <div class="corner">
      <PlayerLink slug={slug} player={player} />
      <strong class="big">
        <Shown display={display} />
      </strong>
      <span class="quiet">{rank === null ? t.unranked : t.rankOf(format.count(rank))}</span>
      <Balance races={races} of={rating} />
      {!races && <Results results={rating.form} />}
    </div>
  );
}

/** The newest matches in which they were on different sides. */
function Meetings({ league: { slug, meetings }, left, right }: Duel) {
  const { t, format } = useUi();
  const { nodes, totalCount } = meetings;
  const handles = [left.player.handle, right.player.handle] as const;
  if (nodes.length === 0) return null;
  return (
    <section>
      <h2>{t.meetings}</h2>
      <MatchList slug={slug} matches={nodes} of={handles.map((handle) => handle.toLowerCase())} />
      {totalCount > nodes.length && (
        <p class="pages">
          <a
            href={withQuery(urls.matches(slug), new URLSearchParams({ status: 'RATED' }), {
              player: handles[0],
              opponent: handles[1],
            })}
          >
            {t.allMeetings(format.count(totalCount))}
          </a>
        </p>
      )}
    </section>
  );
}

interface OutcomesProps {
  readonly outcomes: NonNullable<Prediction['ifOutcome']>;
  readonly names: readonly [string, string];
  readonly canDraw: boolean;
}

function Outcomes({ outcomes, names, canDraw }: OutcomesProps) {
  const { t, format } = useUi();
  const title = ([left, right]: readonly number[]) =>
    left === right ? t.ifDraw : t.ifWins(isolated(left === 1 ? names[0] : names[1]));
  // In some games a draw is impossible: then nobody has one.
  const shown = outcomes.filter(({ placements: [left, right] }) => left !== right || canDraw);
  return (
    <table class="outcomes" aria-label={t.ifTheyPlayed}>
      <thead>
        <tr>
          <td />
          {names.map((name) => (
            <th scope="col" class="number">
              <Name name={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ placements, changes }) => (
          <tr>
            <th scope="row">{title(placements)}</th>
            {changes.map(({ after, delta }) => (
              <td class="number">
                <Delta delta={delta} />{' '}
                <span class="quiet">{after.value === null ? t.none : format.points(after.value)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
