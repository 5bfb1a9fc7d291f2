import {
  append,
  BEFORE,
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
import { add, type Grid, widened } from './grid.js';
import { addGridSeen, noSums, type View } from './local-polynomial.js';
import type { Opponents, Settled } from './opponents.js';
import { SCALE } from './settings.js';
import type { FadeField } from './settling.js';

/** Shorter logs are not compacted. */
const MANY = 64;

/**
 * Whether half of the log is no longer needed.
 * @param upTo games up to this place are not needed
 */
export function isHalfSpent({ log, spent }: Opponents, upTo: number): boolean {
  const { length, fields } = log;
  return length >= 2 * MANY && (2 * spent >= length || (fields > PLACE && fieldOf(log, length >> 1, PLACE) <= upTo));
}

/** The opponents, with a log that has no settled games and none up to a place. Opponents without games left are removed. */
export function compacted(opponents: Opponents, upTo: number, field: FadeField, power: Float64Array): Opponents {
  const { ids, newest, settled, log, spent } = opponents;
  if (spent === 0 && upTo <= 0) return opponents;
  const kept = draftOf(emptyLog(log.fields));
  const indexes = new Map<number, number>();
  const positions = new Map<number, number>();
  for (let position = 0; position < log.length; position++) {
    const games = chunkAt(log, position);
    const from = startOf(log, position);
    const old = games[from + OPPONENT]!;
    const meeting = games[from + MEETING]!;
    const place = log.fields > PLACE ? games[from + PLACE]! : Number.POSITIVE_INFINITY;
    if (meeting < (settled[old]?.meeting ?? 0) || place <= upTo) continue;
    const index = indexes.get(old) ?? indexes.size;
    indexes.set(old, index);
    const before = positions.get(games[from + BEFORE]!) ?? -1;
    positions.set(position, kept.length);
    append(kept, index, before, meeting, games[from + ODDS]!, games[from + RESULT]!, place);
  }
  // flatMap would make an array whose numbers are slow to read.
  const left: number[] = [];
  for (const index of indexes.keys()) left.push(positions.get(newest[index]!)!);
  const grids: (Settled | null)[] = [];
  for (const [index, now] of indexes) {
    const old = settled[index];
    if (!old) continue;
    while (grids.length < now) grids.push(null);
    const { meeting, sums } = old;
    grids.push({ meeting, sums, grid: gridOf(old, newest[index]!, log, field, power) });
  }
  return {
    ids: [...indexes.keys()].map((index) => ids[index]!),
    newest: left,
    settled: grids,
    log: kept,
    spent: 0,
  };
}

/** All settled games against an opponent. */
function gridOf({ meeting, grid }: Settled, newest: number, log: GameLog, field: FadeField, power: Float64Array): Grid {
  let last = newest;
  while (fieldOf(log, last, MEETING) > meeting) last = fieldOf(log, last, BEFORE);
  const games: number[] = [];
  for (let at = last; at >= 0; at = fieldOf(log, at, BEFORE)) games.push(at);
  // The oldest one left stands for the games that are already on the grid.
  const standIn = grid.weights.length === 0 ? -1 : games.pop()!;
  if (games.length === 0) return grid;
  const ratings = games.map((position) => SCALE * Math.log(fieldOf(log, position, ODDS)));
  const matchWeight = (position: number) => power[fieldOf(log, last, field) - fieldOf(log, position, field)]!;
  const draft = widened(grid, standIn < 0 ? 0 : matchWeight(standIn), ratings);
  for (let game = 0; game < games.length; game++) {
    add(draft, ratings[game]!, fieldOf(log, games[game]!, RESULT), matchWeight(games[game]!));
  }
  return draft;
}

/** Settled games, all of them on a grid, seen from another middle. */
export function seenFrom(view: View, { meeting, grid }: Settled): Settled {
  const sums = noSums(view);
  addGridSeen(sums, view, grid);
  return { meeting, sums, grid };
}
