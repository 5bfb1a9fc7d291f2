import { canPicture } from '../card/cards.js';
import { SitePlayerDocument, type SitePlayerQuery } from '../operations.js';
import {
  definePage,
  enumParam,
  given,
  isRacingLeague,
  type PageRequest,
  urls,
  type ViewProps,
  withQuery,
} from '../page.js';
import { Calendar } from '../parts/calendar.js';
import { Chart, RankChart } from '../parts/chart.js';
import { itemType, playerTypeOf } from '../parts/competitors.js';
import { Delta, Fact, Table, Time } from '../parts/elements.js';
import { Pulse } from '../parts/happening.js';
import { careerTerms, Downloads, LeagueHeader, Legend, RestNotice } from '../parts/league.js';
import {
  Country,
  Face,
  Name,
  type Named,
  nameOf,
  ofCountry,
  PlayerLink,
  PlayerLinks,
  Shown,
  standingIn,
} from '../parts/player.js';
import { PlacesChart, Titles } from '../parts/race.js';
import {
  Balance,
  isInPoints,
  NewestResults,
  PlaceCounts,
  Points,
  RaceNumbers,
  Spread,
  whyProvisional,
} from '../parts/rating.js';
import { takingPart } from '../parts/sides.js';
import { careerStory, Story, textOf } from '../parts/stories.js';
import { CompareForm } from '../parts/suggestions.js';
import { Unrated } from '../parts/unrated.js';
import { Against, History } from '../parts/why.js';
import { useUi } from '../ui.js';

type League = NonNullable<SitePlayerQuery['league']>;
type Rating = NonNullable<League['rating']>;

interface Career {
  readonly league: League;
  readonly rating: Rating;
}

/** A player with matches in the league, but no rating. */
interface Guest {
  readonly league: League;
  readonly rating: null;
  readonly player: Named;
  readonly matches: NonNullable<League['appearances']>;
}

/** Sentences of a career in previews; the first one is in the description. */
const MAX_PREVIEWED = 2;

/** A player in a league: their rank and rating, their career, and the reason for every change of their rating. */
export const player = definePage({
  path: '/l/:league/p/:player',
  document: SitePlayerDocument,
  variables: (request) => ({
    league: request.params.league!,
    player: request.params.player!,
    after: given(request, 'after'),
    races: request.isRacing,
    ranks: shownView(request) === 'rank',
    locale: request.language,
  }),
  lighter: [
    { opponents: false, first: 5, titles: false },
    { opponents: false, first: 5, titles: false, isLong: true },
  ],
  again: ({ league }) => (league && !league.rating ? { isUnrated: true } : null),
  find: ({ league }, { params }): Career | Guest | null => {
    if (!league) return null;
    const { rating, appearances: matches } = league;
    if (rating) return { league, rating };
    const player = takingPart(matches?.nodes ?? [], params.player!);
    return matches && player ? { league, rating, player, matches } : null;
  },
  head: (model, ui, { query }) => {
    const { t } = ui;
    const { league, rating } = model;
    if (rating === null) {
      const name = nameOf(model.player);
      return { title: `${name} · ${league.name}`, description: t.unratedHere(name), isUnlisted: true };
    }
    const name = nameOf(rating.player);
    return {
      title: `${name} · ${league.name}`,
      description: [
        standingIn(league.name, name, rating.rank, rating.display, ui),
        textOf(careerStory(league.slug, rating, ui).slice(1, 1 + MAX_PREVIEWED)),
      ].join(' '),
      isUnlisted: query.size > 0,
      isCard: true,
      scripts: ['chart'],
      picture: canPicture(league.name, rating.player)
        ? urls.playerPicture(league.slug, rating.player.handle)
        : undefined,
    };
  },
  View: Player,
});

/** The view of the chart; undefined: the rating. @throws BadQuery */
function shownView(request: PageRequest) {
  return enumParam(request, 'chart', ['rank']);
}

function Player({ model, request }: ViewProps<Career | Guest>) {
  return model.rating ? <Rated model={model} request={request} /> : <Unrated {...model} />;
}

function Rated({ model: { league, rating }, request }: ViewProps<Career>) {
  const ui = useUi();
  const { t } = ui;
  const { slug } = league;
  const isFirst = given(request, 'after') === undefined;
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <RestNotice league={league} />
      <Summary league={league} rating={rating} now={request.now} />
      {isFirst && <Pulse days={rating.activity} request={request} />}
      <Legend terms={careerTerms(isRacingLeague(league))} slug={slug} />
      {isFirst && (
        <>
          <Titles league={league} player={rating.player} />
          <div class="cols">
            <div>
              <Views slug={slug} rating={rating} />
              <PlacesChart changes={rating.history.nodes} />
              {!rating.mostPlayed && (
                <p class="quiet">{t.leftOut(rating.recentPlaces !== undefined && rating.raceCount === undefined)}</p>
              )}
            </div>
            <aside class="beside">
              <Story title={t.stories.soFar} sentences={careerStory(slug, rating, ui)} />
            </aside>
          </div>
          <Numbers slug={slug} rating={rating} />
          <Opponents slug={slug} rating={rating} />
          {rating.activity.length > 0 && (
            <section>
              <h2>{t.activity}</h2>
              <p class="quiet">{t.activityWhy}</p>
              <Calendar days={rating.activity} />
            </section>
          )}
        </>
      )}
      <History slug={slug} rating={rating} query={request.query} placePoints={league.placePoints} />
      <CompareForm slug={slug} handles={[rating.player.handle]} />
      <p class="facts">
        <Downloads address={`${urls.player(slug, rating.player.handle)}/history`} />
      </p>
      <p class="pages">
        <a href={withQuery(urls.matches(slug), new URLSearchParams(), { player: rating.player.handle })}>
          {t.allMatches}
        </a>
        <a href={urls.person(rating.player.handle)}>{t.allLeagues}</a>
      </p>
    </>
  );
}

/** The chart of the rating, or of the rank, with a link to the other one. */
function Views({ slug, rating }: { readonly slug: string; readonly rating: Rating }) {
  const { t } = useUi();
  const { player, rankSeries, series } = rating;
  const name = nameOf(player);
  const address = urls.player(slug, player.handle);
  if (series.length < 2) return null;
  return (
    <section>
      <nav class="facts" aria-label={t.stories.views}>
        {rankSeries ? <a href={address}>{t.rating}</a> : <b aria-current="true">{t.rating}</b>}
        {rankSeries ? <b aria-current="true">{t.rank}</b> : <a href={`${address}?chart=rank`}>{t.rank}</a>}
      </nav>
      {rankSeries ? (
        <RankChart player={player} points={rankSeries} label={t.stories.rankOf(name)} />
      ) : (
        <Chart slug={slug} lines={[{ player, points: series }]} label={t.chartOf(name)} isInTenths />
      )}
    </section>
  );
}

function Summary({ league, rating, now }: Career & { readonly now: Date }) {
  const ui = useUi();
  const { t, format } = ui;
  const { player, rank, display, value, deviation, percentile, isHidden, matchesPlayed, wins } = rating;
  const name = nameOf(player);
  const [newest] = rating.newest.nodes;
  const races = isRacingLeague(league);
  const standing = () => {
    if (isHidden) return t.hidden;
    if (rank === null || percentile === null) {
      const why = whyProvisional(league, rating, now, ui);
      return why === null ? t.unranked : t.named(t.provisional, why);
    }
    const share = rank === 1 ? t.leads : t.percentile(format.percent(percentile / 100));
    return <a href={withQuery(urls.stats(league.slug), new URLSearchParams(), { player: player.handle })}>{share}</a>;
  };
  return (
    <section class="summary" itemscope itemtype={itemType(playerTypeOf(newest?.match.sides ?? [], player.handle))}>
      <h1>
        <Face handle={player.handle} isLarge />
        <span itemprop="name">
          <Name name={name} />
        </span>
      </h1>
      {(name !== player.handle || player.country || player.links.length > 0) && (
        <p class="facts">
          {name !== player.handle && <span class="quiet">{player.handle}</span>}
          {player.country && (
            <a href={ofCountry(league.slug, player.country)} rel="nofollow">
              <Country code={player.country} />
            </a>
          )}
          <PlayerLinks links={player.links} />
        </p>
      )}
      <dl class="figures">
        <div>
          <dt>{t.rating}</dt>
          <dd class="big">
            <Shown display={isInPoints(rating, format) ? value!.toFixed(1) : display} />
          </dd>
          {deviation !== null && value !== null && (
            <dd class="quiet">
              <Spread rating={rating} isInTenths />
            </dd>
          )}
        </div>
        <div>
          <dt>{t.rank}</dt>
          <dd class="big">{rank === null ? t.none : format.count(rank)}</dd>
          <dd class="quiet">{standing()}</dd>
        </div>
        <div>
          <dt>{races ? t.starts : t.record}</dt>
          <dd class="big">
            <Balance races={races} of={rating} />
          </dd>
          <dd class="quiet">
            {[
              !races && t.matches(matchesPlayed, format.count(matchesPlayed)),
              matchesPlayed > 0 && t.wonShare(format.percent(wins / matchesPlayed)),
            ]
              .filter(Boolean)
              .join(', ')}
          </dd>
        </div>
        <div class="recent">
          <dt>{races ? t.places : t.form}</dt>
          <dd>
            <NewestResults rating={rating} />
          </dd>
          {rating.lastPlayedAt && (
            <dd class="quiet">
              <Time at={rating.lastPlayedAt} />
            </dd>
          )}
        </div>
      </dl>
    </section>
  );
}

const NO_STREAKS = { current: null, longestWinning: null, longestLosing: null };

function Numbers({ slug, rating }: { readonly slug: string; readonly rating: Rating }) {
  const { t, format } = useUi();
  const { peak, peakMatch, lowest, streaks } = rating;
  const streakOf = ({ result, matches }: { result: 'WIN' | 'DRAW' | 'LOSS'; matches: number }) =>
    t.streak(matches, format.count(matches), result);
  const { current, longestWinning, longestLosing } = streaks ?? NO_STREAKS;
  return (
    <dl class="numbers">
      {peak !== null && (
        <Fact name={t.peak}>
          <Points value={peak} />{' '}
          {peakMatch && (
            <a href={urls.match(slug, peakMatch.externalId)}>
              <Time at={peakMatch.playedAt} />
            </a>
          )}
        </Fact>
      )}
      {lowest !== null && (
        <Fact name={t.lowest}>
          <Points value={lowest} />
        </Fact>
      )}
      <RaceNumbers figures={rating} />
      {current && <Fact name={t.currentStreak}>{streakOf(current)}</Fact>}
      {longestWinning && (
        <Fact name={t.bestStreak}>
          {streakOf({ ...longestWinning, result: 'WIN' })} <Span from={longestWinning.from} to={longestWinning.to} />
        </Fact>
      )}
      {longestLosing && (
        <Fact name={t.worstStreak}>
          {streakOf({ ...longestLosing, result: 'LOSS' })} <Span from={longestLosing.from} to={longestLosing.to} />
        </Fact>
      )}
    </dl>
  );
}

function Span({ from, to }: { readonly from: string; readonly to: string }) {
  const { format } = useUi();
  return (
    <span class="quiet span">
      <Time at={from} />
      {format.day(from) !== format.day(to) && (
        <>
          {' '}
          – <Time at={to} />
        </>
      )}
    </span>
  );
}

function Opponents({ slug, rating }: { readonly slug: string; readonly rating: Rating }) {
  const { t, format } = useUi();
  const { mostPlayed, bestWins, worstDefeats, placeCounts, raceCount, player } = rating;
  if (!mostPlayed || mostPlayed.nodes.length === 0) return <PlaceCounts counts={placeCounts} races={raceCount} />;
  const hasExpected = mostPlayed.nodes.some(({ expected }) => expected !== null);
  const hasPoints = mostPlayed.nodes.some(({ points }) => points !== null);
  return (
    <section class="opponents">
      <div>
        <h2>{t.opponents}</h2>
        <Table
          label={t.opponents}
          rows={mostPlayed.nodes}
          columns={[
            [t.mostPlayed, ({ opponent }) => <PlayerLink slug={slug} player={opponent} />],
            [
              raceCount === undefined ? t.record : t.aheadRecord,
              (record) => (
                <a href={urls.duel(slug, player.handle, record.opponent.handle)}>
                  <Balance of={record} />
                </a>
              ),
              'number',
            ],
            hasExpected && [
              t.expected,
              ({ expected }) => expected !== null && format.expected(expected),
              'number medium',
            ],
            hasPoints && [t.points, ({ points }) => <Delta delta={points} />, 'number'],
            [t.lastMet, ({ lastPlayedAt }) => <Time at={lastPlayedAt} />, 'number wide'],
          ]}
        />
      </div>
      <div>
        <PlaceCounts counts={placeCounts} races={raceCount} />
        <Notable slug={slug} title={t.bestWins} changes={bestWins ?? []} />
        <Notable slug={slug} title={t.worstDefeats} changes={(worstDefeats ?? []).filter(isPainful)} />
      </div>
    </section>
  );
}

/** In a match of many sides, one that did not win may have gained. */
function isPainful({ delta }: NotableProps['changes'][number]): boolean {
  return delta === null || delta < 0;
}

interface NotableProps {
  readonly slug: string;
  readonly title: string;
  readonly changes: NonNullable<Rating['bestWins']>;
}

function Notable({ slug, title, changes }: NotableProps) {
  const { format } = useUi();
  if (changes.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ol class="notable">
        {changes.map(({ match, delta, contributions }) => (
          <li>
            <span>
              <Against slug={slug} opponents={contributions.map(({ opponent }) => opponent)} />{' '}
              {contributions.length === 1 && contributions[0]!.opponentValue !== null && (
                <span class="quiet">{format.tenths(contributions[0]!.opponentValue)}</span>
              )}
            </span>
            <Delta delta={delta} />
            <a href={urls.match(slug, match.externalId)}>
              <Time at={match.playedAt} />
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
