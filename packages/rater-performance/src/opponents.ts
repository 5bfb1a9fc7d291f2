import type { PlayerId } from '@openladder/rating';
import {
  append,
  chunkAt,
  draftOf,
  emptyLog,
  fieldOf,
  type GameLog,
  MEETING,
  ODDS,
  OPPONENT,
  PLACE,
  RESULT,
  startOf,
} from './game-log.js';
import type { Grid } from './grid.js';
import type { Place } from './weights.js';

/** The games by opponent. They are columns of numbers, because most opponents are met seldom and an object for each would take too much memory. */
export interface Opponents {
  /** The opponents in the order of their first games. */
  readonly ids: readonly PlayerId[];
  /** The position in the log of the newest game against each. */
  readonly newest: readonly number[];
  /** Old games by opponent. It is shorter than `ids` if the last opponents have none. */
  readonly settled: readonly (Settled | null)[];
  readonly log: GameLog;
  /** How many settled games the log still has, not counting those that stand for others. */
  readonly spent: number;
}

/** Old games against one opponent whose weights will always keep their proportions. The newest of them stands for all. */
export interface Settled {
  /** How many games there are against the opponent up to the newest of them. */
  readonly meeting: number;
  /** What they add to the polynomial, with weights relative to that of the newest. */
  readonly sums: readonly number[];
  /** Those of which the log has kept only the newest, with weights relative to its own. */
  readonly grid: Grid;
}

/**
 * No opponents.
 * @param fields numbers that the log keeps of a game
 */
export function noOpponents(fields: number): Opponents {
  return { ids: [], newest: [], settled: [], log: emptyLog(fields), spent: 0 };
}

/** How many games there are against an opponent. */
export function gamesAgainst({ newest, log }: Opponents, index: number): number {
  return index >= 0 ? fieldOf(log, newest[index]!, MEETING) : 0;
}

/**
 * The opponents after a game.
 * @param index of the opponent, -1 for a new one
 * @param odds 10^(r/400) of their rating
 * @param place how many games there are, this one included
 */
export function withEncounter(
  { ids, newest, settled, log, spent }: Opponents,
  index: number,
  id: PlayerId,
  odds: number,
  result: number,
  place: number,
): Opponents {
  const position = log.length;
  const after = draftOf(log);
  if (index < 0) {
    append(after, ids.length, -1, 1, odds, result, place);
    return { ids: ids.concat([id]), newest: newest.concat([position]), settled, log: after, spent };
  }
  const before = newest[index]!;
  append(after, index, before, fieldOf(log, before, MEETING) + 1, odds, result, place);
  const positions = newest.slice();
  positions[index] = position;
  return { ids, newest: positions, settled, log: after, spent };
}

/** A game, or the settled games that it stands for. */
export interface KeptGame {
  readonly position: number;
  /** 10^(r/400) of the opponent's rating. */
  readonly odds: number;
  readonly result: number;
  /** The games that it stands for; null: itself. */
  readonly old: Settled | null;
}

/**
 * Calls a function with each game, from the newest to the oldest; with `place.i` if places are kept.
 * @param count how many games have been played
 */
export function eachGame(
  { newest, settled, log }: Opponents,
  count: number,
  visit: (place: Place, game: KeptGame) => void,
): void {
  const place: Place = { i: 0, j: 0, n: 0, others: 0, days: 0 };
  let distinct = 0;
  for (let position = log.length - 1; position >= 0; position--) {
    const games = chunkAt(log, position);
    const from = startOf(log, position);
    const index = games[from + OPPONENT]!;
    const meeting = games[from + MEETING]!;
    const old = settled[index] ?? null;
    if (old && meeting < old.meeting) continue;
    if (log.fields > PLACE) place.i = count - games[from + PLACE]! + 1;
    place.n = fieldOf(log, newest[index]!, MEETING);
    place.j = place.n - meeting + 1;
    place.others = place.j === 1 ? distinct++ : distinct - 1;
    const isOld = old !== null && meeting === old.meeting;
    visit(place, { position, odds: games[from + ODDS]!, result: games[from + RESULT]!, old: isOld ? old : null });
  }
}
