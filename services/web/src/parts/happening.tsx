import type { SiteBoardQuery } from '../operations.js';
import { type PageRequest, urls, withQuery } from '../page.js';
import { dayIn, plusDays, startOf, type Ui, useUi } from '../ui.js';
import { Bars, type BarsProps, countsOf, Delta, Shares, Table, Time } from './elements.js';
import { LeagueTag } from './league.js';
import { accentOf, CountryTag, type Named, nameOf, PlayerLink, Shown } from './player.js';
import { NewestResults, sparkOf } from './rating.js';
import { type ListedSide, MatchList, shortLineOf } from './sides.js';

/** The league of an event. Lists of one league do not name it. */
interface Place {
  readonly league: {
    readonly slug: string;
    readonly name: string;
    readonly hue?: number | null;
    readonly timeZone?: string;
  };
  readonly isNamed?: boolean;
}

interface Climber extends Place {
  readonly player: Named;
  readonly change: number | null;
  readonly recentValues: readonly number[];
}

/** The players with the largest gains. An empty block is omitted, as are the empty ones below. */
export function Climbers({ climbers }: { readonly climbers: readonly Climber[] }) {
  const { t } = useUi();
  if (climbers.length === 0) return null;
  return (
    <section>
      <h2>{t.orderBy.CLIMBERS}</h2>
      <ul class="notes">
        {climbers.map(({ player, change, recentValues, ...place }) => (
          <li class="climber">
            <PlayerLink slug={place.league.slug} player={player} />
            <span dangerouslySetInnerHTML={{ __html: sparkOf(recentValues) }} />
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
  readonly opponentCount: number;
}

/** The expected score of a winner, against each opponent on average. */
export function expectedShare({
  expectedScore,
  opponentCount,
}: Pick<Upset, 'expectedScore' | 'opponentCount'>): number {
  return expectedScore / opponentCount;
}

/** The least expected wins, each with the expected score of the winner. */
export function Upsets({ upsets }: { readonly upsets: readonly Upset[] }) {
  const { t, format } = useUi();
  if (upsets.length === 0) return null;
  return (
    <section>
      <h2>{t.upsets}</h2>
      <ul class="notes">
        {upsets.map(({ match, expectedScore, opponentCount, ...place }) => (
          <li>
            <a href={urls.match(place.league.slug, match.externalId)}>{shortLineOf(match.sides, t, format.decimal)}</a>
            {match.sides.length === 2 && (
              <>
                <small>{t.boards.expected(format.chance(expectedShare({ expectedScore, opponentCount })))}</small>
                <Shares shares={[expectedScore / opponentCount, 1 - expectedScore / opponentCount]} />
              </>
            )}
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

/** The latest corrections. */
export function Corrections({ corrections }: { readonly corrections: readonly Correction[] }) {
  const { t, format } = useUi();
  if (corrections.length === 0) return null;
  return (
    <section>
      <h2>{t.corrections}</h2>
      <ul class="notes">
        {corrections.map(({ match, action, matchCount, changeCount, largestChange, at, ...place }) => (
          <li>
            <a href={match ? urls.match(place.league.slug, match.externalId) : urls.league(place.league.slug)}>
              {matchCount !== null && Object.hasOwn(t.manyCorrected, action)
                ? t.manyCorrected[action]!(matchCount)
                : (t.console.audit.actions[action] ?? t.correction)}
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

type League = NonNullable<SiteBoardQuery['league']>;

/** Weeks of which the matches are drawn. */
const WEEKS = 52;
const DAY = 86_400_000;
const WEEK = 7 * DAY;

/** The first of this many days, the last of which is today in the league's time zone. */
function firstDay({ now, zone }: PageRequest, days: number): string {
  return plusDays(dayIn(now, zone), 1 - days);
}

/** The time from which matches are drawn. */
export function activeFrom(request: PageRequest): string {
  return startOf(firstDay(request, 7 * WEEKS), request.zone);
}

interface NowProps {
  readonly league: League;
  readonly request: PageRequest;
}

/** What happens in a league now, above its board. */
export function LeagueNow({ league }: Pick<NowProps, 'league'>) {
  const { t } = useUi();
  const { slug, newest, pairings = [] } = league;
  return (
    <>
      {pairings.length > 0 && (
        <section>
          <h2>{t.boards.playing}</h2>
          <ul class="playing">
            {pairings.map((pairing) => (
              <Pairing slug={slug} pairing={pairing} />
            ))}
          </ul>
        </section>
      )}
      {newest && newest.nodes.length > 0 && (
        <section>
          <h2>{t.newestResults}</h2>
          <MatchList slug={slug} matches={newest.nodes} />
          <p>
            <a href={urls.matches(slug)}>{t.allMatches}</a>
          </p>
        </section>
      )}
    </>
  );
}

/** What stands out in a league, below its board. */
export function LeagueNotes({ league, request }: NowProps) {
  const { movers = [], upsets = [], corrections } = league;
  const own = { league, isNamed: false };
  return (
    <>
      <TitleRace league={league} />
      <Climbers climbers={movers.map((mover) => ({ ...own, ...mover }))} />
      <Upsets upsets={upsets.map((upset) => ({ ...own, ...upset }))} />
      <Records league={league} now={request.now} />
      <Corrections corrections={(corrections?.nodes ?? []).map((correction) => ({ ...own, ...correction }))} />
    </>
  );
}

/** The players with the most points of races: points reward places, and ratings predict them. */
function TitleRace({ league: { slug, title } }: { readonly league: League }) {
  const { t, format } = useUi();
  const places = (title?.nodes ?? []).filter(({ rating }) => rating.points);
  const [first] = places;
  if (!first) return null;
  const behind = (points: number) =>
    points === first.rating.points ? t.none : format.decimal(points - first.rating.points!);
  return (
    <section>
      <h2>{t.boards.title}</h2>
      <Table
        label={t.boards.title}
        rows={places}
        columns={[
          [t.player, ({ player }) => <PlayerLink slug={slug} player={player} />],
          [t.racePoints, ({ rating }) => format.decimal(rating.points!), 'number'],
          [t.boards.termNames.behind, ({ rating }) => behind(rating.points!), 'number'],
        ]}
      />
      <p>
        <a href={withQuery(urls.league(slug), new URLSearchParams(), { order: 'POINTS' })} rel="nofollow">
          {t.orderBy.POINTS}
        </a>
      </p>
    </section>
  );
}

interface PairingProps {
  readonly slug: string;
  readonly pairing: {
    readonly pairedAt: string;
    readonly tickets: readonly { readonly winProbability: number | null; readonly player: Named }[];
    readonly stakes: readonly { readonly win: number | null; readonly loss: number | null }[] | null;
  };
  /** Named in lists of several leagues. */
  readonly league?: Place['league'];
}

/** Two players whom the queue has paired, with their chances, what is at stake, and their page together one click away. */
export function Pairing({ slug, pairing: { pairedAt, tickets, stakes }, league }: PairingProps) {
  const { t, format } = useUi();
  const [one, other] = tickets;
  const chances = tickets.map(({ winProbability }) => winProbability ?? 0.5);
  return (
    <li data-hue={league && accentOf(league)}>
      <p>
        {league && <LeagueTag league={league} />}
        <small>
          {t.boards.pairedSince}{' '}
          <Time at={pairedAt} form="minute" {...(league?.timeZone && { zone: league.timeZone })} />
        </small>
      </p>
      {tickets.map(({ player }, index) => (
        <>
          <PlayerLink slug={slug} player={player} />
          <span class="number">{format.chance(chances[index]!)}</span>
          {stakes?.[index]?.win != null && (
            <small>
              {t.result.WIN} <Delta delta={stakes[index]!.win} /> · {t.result.LOSS}{' '}
              <Delta delta={stakes[index]!.loss} />
            </small>
          )}
        </>
      ))}
      <a href={urls.duel(slug, one!.player.handle, other!.player.handle)} aria-label={t.ifTheyPlayed}>
        <Shares shares={chances} />
      </a>
    </li>
  );
}

interface PodiumProps {
  readonly slug: string;
  readonly places: League['standings']['nodes'];
}

/** The first three, where there are as many. */
export function Podium({ slug, places }: PodiumProps) {
  const { t } = useUi();
  const top = places.filter(({ rank }) => rank !== null && rank <= 3).slice(0, 3);
  if (top.length < 3) return null;
  return (
    <ol class="podium" aria-label={t.podium}>
      {top.map(({ rank, player, rating }) => (
        <li class={`place-${rank}`}>
          <span class="rank" role="img" aria-label={t.rankOf(String(rank))}>
            {rank}
          </span>
          <PlayerLink slug={slug} player={player} />
          <CountryTag code={player.country} slug={slug} />
          <strong class="value">
            <Shown display={rating.display} />
          </strong>
          <NewestResults rating={rating} />
        </li>
      ))}
    </ol>
  );
}

/** So many of the board are drawn with their ranks week by week. */
const DRAWN = 8;

/** The first of the board, with the rank that each had at the end of each week; null if too little was recorded. */
export function topRankLines({ rankLines, standings }: League) {
  const top = standings.nodes.filter(({ rank }) => rank !== null).slice(0, DRAWN);
  if (!rankLines || rankLines.days.length < 2 || top.length < 3) return null;
  const known = new Map(rankLines.lines.map(({ player, ranks }) => [player.handle, ranks ?? []]));
  const lines = top.map((place) => ({
    ...place,
    ranks: [...(known.get(place.player.handle) ?? rankLines.days.map(() => null)), place.rank],
  }));
  return { days: rankLines.days, lines };
}

/** The ranks of the first of the board week by week, as lines that end at their names. */
export function RankLines({
  slug,
  days,
  lines,
}: { readonly slug: string } & NonNullable<ReturnType<typeof topRankLines>>) {
  const { t, format } = useUi();
  // Who was further down comes in at the lower edge, and leaves there.
  const under = lines.length + 0.6;
  const pathOf = (ranks: readonly (number | null)[]) =>
    ranks
      .map((rank, week) => {
        const before = week === 0 ? rank : ranks[week - 1];
        if (rank === null) return before == null ? '' : `L${week} ${under}`;
        return `${before == null ? `M${week - 1} ${under}L` : week === 0 ? 'M' : 'L'}${week} ${Math.min(rank, under)}`;
      })
      .join('');
  return (
    <section class="ranks">
      <header>
        <h2>{t.boards.firstOf(format.count(lines.length), format.calendarDay(days[0]!))}</h2>
        <p class="quiet">{t.boards.weekly}</p>
      </header>
      <svg viewBox={`0 0.5 ${days.length} ${lines.length}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map(({ ranks }) => (
          <path d={pathOf(ranks)} />
        ))}
      </svg>
      <ol>
        {lines.map(({ rank, player, rating, ranks }) => (
          <li>
            <span class="rank">{format.count(rank!)}</span>
            <PlayerLink slug={slug} player={player} />
            <span class="value">
              <Shown display={rating.display} />
            </span>
            <span class="hidden">
              {t.boards.before(ranks.slice(0, -1).map((own) => (own === null ? t.none : format.count(own))))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Led {
  readonly leaderSince?: string | null;
  readonly standings: { readonly nodes: readonly { readonly rank: number | null; readonly player: Named }[] };
}

/** For how many days the leader has led; null on the first one. */
export function leadOf({ leaderSince, standings }: Led, now: Date, { t, format }: Pick<Ui, 't' | 'format'>) {
  const [leader] = standings.nodes;
  const days = leaderSince ? Math.floor((now.getTime() - Date.parse(leaderSince)) / DAY) : 0;
  return leader?.rank === 1 && days > 0 ? t.ledFor(nameOf(leader.player), days, format.count(days)) : null;
}

function Records({ league, now }: { readonly league: League; readonly now: Date }) {
  const ui = useUi();
  const { t, format } = ui;
  const { slug, records } = league;
  const { highestPeak, mostMatches, mostWins } = records ?? {};
  if (!mostMatches) return null;
  const lead = leadOf(league, now, ui);
  const held = [
    highestPeak && ([t.boards.highestPeak, highestPeak.player, format.points(highestPeak.peak!)] as const),
    [t.orderBy.MATCHES, mostMatches.player, format.count(mostMatches.matchesPlayed)] as const,
    mostWins && ([t.orderBy.WINS, mostWins.player, format.count(mostWins.wins)] as const),
  ];
  return (
    <section>
      <h2>{t.boards.records}</h2>
      <ul class="notes">
        {held.map(
          (record) =>
            record && (
              <li>
                <small>{record[0]}</small>
                <PlayerLink slug={slug} player={record[1]} />
                <span class="number">{record[2]}</span>
              </li>
            ),
        )}
      </ul>
      {lead && <p class="quiet">{lead}</p>}
    </section>
  );
}

interface PulseProps {
  readonly days: BarsProps['days'];
  readonly request: PageRequest;
}

/** A year of matches below the name of a league or a player. */
export function Pulse({ days, request }: PulseProps) {
  const { t, format } = useUi();
  const bars = { days, start: Date.parse(firstDay(request, 7 * WEEKS)), bars: WEEKS, span: WEEK };
  const most = Math.max(...countsOf(bars));
  if (most === 0) return null;
  return (
    <div class="year">
      <p class="quiet">{t.boards.pulse(format.count(most))}</p>
      <Bars {...bars} />
    </div>
  );
}
