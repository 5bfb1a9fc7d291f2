import type { SiteMatchQuery, SitePlayerQuery } from '../operations.js';
import { useUi } from '../ui.js';
import { Delta, TableHead } from './elements.js';
import { CountryTag, Face, Name, type Named, nameOf, PlayerLink, TeamLink } from './player.js';
import { inOrder, placeOf, roleOf, scoreOf, statusOf, titleOf } from './sides.js';
import { expectedPlaceOf } from './why.js';

type League = NonNullable<SiteMatchQuery['league']>;
type Match = NonNullable<League['match']>;
type Side = Match['sides'][number];

/** A side with what was foreseen of it: its chance to win, and its place among the chances; null where that is not known. */
type Foreseen = Side & { readonly foreseen: { readonly winProbability: number; readonly place: number } | null };

interface RaceProps {
  readonly league: Pick<League, 'slug' | 'placePoints'>;
  readonly match: Pick<Match, 'sides' | 'expected' | 'status'>;
}

/** Of more sides than these, lines from the places foreseen to those that came would be a thicket. */
const MAX_LINES = 40;

/** A match of many sides: where each came in, and where the ratings had foreseen it. */
export function Race({ league, match: { sides, expected, status } }: RaceProps) {
  const foreseen = sides.map((side, index): Foreseen => ({ ...side, foreseen: expected?.[index] ?? null }));
  const ordered = inOrder(foreseen);
  const points = status === 'RATED' ? (league.placePoints ?? null) : null;
  const table = <ResultTable slug={league.slug} sides={ordered} points={points} />;
  if (!expected) return table;
  return (
    <>
      <Glance slug={league.slug} sides={ordered} />
      <div class="cols">
        <div>{table}</div>
        {sides.length <= MAX_LINES && (
          <aside>
            <Slopes sides={ordered} />
          </aside>
        )}
      </div>
    </>
  );
}

/** The winner beside the favourite, and how many pairs came in in the order that was foreseen. */
function Glance({ slug, sides }: { readonly slug: string; readonly sides: readonly Foreseen[] }) {
  const { t, format } = useUi();
  const words = t.stories.race;
  const started = sides.filter(({ status }) => status !== 'DID_NOT_START');
  const [winner] = started;
  const favourite = started.find(({ foreseen }) => foreseen?.place === Math.min(...started.map(placeForeseen)));
  if (!winner || placeOf(winner) === null || !favourite) return null;
  const { right, pairs } = rightPairs(started);
  const came = placeOf(favourite);
  const named = (side: Foreseen) => {
    const [only, ...others] = side.participants;
    return only && others.length === 0 ? (
      <PlayerLink slug={slug} player={only.player} />
    ) : (
      <bdi>{titleOf(side, t)}</bdi>
    );
  };
  const facts = [
    [words.winner, named(winner), words.foreseenAt(format.count(placeForeseen(winner)))],
    [words.favourite, named(favourite), came === null ? statusOf(favourite, t) : words.cameIn(format.count(came))],
    [words.rightly, format.percent(right / pairs), words.ofPairs(format.count(right), format.count(pairs))],
  ] as const;
  return (
    <dl class="figures">
      {facts.slice(0, pairs > 0 ? 3 : 2).map(([name, what, more]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <strong>{what}</strong>
          </dd>
          <dd class="quiet">{more}</dd>
        </div>
      ))}
    </dl>
  );
}

function placeForeseen({ foreseen }: Foreseen): number {
  return foreseen?.place ?? Number.POSITIVE_INFINITY;
}

/** How many pairs of sides came in as their chances said, of those that neither the places nor the chances put level. */
function rightPairs(sides: readonly Foreseen[]) {
  let [right, pairs] = [0, 0];
  for (const [index, ahead] of sides.entries()) {
    for (const behind of sides.slice(index + 1)) {
      const isLevel = ahead.effectivePlacement === behind.effectivePlacement;
      if (isLevel || placeForeseen(ahead) === placeForeseen(behind)) continue;
      pairs++;
      if (placeForeseen(ahead) < placeForeseen(behind)) right++;
    }
  }
  return { right, pairs };
}

/** Pixels of a line of `Slopes`, as its styles have it. */
const LINE = 24;
/** So many places ahead of or behind what was foreseen stand out. */
const FAR = 4;

/** Lines from the places that were foreseen to those that came. The table says the same. */
function Slopes({ sides }: { readonly sides: readonly Foreseen[] }) {
  const { t, format } = useUi();
  const words = t.stories.race;
  const byChance = sides.toSorted((one, other) => placeForeseen(one) - placeForeseen(other) || 0);
  const height = sides.length * LINE;
  const middle = (line: number) => LINE * (line + 0.5);
  return (
    <section>
      <h2>{words.slopes}</h2>
      <div class="slopes" aria-hidden="true">
        <ol>
          {byChance.map((side) => (
            <li>{format.count(placeForeseen(side))}</li>
          ))}
        </ol>
        <svg height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {sides.map((side, line) => {
            const from = byChance.indexOf(side);
            const [start, end] = [middle(from), middle(line)];
            const looks = from - line >= FAR ? 'gain' : line - from >= FAR ? 'drop' : undefined;
            return <path class={looks} d={`M0 ${start}C50 ${start} 50 ${end} 100 ${end}`} />;
          })}
        </svg>
        <ol>
          {sides.map((side) => (
            <li>
              {side.participants.length === 1 && <Face handle={side.participants[0]!.player.handle} />}{' '}
              <Name name={side.participants.length === 1 ? nameOf(side.participants[0]!.player) : titleOf(side, t)} />
            </li>
          ))}
        </ol>
      </div>
      <p class="quiet">{words.slopesWhy(format.count(FAR))}</p>
    </section>
  );
}

interface ResultTableProps {
  readonly slug: string;
  /** In the order in which they finished. */
  readonly sides: readonly Foreseen[];
  /** What places give; null: nothing. */
  readonly points: readonly number[] | null;
}

/** The sides of a race as a table. */
function ResultTable({ slug, sides, points }: ResultTableProps) {
  const { t } = useUi();
  const hasScores = sides.some((side) => scoreOf(side) !== null);
  return (
    <table class="race">
      <caption class="hidden">{t.places}</caption>
      <TableHead
        columns={[
          [t.placeColumn, 'number'],
          t.player,
          sides.some(({ foreseen }) => foreseen) && [t.stories.race.foreseen, 'number wide'],
          hasScores && [t.score, 'number'],
          points !== null && [t.racePoints, 'number wide'],
          [t.rating, 'number wide'],
          [t.change, 'number'],
        ]}
      />
      <tbody>
        {sides.map((side) => (
          <RaceRows slug={slug} side={side} hasScores={hasScores} points={points} />
        ))}
      </tbody>
    </table>
  );
}

interface RaceRowsProps {
  readonly slug: string;
  readonly side: Foreseen;
  readonly hasScores: boolean;
  readonly points: readonly number[] | null;
}

/** A row for each player of a side, so that figures stand beside names. */
function RaceRows({ slug, side, hasScores, points: placePoints }: RaceRowsProps) {
  const { t, format } = useUi();
  const { name, role, participants, foreseen } = side;
  const place = placeOf(side);
  const score = scoreOf(side);
  const words = [roleOf(role, t), statusOf(side, t)].filter(Boolean).join(' · ');
  const earned = place === null ? undefined : placePoints?.[place - 1];
  const below = [
    foreseen && t.named(t.stories.race.foreseen, format.count(foreseen.place)),
    earned && t.named(t.racePoints, format.decimal(earned)),
  ].filter(Boolean);
  const points = (value: number | null) => (value === null ? t.none : format.tenths(value));
  const rows = participants.length;
  const rowSpan = rows > 1 ? rows : undefined;
  return participants.map(({ player, isGuest, ratingChange }, index) => {
    const isLast = index === rows - 1;
    const classes = [place !== null && place <= 3 && `place-${place}`, !isLast && 'shared'].filter(Boolean);
    return (
      <tr class={classes.join(' ') || undefined}>
        {index === 0 && (
          <td class="number rank" rowSpan={rowSpan}>
            {place === null ? t.none : format.count(place)}
          </td>
        )}
        <th scope="row">
          <span class="participant">
            <PlayerLink slug={slug} player={player} /> <CountryTag code={player.country} slug={slug} />{' '}
            {isGuest && <small class="quiet">{t.guest}</small>}
          </span>{' '}
          {rows === 1 && words && <small class="quiet">{words}</small>}
          {isLast && name && (
            <div class="team">
              <TeamLink slug={slug} name={name} />
            </div>
          )}
          {isLast && rows > 1 && words && <div class="quiet">{words}</div>}
          {isLast && below.length > 0 && <div class="quiet below">{below.join(' · ')}</div>}
        </th>
        {foreseen && index === 0 && (
          <td class="number wide quiet" rowSpan={rowSpan}>
            {format.count(foreseen.place)}
          </td>
        )}
        {hasScores && index === 0 && (
          <td class="number" rowSpan={rowSpan}>
            {score === null ? t.none : format.decimal(score)}
          </td>
        )}
        {placePoints && index === 0 && (
          <td class="number wide" rowSpan={rowSpan}>
            {earned ? format.decimal(earned) : t.none}
          </td>
        )}
        <td class="number wide">{ratingChange ? points(ratingChange.after.value) : t.none}</td>
        <td class="number">
          <Delta delta={ratingChange?.delta} />
        </td>
      </tr>
    );
  });
}

type PlayersLeague = NonNullable<SitePlayerQuery['league']>;
type Change = NonNullable<PlayersLeague['rating']>['history']['nodes'][number];

interface TitlesProps {
  readonly league: Pick<PlayersLeague, 'records'>;
  readonly player: Named;
}

/** The records of a league that a player holds. */
export function Titles({ league: { records }, player }: TitlesProps) {
  const { t } = useUi();
  if (!records) return null;
  const held = [
    [records.highestPeak, t.boards.highestPeak],
    [records.mostWins, t.orderBy.WINS],
    [records.mostMatches, t.orderBy.MATCHES],
  ] as const;
  const own = held.filter(([holder]) => holder?.player.handle === player.handle);
  if (own.length === 0) return null;
  return (
    <p class="facts">
      {own.map(([, title]) => (
        <span class="flag">{title}</span>
      ))}
    </p>
  );
}

/** With fewer races, their list says as much. */
const FEWEST_RACES = 3;
/** Places at which a line helps the eye. */
const MARKED = [1, 3, 10, 20, 50, 100];

/** The newest races: the place that came, and how far it is from the one that was expected. The list of changes says the same. */
export function PlacesChart({ changes }: { readonly changes: readonly Change[] }) {
  const { t, format } = useUi();
  const races = changes.flatMap((change) => {
    const expected = expectedPlaceOf(change);
    return change.placing && expected !== null ? [{ ...change.placing, expected }] : [];
  });
  if (races.length < FEWEST_RACES) return null;
  const shown = races.toReversed();
  const last = Math.max(...shown.map(({ sides }) => sides));
  const marked = MARKED.filter((place) => place <= last);
  const y = (place: number) => toTenth(((place - 1) / (last - 1)) * 100);
  const x = (index: number) => toTenth(((index + 0.5) / shown.length) * 100);
  const foreseen = shown.map(({ expected }, index) => `${x(index)} ${y(expected)}`).join('L');
  return (
    <section>
      <h2>{t.stories.race.places}</h2>
      <svg class="places-chart" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {marked.map((place) => (
          <path d={`M0 ${y(place)}H100`} />
        ))}
        <path class="foreseen" d={`M${foreseen}`} />
        {shown.map(({ place, expected }, index) => (
          <path class={place < expected ? 'gain' : 'drop'} d={`M${x(index)} ${y(expected)}V${y(place)}`} />
        ))}
        <path class="came" d={shown.map(({ place }, index) => `M${x(index)} ${y(place)}h0`).join('')} />
      </svg>
      <p class="quiet">{t.stories.race.placesWhy(marked.map(format.count))}</p>
    </section>
  );
}

function toTenth(value: number): number {
  return Math.round(10 * value) / 10;
}
