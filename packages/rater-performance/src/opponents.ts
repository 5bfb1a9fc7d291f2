import type { PlayerId } from '@openladder/rating';
import type { PlayedGame } from './games.js';
import type { Variant } from './settings.js';
import { add, faded, NOTHING, type Spread } from './spread.js';
import { type Decay, type Place, WEIGHT } from './weights.js';

/** An opponent and the games against him. */
export interface Opponent {
  readonly id: PlayerId;
  /** The oldest games, whose weights keep their proportions for good; null for none. */
  readonly settled: Settled | null;
  /**
   * The other games, oldest first, three numbers each: its place among all games, counted from 1; his rating; the
   * result. One array, since most opponents are met seldom and an array costs as much as six numbers.
   */
  readonly games: readonly number[];
}

/** Games as one. */
export interface Settled {
  readonly count: number;
  /** The place of the newest of them among all games. */
  readonly last: number;
  /** Each game by its weight relative to that of the newest. */
  readonly spread: Spread;
}

/** Numbers for each game in `games`. */
export const FIELDS = 3;
/** Games are settled when there are so many that a spread is smaller. */
const WORTHWHILE = 12;

/** Where a game stands, moving from an opponent's newest game to his oldest. */
export interface MovingPlace extends Place {
  /** The last of the opponents who were not met since. */
  earlier: number;
}

/** Where to begin, before the newest game against the opponent at `index`. */
export function placeBefore(opponents: readonly Opponent[], index: number): MovingPlace {
  return { i: 0, j: 0, n: countOf(opponents[index]!), others: 0, days: 0, earlier: index - 1 };
}

/**
 * Moves to an older game.
 * @param count all games
 * @param opponents in the order of the last games against them
 * @param number the game's place among all games, counted from 1
 */
export function moveTo(place: MovingPlace, count: number, opponents: readonly Opponent[], number: number): void {
  while (place.earlier >= 0 && lastOf(opponents[place.earlier]!) > number) place.earlier--;
  place.i = count - number + 1;
  place.j++;
  // The opponent himself is one of those who were met since, or at this game.
  place.others = opponents.length - 2 - place.earlier;
}

/** Where an opponent stands among the others; -1 for nowhere. Regular opponents are found soonest. */
export function findOpponent(opponents: readonly Opponent[], id: PlayerId): number {
  for (let index = opponents.length - 1; index >= 0; index--) if (opponents[index]!.id === id) return index;
  return -1;
}

export function countOf({ settled, games }: Opponent): number {
  return (settled ? settled.count : 0) + games.length / FIELDS;
}

/** The place of the last game against him among all games. */
export function lastOf({ games }: Opponent): number {
  return games[games.length - FIELDS]!;
}

/** The opponents after a game: who was just met comes last. */
export function withEncounter(
  opponents: readonly Opponent[],
  index: number,
  number: number,
  game: PlayedGame,
): Opponent[] {
  const after = opponents.slice();
  if (index >= 0) after.splice(index, 1);
  const met = opponents[index];
  // concat leaves no room for more, as push does: states are many.
  const games = (met ? met.games : []).concat(number, game.rating, game.result);
  after.push({ id: game.opponent, settled: met ? met.settled : null, games });
  return after;
}

/**
 * Lets the games before `oldest` go: those of the opponent who was just met, and the opponents who weren't met since. By p5
 * their weight, at most decay^(i-1), falls with every game; what is left of it goes on fading in the spread.
 */
export function withoutForgotten(opponents: Opponent[], oldest: number): Opponent[] {
  const last = opponents.length - 1;
  const { id, settled, games } = opponents[last]!;
  let from = 0;
  while (games[from]! < oldest) from += FIELDS;
  if (from > 0) opponents[last] = { id, settled, games: games.slice(from) };
  let gone = 0;
  while (lastOf(opponents[gone]!) < oldest) gone++;
  return gone > 0 ? opponents.slice(gone) : opponents;
}

/**
 * Settles the old games of the opponent who was just met, where that is worthwhile: by p4 all of them, for they fade
 * alike; by p7 and p8 those of which no other opponent's last game lies between them, for none ever will again. By p5 no
 * two games ever fade alike.
 */
export function settle(opponents: Opponent[], count: number, variant: Variant, decay: Decay): void {
  const index = opponents.length - 1;
  const { id, settled, games } = opponents[index]!;
  if (variant === 'p5' || games.length <= WORTHWHILE * FIELDS) return;

  const weights = new Array<number>(games.length / FIELDS);
  const others = new Array<number>(weights.length);
  const place = placeBefore(opponents, index);
  const weightOf = WEIGHT[variant];
  for (let game = weights.length - 1; game >= 0; game--) {
    moveTo(place, count, opponents, games[game * FIELDS]!);
    weights[game] = weightOf(place, decay);
    others[game] = variant === 'p4' ? 0 : place.others;
  }
  if (settled) moveTo(place, count, opponents, settled.last);
  const oldest = variant === 'p4' ? 0 : place.others;
  // The newest stays: it says when the opponent was met.
  const alike = others.findIndex((other, game) => other !== oldest || game === others.length - 1);
  if (alike < WORTHWHILE || weights[alike - 1] === 0) return;

  const unit = weights[alike - 1]!;
  let spread = settled ? faded(settled.spread, weightOf(place, decay) / unit, games[1]!) : faded(NOTHING, 1, games[1]!);
  for (let game = 0; game < alike; game++) {
    spread = faded(spread, 1, games[game * FIELDS + 1]!);
    add(spread, games[game * FIELDS + 1]!, games[game * FIELDS + 2]!, weights[game]! / unit);
  }
  const last = games[(alike - 1) * FIELDS]!;
  opponents[index] = {
    id,
    settled: { count: (settled ? settled.count : 0) + alike, last, spread },
    games: games.slice(alike * FIELDS),
  };
}
