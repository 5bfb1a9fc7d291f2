import { canPictureMatch } from '../card/cards.js';
import { SiteMatchDocument, type SiteMatchQuery } from '../operations.js';
import { definePage, urls, type ViewProps } from '../page.js';
import { Competitors } from '../parts/competitors.js';
import { Fact, Shares, Time } from '../parts/elements.js';
import { LeagueHeader, Legend } from '../parts/league.js';
import { CountryTag, PlayerLink, TeamLink } from '../parts/player.js';
import { Race } from '../parts/race.js';
import {
  inOrder,
  lineOf,
  lineUpOf,
  MatchList,
  matchTitleOf,
  placeOf,
  roleOf,
  scoreOf,
  statusOf,
  titleOf,
} from '../parts/sides.js';
import { matchStory, Story, textOf } from '../parts/stories.js';
import { Effects } from '../parts/why.js';
import { isolated, type Ui, useUi } from '../ui.js';

type League = NonNullable<SiteMatchQuery['league']>;
type Match = NonNullable<League['match']>;
type Side = Match['sides'][number];
type Version = Match['history'][number];

interface Shown {
  readonly league: League;
  readonly match: Match;
}

/** Sentences of the story in previews. */
const MAX_PREVIEWED = 2;

/** A match: its prediction, its result, its effect on each rating with the reasons, and its corrections. */
export const match = definePage({
  path: '/l/:league/m/:externalId',
  document: SiteMatchDocument,
  variables: ({ params, language }) => ({
    league: params.league!,
    externalId: params.externalId!,
    locale: language,
  }),
  optional: ['league.match.expected'],
  find: ({ league }): Shown | null => (league?.match ? { league, match: league.match } : null),
  head: ({ league, match }, ui) => {
    const { t, format } = ui;
    const { sides, playedAt, status } = match;
    const isPictured = canPictureMatch(league.name, sides);
    return {
      title: `${matchTitleOf(sides, t)} · ${league.name}`,
      description: [
        // For more sides, the title already contains the result.
        sides.length === 2 && `${lineOf(sides, t, format.decimal)}.`,
        status === 'VOID' ? t.voidedWhy : t.matchDescription(league.name, format.day(playedAt)),
        textOf(matchStory(league.slug, match, ui).slice(0, MAX_PREVIEWED)),
      ]
        .filter(Boolean)
        .join(' ')
        .trim(),
      isCard: isPictured,
      picture: isPictured ? urls.matchPicture(league.slug, match.externalId) : undefined,
    };
  },
  View: Match,
});

function Match({ model: { league, match } }: ViewProps<Shown>) {
  const ui = useUi();
  const { t } = ui;
  const { sides, playedAt, status, submittedBy, submittedAt, history, expected, details, earlierMeetings } = match;
  return (
    <>
      <LeagueHeader league={league} tab={null} />
      <header class="match" itemscope itemtype="https://schema.org/SportsEvent">
        <h1 itemprop="name">{matchTitleOf(sides, t, isolated)}</h1>
        <p class="facts">
          <Time at={playedAt} form="minute" property="startDate" />
          <span>
            {t.submitted(submittedBy)} <Time at={submittedAt} form="minute" />
          </span>
          <span>
            {t.matchId} <code>{match.externalId}</code>
          </span>
        </p>
        {status === 'VOID' && <p class="notice">{t.voidedWhy}</p>}
        {sides.length <= MAX_CARDS && <Competitors sides={sides} />}
      </header>
      {sides.length > MAX_CARDS ? <Race league={league} match={match} /> : <Result slug={league.slug} match={match} />}
      {expected && <Prediction sides={sides} expected={expected} isFitted={league.chanceFit !== null} />}
      <div class={earlierMeetings.length > 0 ? 'cols' : undefined}>
        <div>
          <Story title={t.stories.match.title} sentences={matchStory(league.slug, match, ui)} />
          <Effects slug={league.slug} sides={sides} />
          <Legend terms={['change', 'points', 'expected']} slug={league.slug} />
        </div>
        <EarlierMeetings slug={league.slug} match={match} />
      </div>
      {isRecord(details) && (
        <section>
          <h2>{t.details}</h2>
          <dl class="numbers">
            {Object.entries(details).map(([name, value]) => (
              <Fact name={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</Fact>
            ))}
          </dl>
        </section>
      )}
      {history.length > 1 && (
        <section>
          <h2>{t.corrections}</h2>
          <ol class="versions">
            {history.map((version, index) => (
              <VersionLine version={version} before={history[index - 1]} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function Result({ slug, match: { sides, status } }: { readonly slug: string; readonly match: Match }) {
  const ui = useUi();
  const { t, format } = ui;
  return (
    <ol class={`sides ${sides.length === 2 ? 'two' : 'many'} ${status.toLowerCase()}`}>
      {inOrder(sides).map((side, index) => (
        <li class={classOf(side)}>
          <p class="place">{endOf(side, index, sides, ui)}</p>
          {side.name && side.participants.length > 1 && (
            <h2>
              <TeamLink slug={slug} name={side.name} />
            </h2>
          )}
          {scoreOf(side) !== null && <p class="score">{format.decimal(scoreOf(side)!)}</p>}
          <ul>
            {side.participants.map(({ player, isGuest, score, minutesPlayed }) => (
              <li>
                <span>
                  <PlayerLink slug={slug} player={player} /> <CountryTag code={player.country} slug={slug} />
                </span>
                <span class="quiet">
                  {[
                    isGuest && t.guest,
                    score !== null && side.participants.length > 1 && format.decimal(score),
                    minutesPlayed !== null && t.minutes(format.decimal(minutesPlayed)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** With more sides than these, they are shown as a table. */
const MAX_CARDS = 4;

interface PredictionProps {
  readonly sides: readonly Side[];
  readonly expected: NonNullable<Match['expected']>;
  /** Whether the league fits its chances to its history. */
  readonly isFitted: boolean;
}

function classOf({ effectivePlacement, participants }: Side): string {
  return [effectivePlacement === 1 && 'winner', participants.length === 1 && 'alone'].filter(Boolean).join(' ');
}

/** The result of a side, in words: of two sides, the winner; of more, the place. */
function endOf(side: Side, index: number, sides: readonly Side[], { t, format }: Ui): string {
  const { name, role, effectivePlacement, participants } = side;
  const other = sides.length === 2 ? sides.find((one) => one !== side)!.effectivePlacement : null;
  const place = () => {
    if (effectivePlacement === null) return t.side(format.count(index + 1));
    if (other === null) return side.status === 'FINISHED' && t.place(format.count(effectivePlacement));
    if (effectivePlacement === other) return t.outcome.DRAW;
    return effectivePlacement < other ? t.outcome.WIN : t.outcome.LOSS;
  };
  return [place(), roleOf(role, t), participants.length === 1 && name, statusOf(side, t)].filter(Boolean).join(' · ');
}

/** The chances to win, as the parts of one bar. */
function Prediction({ sides, expected, isFitted }: PredictionProps) {
  const { t, format } = useUi();
  const inPlace = inOrder(sides.map((side, index) => ({ ...side, chance: expected[index]?.winProbability ?? 0 })));
  // With two sides, the winner is on the left; with more, the favourite.
  const chances = sides.length === 2 ? inPlace : inPlace.toSorted((left, right) => right.chance - left.chance);
  return (
    <section class="predicted">
      <h2>{t.predicted}</h2>
      <Shares shares={chances.map(({ chance }) => chance)} />
      <ol class={sides.length > MAX_CARDS ? 'many' : undefined}>
        {chances.map((side) => (
          <li>
            <bdi>{titleOf(side, t)}</bdi> <strong>{format.chance(side.chance)}</strong>
          </li>
        ))}
      </ol>
      <p class="quiet">
        {t.predictedWhy} {isFitted && t.predictedFitted}
      </p>
    </section>
  );
}

/** How the two players of a match had played against each other before. */
function EarlierMeetings({
  slug,
  match: { sides, earlierMeetings },
}: {
  readonly slug: string;
  readonly match: Match;
}) {
  const { t } = useUi();
  if (earlierMeetings.length === 0) return null;
  const [one, other] = inOrder(sides).map(({ participants }) => participants[0]!.player.handle);
  return (
    <aside class="beside">
      <section>
        <h2>{t.earlierMeetings}</h2>
        <MatchList slug={slug} matches={earlierMeetings} />
        <p>
          <a href={urls.duel(slug, one!, other!)}>{t.everyMeeting}</a>
        </p>
      </section>
    </aside>
  );
}

/** One version of a match: the action, its time, and the result after it. */
function VersionLine({ version, before }: { readonly version: Version; readonly before: Version | undefined }) {
  const { t, format } = useUi();
  const reads = (one: Version) =>
    inOrder(one.sides)
      .map((side) => {
        const place = one.sides.length > 2 ? placeOf(side) : side.effectivePlacement;
        return isolated(`${place === null ? '' : `${format.count(place)}. `}${lineUpOf(side, t, format.decimal)}`);
      })
      .join(' – ');
  const isMoved = before !== undefined && before.playedAt !== version.playedAt;
  const isOther = before === undefined || reads(before) !== reads(version);
  return (
    <li>
      <p>
        <strong>{t.action[version.action] ?? version.action}</strong> <Time at={version.at} form="minute" />{' '}
        <span class="quiet">{t.version(format.count(version.version))}</span>
      </p>
      {before && isOther && (
        <p>
          <del>{reads(before)}</del>
        </p>
      )}
      {isOther && <p>{before ? <ins>{reads(version)}</ins> : reads(version)}</p>}
      {isMoved && (
        <p>
          <del>
            <Time at={before.playedAt} form="minute" />
          </del>{' '}
          <ins>
            <Time at={version.playedAt} form="minute" />
          </ins>
        </p>
      )}
    </li>
  );
}
