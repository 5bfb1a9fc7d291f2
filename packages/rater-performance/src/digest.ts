import type { PlayerId } from '@openladder/rating';
import type { PlayedGame } from './games.js';
import {
  countOf,
  FIELDS,
  findOpponent,
  lastOf,
  moveTo,
  type Opponent,
  placeBefore,
  settle,
  withEncounter,
  withoutForgotten,
} from './opponents.js';
import type { Variant, WeightSettings } from './settings.js';
import { add, addSpread, faded, NOTHING, type Spread, type SpreadDraft } from './spread.js';
import { type Decay, decayTable, horizonOf, type Place, WEIGHT } from './weights.js';

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

  const index = findOpponent(digest.opponents, game.opponent);
  const decay = decayTable(count, settings);
  const weighed = variant === 'p7' || variant === 'p8' ? byOpponents : byAge;
  const spread = weighed(digest, index, game, variant, decay);
  const met = withEncounter(digest.opponents, index, count, game);
  const opponents = variant === 'p5' ? withoutForgotten(met, count - horizonOf(settings)) : met;
  settle(opponents, count, variant, decay);
  return { count, spread, opponents };
}

/** How many of the games were against this opponent, where weights depend on it; else 0. */
export function digestedAgainst({ opponents }: Digest, id: PlayerId): number {
  const index = findOpponent(opponents, id);
  return index >= 0 ? countOf(opponents[index]!) : 0;
}

/** k of the newest game. */
export function newestDigestedWeight({ count, opponents }: Digest, variant: Variant, settings: WeightSettings): number {
  const newest = opponents.at(-1);
  const n = newest ? countOf(newest) : 1;
  return WEIGHT[variant]({ i: 1, j: 1, n, others: 0, days: 0 }, decayTable(count, settings));
}

/** Every game fades, and those against the opponent weigh by how many there are. */
function byAge(digest: Digest, index: number, game: PlayedGame, variant: Variant, decay: Decay): Spread {
  const draft = faded(digest.spread, decay.base, game.rating);
  if (index >= 0) weighAnew(draft, digest, index, decay.base, variant, decay);
  return withNewest(draft, digest, index, game, variant, decay);
}

/**
 * Games fade by distinct opponents since. One who was met before counts already in all games up to the last one against
 * him, so that only later games fade. Whichever are fewer, the later or the earlier ones, are walked over.
 */
function byOpponents(digest: Digest, index: number, game: PlayedGame, variant: Variant, decay: Decay): Spread {
  const { count, opponents, spread } = digest;
  const fade = decay.base;
  if (index < 0) return withNewest(faded(spread, fade, game.rating), digest, index, game, variant, decay);

  const last = lastOf(opponents[index]!);
  const isRecent = 2 * (count - last) <= count;
  const draft = faded(spread, isRecent ? 1 : fade, game.rating);
  for (let other = isRecent ? index + 1 : 0; other < opponents.length; other++) {
    if (isRecent) addWeights(draft, digest, other, last, count, fade - 1, variant, decay);
    else if (other !== index) addWeights(draft, digest, other, 0, last, 1 - fade, variant, decay);
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
  { count, opponents }: Digest,
  index: number,
  factor: number,
  variant: Variant,
  decay: Decay,
): void {
  const { games, settled } = opponents[index]!;
  const weightOf = WEIGHT[variant];
  const place = placeBefore(opponents, index);
  const next: Place = { ...place, n: place.n + 1 };
  const change = (number: number) => {
    moveTo(place, count, opponents, number);
    next.i = place.i + 1;
    next.j = place.j + 1;
    next.others = place.others;
    return weightOf(next, decay) - factor * weightOf(place, decay);
  };
  for (let at = games.length - FIELDS; at >= 0; at -= FIELDS) {
    add(draft, games[at + 1]!, games[at + 2]!, change(games[at]!));
  }
  if (settled) addSpread(draft, settled.spread, change(settled.last));
}

/** Adds `factor` times the present weights of those games against an opponent that came after `after`, up to `upTo`. */
function addWeights(
  draft: SpreadDraft,
  { count, opponents }: Digest,
  index: number,
  after: number,
  upTo: number,
  factor: number,
  variant: Variant,
  decay: Decay,
): void {
  const { games, settled } = opponents[index]!;
  const weightOf = WEIGHT[variant];
  const place = placeBefore(opponents, index);
  for (let at = games.length - FIELDS; at >= 0; at -= FIELDS) {
    const number = games[at]!;
    if (number <= after) return;
    moveTo(place, count, opponents, number);
    if (number <= upTo) add(draft, games[at + 1]!, games[at + 2]!, factor * weightOf(place, decay));
  }
  // No other opponent's last game lies between settled games, so that all of them came after it, or none.
  if (!settled || settled.last <= after || settled.last > upTo) return;
  moveTo(place, count, opponents, settled.last);
  addSpread(draft, settled.spread, factor * weightOf(place, decay));
}
