import {
  type Contribution,
  defineRater,
  expectedScore,
  explainChange,
  type Match,
  type PlayerId,
  pairwiseResults,
  type Rated,
  type Rater,
  type ReasonWords,
  type Result,
  remainder,
  withoutGuests,
} from '@openladder/rating';
import { chancesOf } from './chances.js';
import {
  fromJournal,
  type History,
  hasPlayed,
  NOTHING_PLAYED,
  type Played,
  playedAgainst,
  solvedOf,
  stabilityIn,
  withPlayed,
} from './history.js';
import { rounded, type Solved } from './performance.js';
import { countedRating, presets, SCALE, type Settings, settings as schema, type Variant } from './settings.js';

/** A list of this length takes as much time and memory as its summary. */
const LONGEST_LIST = 32;

/** Performance ratings as a rating system for leagues. */
export const rater = raterWith(LONGEST_LIST);

const WORDS: ReasonWords = {
  fading: { en: 'the fading of older games', de: 'das Verblassen älterer Spiele', fr: 'l’oubli des matchs anciens' },
};

/** The rater with another limit, so that tests can treat short histories as long ones. */
export function raterWith(longestList: number): Rater<Settings, History> {
  return defineRater<Settings, History>({
    key: 'performance',
    version: '2.8.0',
    title: 'Performance rating',
    summary:
      "The rating at which a player's results would be exactly as expected, solved again from their whole " +
      'history after each game. Ratings built on many opponents are stable; beating one opponent again and again pays little.',
    source: 'Arimaa performance ratings: the scripts p1 to p8 of the Arimaa game room',
    settings: schema,
    presets,
    // The source defines the weight of a game, by its age and its opponent.
    usesWeight: false,
    formats: ({ multiplayer }) =>
      multiplayer === 'pairwise'
        ? { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }
        : { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 },
    initial: (settings) => ({ value: solvedOf(NOTHING_PLAYED, null, settings).rating, ...NOTHING_PLAYED }),
    rate: (match, states, settings) => rate(match, states, settings, longestList),
    rating: (history) => ({
      value: history.value,
      deviation: null,
      score: history.value,
      isProvisional: history.value === null || !hasPlayed(history),
    }),
    adjustments: (line) => remainder(line, 'fading'),
    explain: (line, _, locale) => explainChange(line, remainder(line, 'fading'), locale, { words: WORDS }),
    display,
    predict: chancesOf,
    restore: { needs: 'all', from: (lines, settings) => fromJournal(lines, settings, longestList) },
  });
}

function rate(
  match: Match,
  states: ReadonlyMap<PlayerId, History>,
  settings: Settings,
  longestList: number,
): Map<PlayerId, Rated<History>> {
  const { sides, playedAt } = withoutGuests(match);
  const results = pairwiseResults({ sides, playedAt });
  const rated = new Map<PlayerId, Rated<History>>();
  for (const [own, { participants }] of sides.entries()) {
    const encounters = sides.flatMap((side, other): Encounter[] => {
      if (other === own) return [];
      const result = results[own]![other]!;
      return side.participants.map(({ player }) => ({
        opponent: player,
        opponentValue: states.get(player)!.value,
        result,
      }));
    });
    for (const { player } of participants) {
      rated.set(player, play(states.get(player)!, encounters, playedAt, settings, longestList));
    }
  }
  return rated;
}

/** A game to be rated. */
interface Encounter {
  readonly opponent: PlayerId;
  /** The opponent's value before the match; null if they have none. */
  readonly opponentValue: number | null;
  readonly result: Result;
}

/** Plays the games one by one. Each contribution is the change by its game alone; the loss of older games is an adjustment. */
function play(
  before: History,
  encounters: readonly Encounter[],
  playedAt: number,
  settings: Settings,
  longestList: number,
): Rated<History> {
  const own = countedRating(before.value, settings);
  const ordered = inOrderOfPlay(encounters, (opponent) => playedAgainst(before, opponent), settings);
  let played: Played = before;
  let value = before.value;
  const contributions = ordered.map(({ opponent, opponentValue, result }): Contribution => {
    const rating = countedRating(opponentValue, settings);
    const valueBefore = value;
    played = withPlayed(played, { opponent, rating, result, playedAt }, settings, longestList);
    const solved = solvedOf(played, valueBefore, settings);
    value = solved.rating;
    return {
      opponent,
      opponentValue,
      expected: expectedScore(own - rating, SCALE),
      actual: result,
      weight: solved.newestWeight!,
      delta:
        valueBefore === null || value === null
          ? null
          : ownPart(valueBefore, value, rating, result, solved, settings.variant),
    };
  });
  const isRatedThroughout = before.value !== null && value !== null;
  return {
    state: { value, ...played },
    contributions: isRatedThroughout ? contributions : contributions.map((line) => ({ ...line, delta: null })),
  };
}

/**
 * The order in which the games of one match join a history: by the opponent's rating, by the number of games against them so far,
 * and by result. Results come last, after everything that weights depend on. Otherwise a better result could move a game to a place where it
 * weighs less. Games that are equal in all three have the same effect in any order, and keep the order of the match. That order is part of the
 * log; ids are not.
 * @param countAgainst games against an opponent so far; any number if weights do not depend on it
 */
function inOrderOfPlay(
  encounters: readonly Encounter[],
  countAgainst: (opponent: PlayerId) => number,
  settings: Settings,
): readonly Encounter[] {
  if (encounters.length < 2) return encounters;
  const counts = new Map(encounters.map(({ opponent }) => [opponent, countAgainst(opponent)]));
  return encounters.toSorted(
    (a, b) =>
      countedRating(a.opponentValue, settings) - countedRating(b.opponentValue, settings) ||
      counts.get(a.opponent)! - counts.get(b.opponent)! ||
      a.result - b.result,
  );
}

/** Smaller changes do not show how easily the rating moves. */
const SHORT = 0.01;
/** Then it is measured between ratings this many points above and below. */
const BESIDE = 1;

/**
 * The part of a change that comes from the newest game itself. The rest comes from the older games: they lose weight by it, and with
 * their former weights they kept the rating unchanged. Each of the two pulls with a number of games above expectation at the rating
 * before. They share the change in proportion to their pulls.
 * @param before the rating before the game, in points
 * @param after the same after it
 * @param opponent the opponent's rating
 * @param solved the result of the games with the newest one
 * @returns points
 */
function ownPart(
  before: number,
  after: number,
  opponent: number,
  result: number,
  { newestWeight, excessAt }: Solved,
  variant: Variant,
): number {
  const change = after - before;
  // Under these variants no game ever loses weight.
  if (variant === 'p1' || variant === 'p2') return change;
  const pull = newestWeight! * (result - expectedScore(before - opponent, SCALE));
  const slope = Math.abs(change) < SHORT ? Number.NaN : excessAt(before) / change;
  const stiffness = slope > 0 ? slope : (excessAt(after - BESIDE) - excessAt(after + BESIDE)) / (2 * BESIDE);
  return stiffness > 0 ? pull / stiffness : change;
}

/** The rating with its stability: `2003 +12 −31`. */
function display(history: History, settings: Settings): string {
  const { value } = history;
  const moves = stabilityIn(history, settings);
  if (value === null || moves === null) return 'unrated';
  const points = rounded(value);
  return `${points < 0 ? '−' : ''}${Math.abs(points)} ${signed(moves.plus, '+')} ${signed(moves.minus, '−')}`;
}

function signed(change: number, signOfZero: '+' | '−'): string {
  const points = rounded(Math.abs(change));
  const sign = points === 0 ? signOfZero : change < 0 ? '−' : '+';
  return `${sign}${points}`;
}
