import type { ComponentChildren } from 'preact';
import { urls } from '../page.js';
import { filled } from '../texts/refusal.js';
import { type Format, isolated, type Ui } from '../ui.js';
import { Time } from './elements.js';
import { type Named, nameOf, PlayerLink } from './player.js';
import { inOrder, type ListedSide, titleOf } from './sides.js';

/** The value at a place of a sentence: in words, and as shown on a page. */
interface Part {
  readonly text: string;
  readonly shown: ComponentChildren;
}

/** A sentence of a story: a pattern of the texts, such as `The best rating was {points}.`, and the values at its places. */
export interface Sentence {
  readonly pattern: string;
  readonly parts: Readonly<Record<string, Part | string>>;
}

/** A story as plain text, for previews and pictures. */
export function textOf(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ pattern, parts }) => {
      const texts = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? part : part.text]);
      return filled(pattern, Object.fromEntries(texts));
    })
    .join(' ');
}

/** A story in a paragraph; nothing if there is none. */
export function Story({ title, sentences }: { readonly title: string; readonly sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return null;
  return (
    <section class="story">
      <h2>{title}</h2>
      <p>
        {sentences.map(({ pattern, parts }) => (
          <>
            {/* The names of places are between the texts. */}
            {pattern.split(/\{(\w+)\}/).map((text, index) => {
              const part = index % 2 === 1 ? parts[text]! : text;
              return typeof part === 'string' ? part : part.shown;
            })}{' '}
          </>
        ))}
      </p>
    </section>
  );
}

/** A player's name, with a link to their page in the league. */
export function whoIn(slug: string, player: Named): Part {
  return { text: isolated(nameOf(player)), shown: <PlayerLink slug={slug} player={player} /> };
}

export interface PlayedMatch {
  readonly externalId: string;
  readonly playedAt: string;
}

/** The day of a time. */
export function onDay(at: string, format: Format): Part {
  return { text: format.day(at), shown: <Time at={at} /> };
}

/** The day of a match, with a link to it. */
export function dayOf(slug: string, { externalId, playedAt }: PlayedMatch, format: Format): Part {
  return {
    text: format.day(playedAt),
    shown: (
      <a href={urls.match(slug, externalId)}>
        <Time at={playedAt} />
      </a>
    ),
  };
}

/** The data of a match. */
interface MatchData {
  readonly status: 'RATED' | 'VOID';
  readonly sides: readonly ListedSide[];
  /** In the order of the sides. */
  readonly expected: readonly { readonly winProbability: number; readonly place: number }[] | null;
  readonly upset: { readonly expected: number; readonly place: number; readonly among: number } | null;
  readonly history?: readonly { readonly at: string }[];
}

/** A win is reported as a surprise if it is among this many of a hundred. */
const MAX_SURPRISING = 20;
/** Among fewer results, a place means little. */
const FEWEST_RESULTS = 10;
/** The chance from which a match of two has a favourite. */
export const NEARLY_EVEN = 0.55;
/** A side this many places ahead of its forecast is worth reporting. */
const FEWEST_PLACES = 2;

/** A match in sentences: how far its result was predicted, how surprising it was, who did better than predicted, and whether it was corrected. */
export function matchStory(slug: string, match: MatchData, ui: Ui): Sentence[] {
  if (match.status === 'VOID') return [];
  return [foreseen, surprise, bestOfRace, mostMoved, corrected].flatMap((tell) => tell(slug, match, ui) ?? []);
}

/** Makes a sentence of a story; null if there is nothing to report. */
type Tell<Data> = (slug: string, data: Data, ui: Ui) => Sentence | null;

const foreseen: Tell<MatchData> = (_, { sides, expected }, { t, format }) => {
  if (!expected) return null;
  const chances = sides.map((side, index) => ({ ...side, ...expected[index]! }));
  const [first, second] = inOrder(chances);
  if (!first || first.effectivePlacement === null) return null;
  const favourite = chances.reduce((best, side) => (side.winProbability > best.winProbability ? side : best));
  const isDraw = second?.effectivePlacement === first.effectivePlacement;
  const subject = isDraw ? favourite : first;
  const { even, close, drawn, foreseen, unforeseen, unforeseenRace } = t.stories.match;
  const isEven = chances.every(({ winProbability }) => winProbability === favourite.winProbability);
  const isClose = sides.length === 2 && favourite.winProbability < NEARLY_EVEN;
  const isFavourite = first.winProbability === favourite.winProbability;
  const won = isFavourite ? foreseen : sides.length > 2 ? unforeseenRace : unforeseen;
  return {
    pattern: isEven ? even : isClose ? close : isDraw ? drawn : won,
    parts: {
      side: isolated(titleOf(subject, t)),
      chance: format.chance(subject.winProbability),
      favourite: isolated(titleOf(favourite, t)),
    },
  };
};

const surprise: Tell<MatchData> = (_, { upset }, { t, format }) => {
  if (!upset || upset.among < FEWEST_RESULTS || upset.place > (upset.among * MAX_SURPRISING) / 100) return null;
  const { least, oneLess, fewLess } = t.stories.match;
  const fewer = upset.place - 1;
  return {
    pattern: fewer === 0 ? least : fewer === 1 ? oneLess : fewLess,
    parts: { fewer: format.count(fewer), among: format.count(upset.among) },
  };
};

/** The player furthest ahead of the place that the chances predicted, in a race. */
const bestOfRace: Tell<MatchData> = (_, { sides, expected }, { t, format }) => {
  if (!expected || sides.length < 3) return null;
  const gains = sides.map((side, index) => ({
    ...side,
    foreseen: expected[index]!.place,
    // The place of others decides their rating, but is not a finish.
    gain:
      side.status === 'FINISHED' ? expected[index]!.place - (side.effectivePlacement ?? Number.POSITIVE_INFINITY) : 0,
  }));
  const best = gains.reduce((most, side) => (side.gain > most.gain ? side : most));
  if (best.gain < FEWEST_PLACES) return null;
  const [place, seen] = [format.count(best.effectivePlacement!), format.count(best.foreseen)];
  return { pattern: t.stories.match.ahead, parts: { side: isolated(titleOf(best, t)), place, foreseen: seen } };
};

/** The largest gain and the largest loss, if more than two players were rated. */
const mostMoved: Tell<MatchData> = (slug, { sides }, { t, format }) => {
  const moved = sides
    .flatMap(({ participants }) => participants)
    .flatMap(({ player, ratingChange }) => (ratingChange?.delta == null ? [] : [{ player, delta: ratingChange.delta }]))
    .sort((one, other) => other.delta - one.delta);
  const [up, down] = [moved[0], moved.at(-1)];
  if (moved.length < 3 || !up || !down || up.delta <= 0 || down.delta >= 0) return null;
  return {
    pattern: t.stories.match.moved,
    parts: {
      winner: whoIn(slug, up.player),
      gain: format.delta(up.delta),
      loser: whoIn(slug, down.player),
      loss: format.delta(down.delta),
    },
  };
};

const corrected: Tell<MatchData> = (_, { history = [] }, { t, format }) =>
  history.length < 2 ? null : { pattern: t.stories.match.corrected, parts: { day: onDay(history.at(-1)!.at, format) } };

interface Tally {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

interface Streak {
  readonly matches: number;
  readonly from: string;
  readonly to: string;
}

type Opponents = { readonly nodes: readonly (Tally & { readonly opponent: Named })[] };

/** The data of a career. */
interface CareerData extends Tally {
  readonly player: Named;
  readonly matchesPlayed: number;
  readonly series: readonly { readonly at: string }[];
  readonly peak?: number | null;
  readonly peakMatch?: PlayedMatch | null;
  readonly value: number | null;
  readonly streaks?: {
    readonly current: (Pick<Streak, 'matches' | 'from'> & { readonly result: string }) | null;
    readonly longestWinning: Streak | null;
  };
  readonly bestWins?: readonly {
    readonly match: PlayedMatch;
    readonly contributions: readonly { readonly opponent: Named; readonly expected: number }[];
  }[];
  readonly rival?: Opponents;
  readonly nemesis?: Opponents;
  readonly recentPlaces?: readonly object[];
  /** Omitted if the career is too long. */
  readonly raceCount?: number;
  readonly bestPlace?: number | null;
  readonly meanPlace?: number | null;
  readonly podiums?: number;
}

/** A shorter streak is not worth reporting. */
const SHORTEST_STREAK = 3;
/** With fewer matches between them, nobody is a rival. */
const FEWEST_MEETINGS = 3;

/** A career in sentences, the most notable first: the number of matches, the places in races, the peak, a streak, the best win, rival and nemesis. */
export function careerStory(slug: string, career: CareerData, ui: Ui): Sentence[] {
  return [played, places, best, streak, bestWin, rival, nemesis].flatMap((tell) => tell(slug, career, ui) ?? []);
}

/** The sentences below the name on a picture: those without other names. */
export function careerHighlights(slug: string, career: CareerData, ui: Ui): Sentence[] {
  return [best, places, streak].flatMap((tell) => tell(slug, career, ui) ?? []);
}

const played: Tell<CareerData> = (_, career, { t, format }) => {
  const { player, series, matchesPlayed, recentPlaces, raceCount } = career;
  const [first] = series;
  if (!first || (recentPlaces && raceCount === undefined)) return null;
  const parts = { player: isolated(nameOf(player)), day: onDay(first.at, format) };
  if (raceCount) {
    // Wins are those of all matches, and a match of two is also a race if others have more sides.
    const [races, wins] = [t.stories.races(matchesPlayed, format.count(matchesPlayed)), format.count(career.wins)];
    return { pattern: t.stories.career.started, parts: { ...parts, races, wins } };
  }
  const matches = t.matches(matchesPlayed, format.count(matchesPlayed));
  return {
    pattern: t.stories.career.joined,
    parts: { ...parts, matches, record: recordOf(career, career, t, format) },
  };
};

const places: Tell<CareerData> = (_, { raceCount, bestPlace, meanPlace, podiums }, { t, format }) => {
  if (!raceCount || bestPlace == null || meanPlace == null || podiums === undefined) return null;
  const [mean, best] = [format.decimal(Math.round(meanPlace * 10) / 10), format.count(bestPlace)];
  return { pattern: t.stories.career.places, parts: { best, mean, podiums: format.count(podiums) } };
};

const best: Tell<CareerData> = (slug, { peak, peakMatch, value, matchesPlayed }, { t, format }) => {
  if (peak == null || !peakMatch || matchesPlayed < 2) return null;
  const { best, bestNow } = t.stories.career;
  const parts = { points: format.tenths(peak), day: dayOf(slug, peakMatch, format) };
  return { pattern: value === peak ? bestNow : best, parts };
};

const streak: Tell<CareerData> = (_, { streaks }, { t, format }) => {
  const longest = streaks?.longestWinning;
  if (!longest || longest.matches < SHORTEST_STREAK) return null;
  const parts = {
    wins: t.streak(longest.matches, format.count(longest.matches), 'WIN'),
    from: onDay(longest.from, format),
    to: onDay(longest.to, format),
  };
  const { streak, streakNow } = t.stories.career;
  const { current } = streaks;
  const isNow = current?.result === 'WIN' && current.from === longest.from && current.matches === longest.matches;
  return { pattern: isNow ? streakNow : streak, parts };
};

const bestWin: Tell<CareerData> = (slug, { bestWins }, { t, format }) => {
  // For a team, it would name many.
  const win = bestWins?.find(({ contributions }) => contributions.length === 1);
  if (!win) return null;
  const [{ opponent, expected }] = win.contributions as [(typeof win.contributions)[0]];
  const parts = {
    opponent: whoIn(slug, opponent),
    day: dayOf(slug, win.match, format),
    expected: format.expected(expected),
  };
  return { pattern: t.stories.career.bestWin, parts };
};

const rival: Tell<CareerData> = (slug, career, ui) => {
  const record = career.rival?.nodes[0];
  if (!record || record.wins + record.draws + record.losses < FEWEST_MEETINGS) return null;
  // One sentence about an opponent is enough.
  if (record.opponent.handle === nemesisOf(career)?.opponent.handle) return null;
  return against(ui.t.stories.career.rival, slug, record, career, ui);
};

const nemesis: Tell<CareerData> = (slug, career, ui) => {
  const record = nemesisOf(career);
  return record && against(ui.t.stories.career.nemesis, slug, record, career, ui);
};

/** A nemesis must have won more often than lost. */
function nemesisOf({ nemesis }: CareerData) {
  const [record] = nemesis?.nodes ?? [];
  return record && record.losses > record.wins ? record : null;
}

function against(
  pattern: string,
  slug: string,
  record: Opponents['nodes'][number],
  career: CareerData,
  { t, format }: Ui,
): Sentence {
  return {
    pattern,
    parts: { opponent: whoIn(slug, record.opponent), record: recordOf(record, career, t, format) },
  };
}

/** Wins, draws if there are any, and losses; in races, how often a player was ahead. */
function recordOf(tally: Tally, { raceCount }: CareerData, t: Ui['t'], format: Ui['format']): string {
  const [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(format.count) as [string, string, string];
  if (raceCount) return t.stories.ahead(wins, losses);
  return tally.draws > 0 ? t.recordLong(wins, draws, losses) : t.stories.record(wins, losses);
}
