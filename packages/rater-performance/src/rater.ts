import {
  type Contribution,
  defineRater,
  expectedScore,
  type Match,
  type PlayerId,
  pairwiseResults,
  type Rated,
  shareOfPairs,
  withoutGuests,
} from '@openladder/rating';
import { type Games, inColumns, withGame } from './games.js';
import { countedRating, type Encounter, fromJournal, type History, inOrder } from './history.js';
import { performance, rounded, stabilityOf } from './performance.js';
import { type Settings, settings as schema } from './settings.js';
import { SCALE } from './solve.js';

const NO_GAMES = inColumns([]);

/** Performance ratings as a rating system for leagues. */
export const rater = defineRater<Settings, History>({
  key: 'performance',
  version: '1.0.0',
  title: 'Performance rating',
  summary:
    'The rating at which the results of a player would be just what was to be expected, solved anew from his whole ' +
    'history after each game. Ratings built on many opponents are stable; beating one opponent again and again pays little.',
  source: 'Arimaa performance ratings: the scripts p1 to p8 of the Arimaa game room',
  settings: schema,
  formats: ({ multiplayer }) =>
    multiplayer === 'pairwise'
      ? { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }
      : { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 },
  initial: (settings) => ({ value: solveHistory(NO_GAMES, settings).value, games: NO_GAMES }),
  rate,
  rating: ({ value, games }) => ({
    value,
    deviation: null,
    score: value,
    isProvisional: value === null || games.opponent.length === 0,
  }),
  display,
  predict,
  restore: { needs: 'all', from: fromJournal },
});

function rate(match: Match, states: ReadonlyMap<PlayerId, History>, settings: Settings): Map<PlayerId, Rated<History>> {
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
      rated.set(player, play(states.get(player)!, encounters, playedAt, settings));
    }
  }
  return rated;
}

/** Plays the games one by one, so that each contribution is what its game changed. */
function play(before: History, encounters: readonly Encounter[], playedAt: number, settings: Settings): Rated<History> {
  const own = countedRating(before.value, settings);
  let { value, games } = before;
  const contributions = inOrder(encounters, games, settings).map((encounter): Contribution => {
    const { opponent, opponentValue, result } = encounter;
    const rating = countedRating(opponentValue, settings);
    const valueBefore = value;
    games = withGame(games, { opponent, rating, result, playedAt });
    const solved = solveHistory(games, settings);
    value = solved.value;
    return {
      opponent,
      opponentValue,
      expected: expectedScore(own - rating, SCALE),
      actual: result,
      weight: solved.newestWeight!,
      delta: valueBefore === null || value === null ? null : value - valueBefore,
    };
  });
  const isRatedThroughout = before.value !== null && value !== null;
  return {
    state: { value, games },
    contributions: isRatedThroughout ? contributions : contributions.map((line) => ({ ...line, delta: null })),
  };
}

/** An infinite rating (p1) is none in a league, where states and journals are kept as JSON. */
function solveHistory(games: Games, settings: Settings) {
  const { rating, newestWeight } = performance(games, newestAt(games), settings.variant, settings);
  return { value: rating !== null && Number.isFinite(rating) ? rating : null, newestWeight };
}

/** Days count back from the player's newest game: his rating changes only when he plays. */
function newestAt({ playedAt }: Games): number {
  return playedAt.at(-1) ?? 0;
}

/** The rating with its stability: `2003 +12 −31`. */
function display({ value, games }: History, settings: Settings): string {
  const moves = stabilityOf(games, newestAt(games), settings.variant, settings);
  if (value === null || moves === null) return 'unrated';
  const points = rounded(value);
  return `${points < 0 ? '−' : ''}${Math.abs(points)} ${signed(moves.plus, '+')} ${signed(moves.minus, '−')}`;
}

function signed(change: number, signOfZero: '+' | '−'): string {
  const points = rounded(Math.abs(change));
  const sign = points === 0 ? signOfZero : change < 0 ? '−' : '+';
  return `${sign}${points}`;
}

/** A side is as strong as the mean of its players; of several sides, each has its share of the pairs. */
function predict(sides: readonly (readonly History[])[], settings: Settings): number[] {
  const strengths = sides.map(
    (players) => players.reduce((sum, { value }) => sum + countedRating(value, settings), 0) / players.length,
  );
  return shareOfPairs(sides.length, (a, b) => expectedScore(strengths[a]! - strengths[b]!, SCALE));
}
