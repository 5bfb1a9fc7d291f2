import { SiteFrontDocument, type SiteFrontQuery } from '../operations.js';
import { definePage, given, type PageRequest, urls, type ViewProps } from '../page.js';
import { Bars, Delta, NamedLink, NextPage, Table, Time } from '../parts/elements.js';
import { Climbers, Corrections, leadOf, Pairing, Upsets } from '../parts/happening.js';
import { Emblem, LeagueTag } from '../parts/league.js';
import { accentOf, Face, Name, nameOf, PlayerLink, Shown } from '../parts/player.js';
import { whyTopUnranked } from '../parts/rating.js';
import { behindOf, Chance, inOrder, resultOf } from '../parts/sides.js';
import { useUi } from '../ui.js';

type League = SiteFrontQuery['leagues']['nodes'][number];

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** How many climbers, and how many upsets, of all leagues. */
const OF_THE_WEEK = 4;

/** How many leagues the page begins with, by name. */
const LINKED = 8;

/** Days of which a league's card shows the matches. */
const BARS = 30;

/** The midnight with which the day begins in UTC. */
function midnightOf({ now }: PageRequest): number {
  return Math.floor(now.getTime() / DAY) * DAY;
}

/** What has happened, and the leagues with the top of each board, those with the newest matches first. */
export const front = definePage({
  path: '/',
  document: SiteFrontDocument,
  variables: (request) => ({
    after: given(request, 'after'),
    isFirst: given(request, 'after') === undefined,
    // From a midnight on, so that the answer stays the same for a day.
    since: new Date(midnightOf(request) - WEEK).toISOString(),
    activeFrom: new Date(midnightOf(request) - (BARS - 1) * DAY).toISOString(),
  }),
  find: (data) => data,
  head: ({ leagues }, { t, theme }, { query }) => ({
    title: '',
    description: t.frontDescription(leagues.totalCount, theme.name),
    isUnlisted: query.size > 0,
  }),
  View: Front,
});

function Front({ model, request }: ViewProps<SiteFrontQuery>) {
  const { t, theme, format } = useUi();
  const { totals, leagues, newest } = model;
  const { nodes, pageInfo, unreachable } = leagues;
  return (
    <>
      <header class="front">
        <h1>{theme.name}</h1>
        <p>{t.promise}</p>
        {totals && totals.matches > 0 && (
          <p class="facts">
            <span>{t.players(totals.players, format.count(totals.players))}</span>
            <span>{t.matches(totals.matches, format.count(totals.matches))}</span>
          </p>
        )}
        {newest && nodes.length > 1 && (
          <nav class="facts" aria-label={t.leagues}>
            {nodes.slice(0, LINKED).map((league) => (
              <a href={urls.league(league.slug)}>
                <LeagueTag league={league} />
              </a>
            ))}
          </nav>
        )}
      </header>
      {unreachable.length > 0 && <p>{t.someUnreachable}</p>}
      <Playing pairings={model.pairings ?? []} />
      {newest && newest.nodes.length > 0 && <Happening model={model} />}
      {nodes.length === 0 && <p>{t.noLeagues}</p>}
      {nodes.length > 0 && <h2 id="leagues">{t.leagues}</h2>}
      {nodes.some(({ activity }) => activity.length > 0) && <p class="quiet">{t.boards.bars(format.count(BARS))}</p>}
      <ul class="cards">
        {nodes.map((league) => (
          <LeagueCard league={league} request={request} />
        ))}
      </ul>
      <NextPage path={urls.front} query={request.query} pageInfo={pageInfo} />
    </>
  );
}

type Pairings = NonNullable<SiteFrontQuery['pairings']>;

/** Who has been paired and plays, or is about to. */
function Playing({ pairings }: { readonly pairings: Pairings }) {
  const { t } = useUi();
  if (pairings.length === 0) return null;
  return (
    <section>
      <h2 id="playing">{t.boards.playing}</h2>
      <ul class="playing cards">
        {pairings.map((pairing) => (
          <Pairing slug={pairing.league.slug} pairing={pairing} league={pairing.league} />
        ))}
      </ul>
    </section>
  );
}

/** The newest results, and beside them what stands out. A block with nothing to say is left out. */
function Happening({ model: { newest, lively, corrections } }: { readonly model: SiteFrontQuery }) {
  const { t } = useUi();
  const leagues = lively?.nodes ?? [];
  return (
    <div class="cols">
      <section>
        <h2>{t.newestResults}</h2>
        <p class="quiet">{t.boards.chanceWhy}</p>
        <NewestMatches matches={newest?.nodes ?? []} />
      </section>
      <div class="beside">
        <Climbers climbers={inTurn(leagues.map((league) => league.movers.map((mover) => ({ league, ...mover }))))} />
        <Upsets upsets={inTurn(leagues.map((league) => league.upsets.map((upset) => ({ league, ...upset }))))} />
        <Corrections corrections={corrections?.nodes ?? []} />
      </div>
    </div>
  );
}

type Match = NonNullable<SiteFrontQuery['newest']>['nodes'][number];
type Side = Match['sides'][number];

/** One line a match: when and where it was played, who was ahead of whom, how expected that was, and what it gave. */
function NewestMatches({ matches }: { readonly matches: readonly Match[] }) {
  const { t } = useUi();
  return (
    <Table
      class="newest"
      label={t.newestResults}
      rows={matches}
      heading={2}
      columns={[
        [
          t.date,
          ({ externalId, playedAt, league }) => (
            <a href={urls.match(league.slug, externalId)}>
              <Time at={playedAt} form="minute" zone={league.timeZone} />
            </a>
          ),
          'when',
        ],
        [t.league, ({ league }) => <LeagueTag league={league} />, 'where'],
        [t.boards.result, (match) => <WhoBeatWhom {...match} />],
        [
          t.expected,
          ({ sides: [one, other, more] }) => {
            const [first, last] = one && other && !more ? inOrder([one, other]) : [];
            return first?.expectedScore != null && <Chance side={first} other={last!} />;
          },
          'number',
        ],
        [t.points, ({ sides }) => <Delta delta={meanChange(inOrder(sides)[0]!)} />, 'number'],
      ]}
    />
  );
}

function WhoBeatWhom({ league: { slug }, sides, version }: Match) {
  const { t, format } = useUi();
  const [first, second] = inOrder(sides) as readonly [Side, Side];
  const behind = behindOf(inOrder(sides));
  const [before, after] = t.raceTitle('\n', format.count(behind)).split('\n');
  return (
    <>
      {sides.length === 2 ? (
        <>
          <SideInLine slug={slug} side={first} /> <span class="result">{resultOf(sides, t, format.decimal)}</span>{' '}
          <SideInLine slug={slug} side={second} isBehind={behind > 0} />
        </>
      ) : (
        <>
          {behind > 0 && before}
          <SideInLine slug={slug} side={first} />{' '}
          <span class="quiet">{behind > 0 ? after!.trim() : t.andOthers(format.count(sides.length - 1))}</span>
        </>
      )}
      {version > 1 && <span class="flag">{t.corrected}</span>}
    </>
  );
}

/** A line names all players of a side if there are at most this many, and otherwise the first. */
const NAMED = 2;

interface SideInLineProps {
  readonly slug: string;
  readonly side: Side;
  readonly isBehind?: boolean;
}

function SideInLine({ slug, side: { name, participants }, isBehind = false }: SideInLineProps) {
  const { t, format } = useUi();
  const named = participants.length <= NAMED ? participants : participants.slice(0, 1);
  const more = participants.length - named.length;
  return (
    <span class={isBehind ? 'behind' : undefined}>
      {name && participants.length > 1 && <span class="quiet">{t.named(name, '')}</span>}
      {named.map(({ player }, index) => (
        <>
          {index > 0 && ', '}
          <PlayerLink slug={slug} player={player} />
        </>
      ))}
      {more > 0 && <span class="quiet"> {t.andOthers(format.count(more))}</span>}
    </span>
  );
}

/** What a match gave to those of a side who have a rating, on average; null if nobody has one. */
function meanChange({ participants }: Side): number | null {
  const deltas = participants.flatMap(({ ratingChange }) => ratingChange?.delta ?? []);
  return deltas.length === 0 ? null : deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length;
}

/** The first item of each list, then the second of each, because points of two rating systems cannot be compared; as many as the front page shows. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const taken = Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
  return taken.slice(0, OF_THE_WEEK);
}

function LeagueCard({ league, request }: { readonly league: League; readonly request: PageRequest }) {
  const { now } = request;
  const ui = useUi();
  const { t, format } = ui;
  const { slug, name, description, timeZone, matchCount, playerCount, lastMatchAt, ratingSystem, standings } = league;
  const ranked = standings.nodes.filter(({ rank }) => rank !== null);
  const lead = leadOf(league, now, ui);
  return (
    <li class="card" data-hue={accentOf(league)}>
      <Emblem league={league} />
      <h3>
        <NamedLink href={urls.league(slug)} name={name} />
      </h3>
      <p class="system">{ratingSystem.system.title}</p>
      {description && <p class="about">{description}</p>}
      {lastMatchAt && ranked.length === 0 && (
        <p class="unranked">
          {whyTopUnranked(
            league,
            standings.nodes.map(({ rating }) => rating),
            now,
            ui,
          )}
        </p>
      )}
      <ol class="top">
        {(ranked.length > 0 || !lastMatchAt ? ranked : standings.nodes).map(({ rank, player, rating }) => (
          <li>
            <span class="rank">{rank ?? '–'}</span>
            <span>
              <Face handle={player.handle} />
              <Name name={nameOf(player)} />
            </span>
            <span class="value">
              <Shown display={rating.display} />
            </span>
          </li>
        ))}
      </ol>
      {league.activity.length > 0 && (
        <Bars days={league.activity} start={midnightOf(request) - (BARS - 1) * DAY} bars={BARS} span={DAY} />
      )}
      <p class="facts">
        {playerCount > 0 && <span>{t.players(playerCount, format.count(playerCount))}</span>}
        {lastMatchAt ? (
          <>
            <span>{t.matches(matchCount, format.count(matchCount))}</span>
            <span>
              {t.lastMatch} <Time at={lastMatchAt} zone={timeZone} />
            </span>
          </>
        ) : (
          <span>{t.noMatches}</span>
        )}
        {lead && <span>{lead}</span>}
      </p>
    </li>
  );
}
