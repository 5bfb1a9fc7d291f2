import type { PlayerId } from '@openladder/rating';
import type { PlayedGame } from './games.js';
import type { Variant, WeightSettings } from './settings.js';
import { add, faded, NOTHING, type Spread, type SpreadDraft } from './spread.js';
import { type Decay, decayTable, type Place, WEIGHT } from './weights.js';

/**
 * What a long history comes down to: the weighted games by rating, and by opponent what is needed to weigh them anew.
 * One more game costs the same however many there are: most weights fade by one factor, and the few that don't are
 * those of the games against this opponent and, for p7 and p8, of those since the last one against him.
 */
export interface Digest {
  /** All games. */
  readonly count: number;
  readonly spread: Spread;
  /** In the order of the last games against them, oldest first. None where weights don't depend on opponents (p1 to p3). */
  readonly opponents: readonly Opponent[];
}

export interface Opponent {
  readonly id: PlayerId;
  /**
   * The games against him, oldest first, three numbers each: its place among all games, counted from 1; his rating; the
   * result. One array, since most opponents are met seldom and an array costs as much as six numbers.
   */
  readonly games: readonly number[];
}

const FIELDS = 3;

export const NO_DIGEST: Digest = { count: 0, spread: NOTHING, opponents: [] };

/** Factor by which a game loses weight when any other is played. p7 and p8: when a new opponent is met. */
function fadeOf(variant: Variant, { decay }: WeightSettings): number {
  return variant === 'p1' || variant === 'p2' ? 1 : decay;
}

function dependsOnOpponents(variant: Variant): boolean {
  return variant !== 'p1' && variant !== 'p2' && variant !== 'p3';
}

/** The games and a newer one. */
export function withDigested(digest: Digest, game: PlayedGame, variant: Variant, settings: WeightSettings): Digest {
  const count = digest.count + 1;
  if (!dependsOnOpponents(variant)) {
    const draft = faded(digest.spread, fadeOf(variant, settings), game.rating);
    add(draft, game.rating, game.result, 1);
    return { count, spread: draft, opponents: digest.opponents };
  }

  const index = findLast(digest.opponents, game.opponent);
  const weighed = variant === 'p7' || variant === 'p8' ? byOpponents : byAge;
  const spread = weighed(digest, index, game, variant, settings);
  const opponents = digest.opponents.slice();
  if (index >= 0) opponents.splice(index, 1);
  const before = index >= 0 ? digest.opponents[index]!.games : [];
  opponents.push({ id: game.opponent, games: [...before, count, game.rating, game.result] });
  return { count, spread, opponents };
}

/** How many of the games were against this opponent, where weights depend on it; else 0. */
export function digestedAgainst({ opponents }: Digest, id: PlayerId): number {
  const index = findLast(opponents, id);
  return index >= 0 ? countOf(opponents[index]!) : 0;
}

/** k of the newest game. */
export function newestDigestedWeight({ count, opponents }: Digest, variant: Variant, settings: WeightSettings): number {
  const newest = opponents.at(-1);
  const n = newest ? countOf(newest) : 1;
  return WEIGHT[variant]({ i: 1, j: 1, n, others: 0, days: 0 }, decayTable(count, settings));
}

/** Every game fades, and those against the opponent weigh by how many there are. */
function byAge(digest: Digest, index: number, game: PlayedGame, variant: Variant, settings: WeightSettings): Spread {
  const factor = fadeOf(variant, settings);
  const draft = faded(digest.spread, factor, game.rating);
  const decay = decayTable(digest.count + 1, settings);
  if (index >= 0) weighAnew(draft, digest, index, factor, variant, decay);
  return withNewest(draft, digest, index, game, variant, decay);
}

/**
 * Games fade by distinct opponents since. One who was met before counts already in all games up to the last one against
 * him, so that only later games fade. Whichever are fewer, the later or the earlier ones, are walked over.
 */
function byOpponents(
  digest: Digest,
  index: number,
  game: PlayedGame,
  variant: Variant,
  settings: WeightSettings,
): Spread {
  const { count, opponents, spread } = digest;
  const fade = fadeOf(variant, settings);
  const decay = decayTable(count + 1, settings);
  if (index < 0) return withNewest(faded(spread, fade, game.rating), digest, index, game, variant, decay);

  const last = lastOf(opponents[index]!);
  const isRecent = 2 * (count - last) <= count;
  const draft = faded(spread, isRecent ? 1 : fade, game.rating);
  if (isRecent) {
    for (let other = index + 1; other < opponents.length; other++) {
      addWeights(draft, digest, other, last, count, fade - 1, variant, decay);
    }
  } else {
    for (let other = 0; other < opponents.length; other++) {
      if (other !== index) addWeights(draft, digest, other, 0, last, 1 - fade, variant, decay);
    }
  }
  weighAnew(draft, digest, index, isRecent ? 1 : fade, variant, decay);
  return withNewest(draft, digest, index, game, variant, decay);
}

function withNewest(
  draft: SpreadDraft,
  { opponents }: Digest,
  index: number,
  { rating, result }: PlayedGame,
  variant: Variant,
  decay: Decay,
): Spread {
  const n = index >= 0 ? countOf(opponents[index]!) + 1 : 1;
  add(draft, rating, result, WEIGHT[variant]({ i: 1, j: 1, n, others: 0, days: 0 }, decay));
  return draft;
}

/** Gives an opponent's games the weights that they have after one more against him, from `factor` times the present. */
function weighAnew(
  draft: SpreadDraft,
  digest: Digest,
  index: number,
  factor: number,
  variant: Variant,
  decay: Decay,
): void {
  const { games } = digest.opponents[index]!;
  const place = newestPlace(digest, index);
  const next = { ...place, n: place.n + 1 };
  const weightOf = WEIGHT[variant];
  for (let at = games.length - FIELDS; at >= 0; at -= FIELDS) {
    moveTo(place, digest, games, at);
    next.i = place.i + 1;
    next.j = place.j + 1;
    next.others = place.others;
    const change = weightOf(next, decay) - factor * weightOf(place, decay);
    add(draft, games[at + 1]!, games[at + 2]!, change);
  }
}

/** Adds `factor` times the present weights of an opponent's games after the game numbered `after`, up to `upTo`. */
function addWeights(
  draft: SpreadDraft,
  digest: Digest,
  index: number,
  after: number,
  upTo: number,
  factor: number,
  variant: Variant,
  decay: Decay,
): void {
  const { games } = digest.opponents[index]!;
  const place = newestPlace(digest, index);
  const weightOf = WEIGHT[variant];
  for (let at = games.length - FIELDS; at >= 0 && games[at]! > after; at -= FIELDS) {
    moveTo(place, digest, games, at);
    if (games[at]! <= upTo) add(draft, games[at + 1]!, games[at + 2]!, factor * weightOf(place, decay));
  }
}

/** A place that moves from an opponent's newest game to his oldest. */
interface MovingPlace extends Place {
  /** The last of the opponents who were not met since. */
  earlier: number;
}

function newestPlace({ opponents }: Digest, index: number): MovingPlace {
  return { i: 0, j: 0, n: countOf(opponents[index]!), others: 0, days: 0, earlier: index - 1 };
}

function moveTo(place: MovingPlace, { count, opponents }: Digest, games: readonly number[], at: number): void {
  const number = games[at]!;
  while (place.earlier >= 0 && lastOf(opponents[place.earlier]!) > number) place.earlier--;
  place.i = count - number + 1;
  place.j = place.n - at / FIELDS;
  // The opponent himself is one of those who were met since, or at this game.
  place.others = opponents.length - 2 - place.earlier;
}

function findLast(opponents: readonly Opponent[], id: PlayerId): number {
  for (let index = opponents.length - 1; index >= 0; index--) if (opponents[index]!.id === id) return index;
  return -1;
}

function countOf({ games }: Opponent): number {
  return games.length / FIELDS;
}

/** The number of the last game against him. */
function lastOf({ games }: Opponent): number {
  return games[games.length - FIELDS]!;
}
