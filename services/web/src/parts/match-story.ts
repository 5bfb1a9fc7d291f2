import { isolated } from '../format.js';
import type { Ui } from '../ui.js';
import { inOrder, type ListedSide, titleOf } from './sides.js';
import { onDay, type Sentence, whoIn } from './story.js';

/** What is known of a match. */
interface MatchData {
  readonly status: 'RATED' | 'VOID';
  readonly sides: readonly ListedSide[];
  /** In the order of the sides. */
  readonly expected: readonly { readonly winProbability: number; readonly place: number }[] | null;
  readonly upset: { readonly expected: number; readonly place: number; readonly among: number } | null;
  readonly history?: readonly { readonly at: string }[];
}

/** A win is told of as a surprise if it is among so many of a hundred. */
const MOST_SURPRISING = 20;
/** Among fewer results, a place says little. */
const FEWEST_RESULTS = 10;
/** The chance of a favourite from which on there is one in a match of two. */
export const NEARLY_EVEN = 0.55;
/** So many places ahead of the forecast are news. */
const FEWEST_PLACES = 2;

/** A match in sentences: how far its result was foreseen, how surprising that was, who did better than foreseen, and whether it was corrected. */
export function matchStory(slug: string, match: MatchData, ui: Ui): Sentence[] {
  if (match.status === 'VOID') return [];
  return [foreseen, surprise, bestOfRace, mostMoved, corrected].flatMap((tell) => tell(slug, match, ui) ?? []);
}

type Tell = (slug: string, match: MatchData, ui: Ui) => Sentence | null;

const foreseen: Tell = (_, { sides, expected }, { t, format }) => {
  if (!expected) return null;
  const chances = sides.map((side, index) => ({ ...side, ...expected[index]! }));
  const [first, second] = inOrder(chances);
  if (!first || first.effectivePlacement === null) return null;
  const favourite = chances.reduce((best, side) => (side.winProbability > best.winProbability ? side : best));
  const isDraw = second?.effectivePlacement === first.effectivePlacement;
  const told = isDraw ? favourite : first;
  const { even, close, drawn, foreseen, unforeseen, unforeseenRace } = t.stories.match;
  const isEven = chances.every(({ winProbability }) => winProbability === favourite.winProbability);
  const isClose = sides.length === 2 && favourite.winProbability < NEARLY_EVEN;
  const isFavourite = first.winProbability === favourite.winProbability;
  const won = isFavourite ? foreseen : sides.length > 2 ? unforeseenRace : unforeseen;
  return {
    pattern: isEven ? even : isClose ? close : isDraw ? drawn : won,
    parts: {
      side: isolated(titleOf(told, t)),
      chance: format.chance(told.winProbability),
      favourite: isolated(titleOf(favourite, t)),
    },
  };
};

const surprise: Tell = (_, { upset }, { t, format }) => {
  if (!upset || upset.among < FEWEST_RESULTS || upset.place > (upset.among * MOST_SURPRISING) / 100) return null;
  const { least, oneLess, fewLess } = t.stories.match;
  const fewer = upset.place - 1;
  return {
    pattern: fewer === 0 ? least : fewer === 1 ? oneLess : fewLess,
    parts: { fewer: format.count(fewer), among: format.count(upset.among) },
  };
};

/** Who came in furthest ahead of the place that the chances foresaw, in a race. */
const bestOfRace: Tell = (_, { sides, expected }, { t, format }) => {
  if (!expected || sides.length < 3) return null;
  const gains = sides.map((side, index) => ({
    ...side,
    foreseen: expected[index]!.place,
    // Of others, the place says how they are rated, not where they came in.
    gain:
      side.status === 'FINISHED' ? expected[index]!.place - (side.effectivePlacement ?? Number.POSITIVE_INFINITY) : 0,
  }));
  const best = gains.reduce((most, side) => (side.gain > most.gain ? side : most));
  if (best.gain < FEWEST_PLACES) return null;
  const [place, seen] = [format.count(best.effectivePlacement!), format.count(best.foreseen)];
  return { pattern: t.stories.match.ahead, parts: { side: isolated(titleOf(best, t)), place, foreseen: seen } };
};

/** Who gained and who lost most, where more than two players were rated. */
const mostMoved: Tell = (slug, { sides }, { t, format }) => {
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

const corrected: Tell = (_, { history = [] }, { t, format }) =>
  history.length < 2 ? null : { pattern: t.stories.match.corrected, parts: { day: onDay(history.at(-1)!.at, format) } };
