import type { PlayerId } from '@openladder/rating';
import {
  BEFORE,
  changing,
  chunkOf,
  draftOf,
  FIELDS,
  type LogDraft,
  lengthOf,
  MEETING,
  OPPONENT,
  RATING,
  RESULT,
  slotOf,
} from './game-log.js';
import type { PlayedGame } from './games.js';
import {
  gamesAgainst,
  isLastSettled,
  NO_OPPONENTS,
  type Opponents,
  withEncounter,
  withoutSpent,
  withSettled,
} from './opponents.js';
import type { Variant, WeightSettings } from './settings.js';
import { add, addSpread, faded, NOTHING, type Spread, type SpreadDraft, share } from './spread.js';
import { type Decay, decayTable, NEGLIGIBLE } from './weights.js';

/**
 * What a long history comes down to: the weighted games by rating, and by opponent what is needed to weigh them anew.
 * Most weights fade by one factor. The few that don't are those of the games against the opponent of a game and, for p7
 * and p8, of those since the last one against him. Those are walked over: a game's weight is the product of its own, which
 * is kept with it and multiplied as it fades, of a factor of its opponent, and of a scale of all.
 */
export interface Digest {
  /** All games. */
  readonly count: number;
  readonly spread: Spread;
  /** Nothing where weights don't depend on opponents (p1 to p3). */
  readonly opponents: Opponents;
}

export const NO_DIGEST: Digest = { count: 0, spread: NOTHING, opponents: NO_OPPONENTS };

/** The games and a newer one. */
export function withDigested(digest: Digest, game: PlayedGame, variant: Variant, settings: WeightSettings): Digest {
  const count = digest.count + 1;
  const { rating, result } = game;
  if (variant === 'p1' || variant === 'p2' || variant === 'p3') {
    const draft = faded(digest.spread, variant === 'p3' ? settings.decay : 1, rating);
    add(draft, rating, result, 1);
    return { count, spread: draft, opponents: digest.opponents };
  }

  const decay = decayTable(count, settings);
  const isByAge = variant === 'p4' || variant === 'p5';
  const index = digest.opponents.ids.indexOf(game.opponent);
  // By p4 and p5 every game fades; by p7 and p8 when a new opponent is met.
  const fade = isByAge || index < 0 ? decay.base : 1;
  const { opponents } = digest;
  const draft = faded(digest.spread, fade, rating);
  const log = draftOf(opponents.log);
  if (index >= 0 && !isByAge) fadeSince(draft, log, opponents, index, decay.base);
  const n = gamesAgainst(opponents, index);
  const change = index >= 0 ? changeOf(variant, n, decay) : 1;
  if (index >= 0) weighAnew(draft, log, opponents, index, fade, change, variant, n);
  const weight = newestWeight(variant, n + 1, decay);
  add(draft, rating, result, weight);

  const kept = isByAge ? 1 : weight;
  const met = withEncounter(opponents, log, index, game, kept, fade, change);
  // By p5 no two games ever fade alike, but each loses so much with every other game that in the end it is none.
  if (variant === 'p5') return { count, spread: draft, opponents: withoutSpent(met, NEGLIGIBLE) };
  const settled = index >= 0 ? withSettled(met, index, variant === 'p4') : met;
  return { count, spread: draft, opponents: withoutSpent(settled, 0) };
}

/** How many of the games were against this opponent, where weights depend on it; else 0. */
export function digestedAgainst({ opponents }: Digest, id: PlayerId): number {
  return gamesAgainst(opponents, opponents.ids.indexOf(id));
}

/** k of the newest game. */
export function newestDigestedWeight({ count, opponents }: Digest, variant: Variant, settings: WeightSettings): number {
  const { log } = opponents;
  const newest = log.games.at(-1);
  return newest ? newestWeight(variant, newest[newest.length - FIELDS + MEETING]!, decayTable(count, settings)) : 1;
}

/** k of the newest game, the n-th against its opponent. */
function newestWeight(variant: Variant, n: number, { scale }: Decay): number {
  if (variant === 'p4') return 1 / Math.sqrt(n);
  return variant === 'p7' || variant === 'p8' ? scale[n]! : 1;
}

/**
 * By p7 and p8: what all n games against an opponent lose when one more is played, as a factor. By p4 and p5 that is not
 * kept, since it follows from n, or from a game's place among them.
 */
function changeOf(variant: Variant, n: number, { base, scale }: Decay): number {
  return variant === 'p4' || variant === 'p5' ? 1 : (base * scale[n + 1]!) / scale[n]!;
}

/** Weighs the games against an opponent anew, from the newest to the oldest. All have faded by `fade` in the draft. */
function weighAnew(
  draft: SpreadDraft,
  { games, weights }: LogDraft,
  { newest, settled, factors, scale }: Opponents,
  index: number,
  fade: number,
  change: number,
  variant: Variant,
  n: number,
): void {
  const old = settled[index];
  const factor = fade * scale * factors[index]!;
  const gain = variant === 'p4' ? 1 / Math.sqrt(n + 1) - 1 / Math.sqrt(n) : change - 1;
  let j = 1;
  for (let at = newest[index]!; at >= 0; j++) {
    const chunk = games[chunkOf(at)]!;
    const from = slotOf(at) * FIELDS;
    const weight = factor * weights[chunkOf(at)]![slotOf(at)]!;
    if (variant === 'p5' && weight < NEGLIGIBLE) return;
    const added = weight * (variant === 'p5' ? 1 / Math.sqrt(j + 1) - 1 / Math.sqrt(j) : gain);
    if (isLastSettled(old, chunk[from + MEETING]!)) {
      addSpread(draft, old.spread, added);
      return;
    }
    add(draft, chunk[from + RATING]!, chunk[from + RESULT]!, added);
    at = chunk[from + BEFORE]!;
  }
}

/**
 * By p7 and p8 games fade by distinct opponents since. One who was met before counts already in all games up to the last
 * one against him, so that only later ones fade.
 */
function fadeSince(draft: SpreadDraft, log: LogDraft, opponents: Opponents, index: number, fade: number): void {
  const { settled, factors, scale } = opponents;
  const { weights: shares, first } = draft;
  const start = opponents.newest[index]! + 1;
  const factor = scale * (fade - 1);
  let won = 0;
  let all = 0;
  for (let chunk = chunkOf(lengthOf(opponents.log) - 1); chunk >= chunkOf(start); chunk--) {
    const games = log.games[chunk]!;
    const weights = changing(log, chunk);
    const lowest = chunk === chunkOf(start) ? slotOf(start) : 0;
    for (let slot = weights.length - 1; slot >= lowest; slot--) {
      const weight = weights[slot]!;
      if (weight === 0) continue;
      weights[slot] = weight * fade;
      const from = slot * FIELDS;
      const opponent = games[from + OPPONENT]!;
      const added = factor * factors[opponent]! * weight;
      const old = settled[opponent];
      if (isLastSettled(old, games[from + MEETING]!)) {
        addSpread(draft, old.spread, added);
      } else {
        won += added * games[from + RESULT]!;
        all += added;
        share(shares, first, games[from + RATING]!, added);
      }
    }
  }
  draft.won += won;
  draft.lost += all - won;
}
