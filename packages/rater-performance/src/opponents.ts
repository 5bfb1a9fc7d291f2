import type { PlayerId } from '@openladder/rating';
import {
  append,
  BEFORE,
  changing,
  chunkOf,
  draftOf,
  FIELDS,
  fieldOf,
  type GameLog,
  type LogDraft,
  logOf,
  MEETING,
  NO_GAMES,
  ODDS,
  OPPONENT,
  RESULT,
  slotOf,
  weightAt,
} from './game-log.js';
import { SCALE } from './settings.js';
import { add, addSpread, ends, NOTHING, type Spread, widened } from './spread.js';
import { addGame, addGames, type WindowDraft } from './window.js';

/** The games by opponent. Columns of numbers, since most opponents are met seldom, and an object each would be ruin. */
export interface Opponents {
  /** In the order of their first games. */
  readonly ids: readonly PlayerId[];
  /** The position in the log of the newest game against each. */
  readonly newest: readonly number[];
  /** Old games of those opponents who have some; shorter than `ids` where the others have none. */
  readonly settled: readonly (Settled | null)[];
  readonly log: GameLog;
  /** What the weights of the games against each are to be multiplied by. */
  readonly factors: readonly number[];
  /** What all weights are to be multiplied by, besides. */
  readonly scale: number;
  /** How many games in the log are not needed any more. */
  readonly spent: number;
}

/** Old games against one opponent, whose weights keep their proportions for good. The newest of them stands for all. */
export interface Settled {
  /** How many games against the opponent the newest of them makes. */
  readonly meeting: number;
  /** Each game by its weight relative to that of the newest. */
  readonly spread: Spread;
}

/** Games are settled when there are so many that a spread is smaller. */
const WORTHWHILE = 12;
/** The log is rid of spent games when they are as many as the others, and so many that it is worthwhile. */
const MANY = 64;
/** Below this scale the weights are multiplied by it, long before they are too great for numbers. */
const LEAST_SCALE = 1e-100;

export const NO_OPPONENTS: Opponents = {
  ids: [],
  newest: [],
  settled: [],
  log: NO_GAMES,
  factors: [],
  scale: 1,
  spent: 0,
};

/** How many games there are against an opponent. */
export function gamesAgainst({ newest, log }: Opponents, index: number): number {
  return index >= 0 ? fieldOf(log, newest[index]!, MEETING) : 0;
}

/** Whether the game at a position is the newest settled one of its opponent. */
export function isLastSettled(settled: Settled | null | undefined, meeting: number): settled is Settled {
  return settled !== null && settled !== undefined && settled.meeting === meeting;
}

/**
 * The opponents after a game.
 * @param draft their log, with the weights that games before it have now
 * @param index of the opponent, -1 for a new one
 * @param odds 10^(r/400) of his rating
 * @param weight of the game
 * @param fade what all games lose, as a factor
 * @param change what the games against the opponent lose besides
 */
export function withEncounter(
  { ids, newest, settled, log, factors, spent, scale }: Opponents,
  draft: LogDraft,
  index: number,
  id: PlayerId,
  odds: number,
  result: number,
  weight: number,
  fade: number,
  change: number,
): Opponents {
  const position = log.length;
  const isNew = index < 0;
  const opponent = isNew ? ids.length : index;
  const before = isNew ? -1 : newest[index]!;
  const meeting = isNew ? 1 : fieldOf(log, before, MEETING) + 1;
  const positions = isNew ? newest.concat([position]) : newest.slice();
  positions[opponent] = position;
  const changed = isNew ? factors.concat([1]) : change === 1 ? (factors as number[]) : factors.slice();
  if (change !== 1) changed[opponent] = changed[opponent]! * change;
  append(draft, opponent, before, meeting, odds, result, weight / (scale * fade * changed[opponent]!));
  return {
    ids: isNew ? ids.concat([id]) : ids,
    newest: positions,
    settled,
    log: logOf(draft),
    factors: changed,
    scale: scale * fade,
    spent,
  };
}

/**
 * Settles what can be of the games against an opponent, where that is worthwhile: all but the newest game where they fade
 * alike; else the oldest ones as far as no other opponent's newest game lies between them, for none ever will again, so
 * that the others who were met since are the same for all of them.
 * @param window where the games are replaced with the spread: both say the same but for 6e-10 of each game, which would
 * add up if games were added and their spread taken away
 * @param besides what the weights of the games against the opponent are to be multiplied by besides
 */
export function withSettled(
  opponents: Opponents,
  index: number,
  fadeAlike: boolean,
  window: WindowDraft,
  besides: number,
): Opponents {
  const { newest, log } = opponents;
  if (gamesAgainst(opponents, index) % WORTHWHILE !== 0) return opponents;
  const old = opponents.settled[index] ?? null;
  const positions: number[] = [];
  for (let at = fieldOf(log, newest[index]!, BEFORE); at >= 0; at = fieldOf(log, at, BEFORE)) {
    positions.push(at);
    if (isLastSettled(old, fieldOf(log, at, MEETING))) break;
  }
  const oldest = positions.at(-1)!;
  const limit = fadeAlike ? newest[index]! : nextNewest(newest, oldest);
  const alike = positions.filter((position) => position < limit).reverse();
  const last = alike.at(-1);
  if (alike.length < WORTHWHILE - 1 || last === undefined || weightAt(log, last) === 0) return opponents;

  const unit = weightAt(log, last);
  const draft = draftOf(log);
  const ratings = alike.map((position) => ratingAt(log, position));
  const isOld = isLastSettled(old, fieldOf(log, alike[0]!, MEETING));
  const fade = isOld ? weightAt(log, alike[0]!) / unit : 1;
  const spread = widened(isOld ? old.spread : NOTHING, fade, ratings);
  const whole = unit * opponents.factors[index]! * opponents.scale * besides;
  if (isOld) addGames(window, old.spread, -fade * whole);
  for (let game = 0; game < alike.length; game++) {
    const position = alike[game]!;
    const weight = weightAt(log, position) / unit;
    const result = fieldOf(log, position, RESULT);
    if (game > 0 || !isOld) {
      add(spread, ratings[game]!, result, weight);
      addGame(window, fieldOf(log, position, ODDS), result, -weight * whole);
    }
    if (position !== last) changing(draft, chunkOf(position))[slotOf(position)] = 0;
  }
  addGames(window, spread, whole);
  const settled = opponents.settled.slice();
  while (settled.length < index) settled.push(null);
  settled[index] = { meeting: fieldOf(log, last, MEETING), spread };
  const spent = opponents.spent + alike.length - 1;
  return { ...opponents, settled, log: logOf(draft), spent };
}

/** Games of one weight against one opponent: a single one, or old ones. */
export interface Weighed {
  /** 10^(r/400) of his rating, and the result, of a single one; of old ones those of the newest. */
  readonly odds: number;
  readonly result: number;
  readonly weight: number;
  readonly old: Spread | null;
}

/**
 * All games by what they weigh.
 * @param besides what the weights are to be multiplied by besides, by the games against the opponent and a game's place
 * among them
 */
export function weighed(opponents: Opponents, besides: (n: number, meeting: number) => number): Weighed[] {
  const { log, settled, factors, scale } = opponents;
  const games: Weighed[] = [];
  for (let position = 0; position < log.length; position++) {
    const own = weightAt(log, position);
    if (own === 0) continue;
    const index = fieldOf(log, position, OPPONENT);
    const meeting = fieldOf(log, position, MEETING);
    const weight = own * factors[index]! * scale * besides(gamesAgainst(opponents, index), meeting);
    const old = settled[index];
    games.push({
      odds: fieldOf(log, position, ODDS),
      result: fieldOf(log, position, RESULT),
      weight,
      old: isLastSettled(old, meeting) ? old.spread : null,
    });
  }
  return games;
}

/** All games by rating. */
export function spreadOf(games: readonly Weighed[]): Spread {
  if (games.length === 0) return NOTHING;
  const ratingOf = ({ odds }: Weighed) => SCALE * Math.log(odds);
  const spread = widened(NOTHING, 1, [...games.map(ratingOf), ...games.flatMap(({ old }) => (old ? ends(old) : []))]);
  for (const game of games) {
    if (game.old) addSpread(spread, game.old, game.weight);
    else add(spread, ratingOf(game), game.result, game.weight);
  }
  return spread;
}

function ratingAt(log: GameLog, position: number): number {
  return SCALE * Math.log(fieldOf(log, position, ODDS));
}

/** The first of the newest games after a position, of the opponents whose newest game it is not. */
function nextNewest(newest: readonly number[], position: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const other of newest) if (other > position && other < next) next = other;
  return next;
}

/**
 * The opponents without spent games, and without opponents of whom nothing else is left, where that is worthwhile.
 * @param negligible weight below which games are spent, and opponents are forgotten; 0: nobody is
 */
export function withoutSpent(opponents: Opponents, negligible: number): Opponents {
  const { ids, newest, settled, log, factors, scale } = opponents;
  const { length } = log;
  const latest = fieldOf(log, length - 1, OPPONENT);
  const isHalfSpent = 2 * opponents.spent >= length || weightAt(log, length >> 1) * scale < negligible;
  const isSmall = scale < LEAST_SCALE || factors[latest]! < LEAST_SCALE;
  if (!isSmall && (length < 2 * MANY || !isHalfSpent)) return opponents;

  const kept: LogDraft = draftOf(NO_GAMES);
  const indexes = new Map<number, number>();
  const positions = new Map<number, number>();
  for (let position = 0; position < length; position++) {
    const game = log.games[chunkOf(position)]!;
    const from = slotOf(position) * FIELDS;
    const index = game[from + OPPONENT]!;
    const weight = weightAt(log, position) * factors[index]! * scale;
    if (weight <= negligible && (negligible > 0 || newest[index] !== position)) continue;
    if (!indexes.has(index)) indexes.set(index, indexes.size);
    const before = positions.get(game[from + BEFORE]!) ?? -1;
    positions.set(position, positions.size);
    append(kept, indexes.get(index)!, before, game[from + MEETING]!, game[from + ODDS]!, game[from + RESULT]!, weight);
  }
  // push, for flatMap makes an array that numbers are slow in.
  const left: number[] = [];
  for (const index of indexes.keys()) left.push(positions.get(newest[index]!)!);
  return {
    ids: [...indexes.keys()].map((index) => ids[index]!),
    newest: left,
    settled: [...indexes.keys()].map((index) => settled[index] ?? null),
    log: logOf(kept),
    factors: left.map(() => 1),
    scale: 1,
    spent: 0,
  };
}
