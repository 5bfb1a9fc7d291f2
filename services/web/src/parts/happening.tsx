import type { SiteBoardQuery } from '../operations.js';
import { type PageRequest, urls } from '../page.js';
import { dayIn, plusDays, startOf, type Ui, useUi } from '../ui.js';
import { Delta, Time } from './elements.js';
import { LeagueTag } from './league.js';
import { type Named, nameOf, PlayerLink } from './player.js';
import { type ListedSide, MatchList, shortLineOf } from './sides.js';

/** The league of an event. Lists of one league do not name it. */
interface Place {
  readonly league: { readonly slug: string; readonly name: string; readonly timeZone?: string };
  readonly isNamed?: boolean;
}

interface Climber extends Place {
  readonly player: Named;
  readonly change: number | null;
}

/** The players with the largest gains. An empty block is omitted, as are the empty ones below. */
export function Climbers({ climbers }: { readonly climbers: readonly Climber[] }) {
  const { t } = useUi();
  if (climbers.length === 0) return null;
  return (
    <section>
      <h2>{t.orderBy.CLIMBERS}</h2>
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
              <small>{t.boards.expected(format.chance(expectedShare({ expectedScore, opponentCount })))}</small>
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

/** Days whose matches are drawn. */
const DAYS = 90;
const DAY = 86_400_000;

/** The first drawn day, in the league's time zone. */
function firstDay({ now, zone }: PageRequest): string {
  return plusDays(dayIn(now, zone), 1 - DAYS);
}

/** The time from which matches are drawn. */
export function activeFrom(request: PageRequest): string {
  return startOf(firstDay(request), request.zone);
}

interface NowProps {
  readonly league: League;
  readonly request: PageRequest;
}

/** The latest events in a league, beside its board. */
export function LeagueNow({ league, request }: NowProps) {
  const { t } = useUi();
  const { slug, newest, movers = [], upsets = [], corrections } = league;
  const own = { league, isNamed: false };
  return (
    <>
      {newest && newest.nodes.length > 0 && (
        <section>
          <h2>{t.newestResults}</h2>
          <MatchList slug={slug} matches={newest.nodes} />
          <p>
            <a href={urls.matches(slug)}>{t.allMatches}</a>
          </p>
        </section>
      )}
      <Climbers climbers={movers.map((mover) => ({ ...own, ...mover }))} />
      <Upsets upsets={upsets.map((upset) => ({ ...own, ...upset }))} />
      <Records league={league} now={request.now} />
      <Activity league={league} request={request} />
      <Corrections corrections={(corrections?.nodes ?? []).map((correction) => ({ ...own, ...correction }))} />
    </>
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

/** Matches by day, as bars, with their sum in words. */
function Activity({ league: { activity = [] }, request }: NowProps) {
  const { t, format } = useUi();
  if (activity.length === 0) return null;
  const start = Date.parse(firstDay(request));
  const most = Math.max(...activity.map(({ count }) => count));
  const sum = activity.reduce((total, { count }) => total + count, 0);
  const bars = activity.map(({ day, count }) => `M${(Date.parse(day) - start) / DAY} ${most}v-${count}h.75v${count}z`);
  return (
    <section>
      <h2>{t.activity}</h2>
      <svg class="pulse" viewBox={`0 0 ${DAYS} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bars.join('')} />
      </svg>
      <p class="quiet">{t.boards.inDays(sum, format.count(sum), format.count(DAYS), format.count(most))}</p>
    </section>
  );
}
