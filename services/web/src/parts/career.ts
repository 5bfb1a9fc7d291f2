import { isolated } from '../format.js';
import type { Ui } from '../ui.js';
import { type Named, nameOf } from './player.js';
import { dayOf, onDay, type PlayedMatch, type Sentence, whoIn } from './story.js';

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

/** What is known of a career. */
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
  /** Left out of a career that is too long. */
  readonly raceCount?: number;
  readonly bestPlace?: number | null;
  readonly meanPlace?: number | null;
  readonly podiums?: number;
}

/** A shorter streak is no news. */
const SHORTEST_STREAK = 3;
/** With fewer matches between them, nobody is a rival. */
const FEWEST_MEETINGS = 3;

/** A career in sentences, the most telling first: how much they played, the places in races, the peak, a streak, the best win, rival and nemesis. */
export function careerStory(slug: string, career: CareerData, ui: Ui): Sentence[] {
  return [played, places, best, streak, bestWin, rival, nemesis].flatMap((tell) => tell(slug, career, ui) ?? []);
}

/** The sentences that fit below the name on a picture: those that name nobody. */
export function careerHighlights(slug: string, career: CareerData, ui: Ui): Sentence[] {
  return [best, places, streak].flatMap((tell) => tell(slug, career, ui) ?? []);
}

type Tell = (slug: string, career: CareerData, ui: Ui) => Sentence | null;

const played: Tell = (_, career, { t, format }) => {
  const { player, series, matchesPlayed, recentPlaces, raceCount } = career;
  const [first] = series;
  if (!first || (recentPlaces && raceCount === undefined)) return null;
  const parts = { player: isolated(nameOf(player)), day: onDay(first.at, format) };
  if (raceCount) {
    // Wins are those of all matches, and a match of two is a race, too, where others have more.
    const [races, wins] = [t.stories.races(matchesPlayed, format.count(matchesPlayed)), format.count(career.wins)];
    return { pattern: t.stories.career.started, parts: { ...parts, races, wins } };
  }
  const matches = t.matches(matchesPlayed, format.count(matchesPlayed));
  return {
    pattern: t.stories.career.joined,
    parts: { ...parts, matches, record: recordOf(career, career, t, format) },
  };
};

const places: Tell = (_, { raceCount, bestPlace, meanPlace, podiums }, { t, format }) => {
  if (!raceCount || bestPlace == null || meanPlace == null || podiums === undefined) return null;
  const [mean, best] = [format.decimal(Math.round(meanPlace * 10) / 10), format.count(bestPlace)];
  return { pattern: t.stories.career.places, parts: { best, mean, podiums: format.count(podiums) } };
};

const best: Tell = (slug, { peak, peakMatch, value, matchesPlayed }, { t, format }) => {
  if (peak == null || !peakMatch || matchesPlayed < 2) return null;
  const { best, bestNow } = t.stories.career;
  const parts = { points: format.tenths(peak), day: dayOf(slug, peakMatch, format) };
  return { pattern: value === peak ? bestNow : best, parts };
};

const streak: Tell = (_, { streaks }, { t, format }) => {
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

const bestWin: Tell = (slug, { bestWins }, { t, format }) => {
  // Of a team it would name many.
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

const rival: Tell = (slug, career, ui) => {
  const record = career.rival?.nodes[0];
  if (!record || record.wins + record.draws + record.losses < FEWEST_MEETINGS) return null;
  // One sentence about an opponent is enough.
  if (record.opponent.handle === nemesisOf(career)?.opponent.handle) return null;
  return against(ui.t.stories.career.rival, slug, record, career, ui);
};

const nemesis: Tell = (slug, career, ui) => {
  const record = nemesisOf(career);
  return record && against(ui.t.stories.career.nemesis, slug, record, career, ui);
};

/** Nobody is the nemesis of somebody who has not lost to them more often than won. */
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

/** Wins, draws if there are any, and losses; in races, how often somebody was ahead. */
function recordOf(tally: Tally, { raceCount }: CareerData, t: Ui['t'], format: Ui['format']): string {
  const [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(format.count) as [string, string, string];
  if (raceCount) return t.stories.ahead(wins, losses);
  return tally.draws > 0 ? t.recordLong(wins, draws, losses) : t.stories.record(wins, losses);
}
