import type { PlayerId } from '@openladder/rating';
import {
  BEFORE,
  changing,
  chunkOf,
  draftOf,
  FIELDS,
  fieldOf,
  type LogDraft,
  MEETING,
  ODDS,
  OPPONENT,
  RESULT,
  slotOf,
} from './game-log.js';
import type { PlayedGame } from './games.js';
import {
  gamesAgainst,
  isLastSettled,
  NO_OPPONENTS,
  type Opponents,
  spreadOf,
  weighed,
  withEncounter,
  withoutSpent,
  withSettled,
} from './opponents.js';
import { fictitiousDraws, fictitiousSpread } from './performance.js';
import { SCALE, type Variant, type WeightSettings } from './settings.js';
import { solveSpread } from './solve-spread.js';
import { type Decay, decayTable, NEGLIGIBLE } from './weights.js';
import {
  addGame,
  addGames,
  draftOfWindow,
  finished,
  hasRoot,
  type Window,
  type WindowDraft,
  windowAround,
} from './window.js';

/**
 * What a long history by p4, p5, p7 and p8 comes down to: a window of the weighted games, and by opponent what is needed to
 * weigh them anew. Most weights fade by one factor. The few that don't are those of the games against the opponent of a
 * game and, for p7 and p8, of those since the last one against him. Those are walked over: a game's weight is the product
 * of its own, which is kept with it and multiplied as it fades, of a factor of its opponent, and of a scale of all.
 */
export interface Digest {
  /** All games. */
  readonly count: number;
  readonly window: Window;
  readonly opponents: Opponents;
}

export function emptyDigest(variant: Variant, settings: WeightSettings): Digest {
  return { count: 0, window: windowOf(NO_OPPONENTS, null, variant, settings), opponents: NO_OPPONENTS };
}

/** The games and a newer one. */
export function withDigested(digest: Digest, game: PlayedGame, variant: Variant, settings: WeightSettings): Digest {
  const count = digest.count + 1;
  const decay = decayTable(count, settings);
  const isByAge = variant === 'p4' || variant === 'p5';
  const { opponents } = digest;
  const index = opponents.ids.indexOf(game.opponent);
  // By p4 and p5 every game fades; by p7 and p8 when a new opponent is met.
  const fade = isByAge || index < 0 ? decay.base : 1;
  const log = draftOf(opponents.log);
  const draft = draftOfWindow(digest.window);
  if (index >= 0 && !isByAge) fadeSince(draft, log, opponents, index, decay.base);
  const n = gamesAgainst(opponents, index);
  const less = index >= 0 ? changeOf(variant, n, decay) : 1;
  if (index >= 0) weighAnew(draft, log, opponents, index, fade, less, variant, n);
  const weight = newestWeight(variant, n + 1, decay);
  const odds = Math.exp(game.rating / SCALE);
  addGame(draft, odds, game.result, weight);
  // Fictitious draws don't fade.
  if (fade !== 1) addDraws(draft, 1 - fade, variant, settings);

  const kept = isByAge ? 1 : weight;
  const met = withEncounter(opponents, log, index, game.opponent, odds, game.result, kept, fade, less);
  // By p5 no two games ever fade alike, but each loses so much with every other game that in the end it is none.
  const isSettling = index >= 0 && variant !== 'p5';
  const settled = isSettling ? withSettled(met, index, variant === 'p4', draft, isByAge ? weight : 1) : met;
  const after = withoutSpent(settled, variant === 'p5' ? NEGLIGIBLE : 0);
  const window = finished(draft, fade);
  return {
    count,
    window: hasRoot(window) ? window : windowOf(after, game.rating, variant, settings),
    opponents: after,
  };
}

function addDraws(draft: WindowDraft, factor: number, variant: Variant, settings: WeightSettings): void {
  const { rating, weight } = fictitiousDraws(variant, settings);
  addGame(draft, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** The games and the fictitious draws, seen from where they amount to. */
function windowOf(opponents: Opponents, near: number | null, variant: Variant, settings: WeightSettings): Window {
  const games = weighed(opponents, (n, meeting) => {
    if (variant === 'p4') return 1 / Math.sqrt(n);
    return variant === 'p5' ? 1 / Math.sqrt(n - meeting + 1) : 1;
  });
  const root = solveSpread([fictitiousSpread(variant, settings), spreadOf(games)], near)!;
  const draft = draftOfWindow(windowAround(root));
  for (const { odds, result, weight, old } of games) {
    if (old) addGames(draft, old, weight);
    else addGame(draft, odds, result, weight);
  }
  addDraws(draft, 1, variant, settings);
  return finished(draft, 1);
}

/** How many of the games were against this opponent, where weights depend on it; else 0. */
export function digestedAgainst({ opponents }: Digest, id: PlayerId): number {
  return gamesAgainst(opponents, opponents.ids.indexOf(id));
}

/** k of the newest game. */
export function newestDigestedWeight({ count, opponents }: Digest, variant: Variant, settings: WeightSettings): number {
  const { log } = opponents;
  return newestWeight(variant, fieldOf(log, log.length - 1, MEETING), decayTable(count, settings));
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

/** Weighs the games against an opponent anew, from the newest to the oldest. All have faded by `fade` in the window. */
function weighAnew(
  draft: WindowDraft,
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
      addGames(draft, old.spread, added);
      return;
    }
    addGame(draft, chunk[from + ODDS]!, chunk[from + RESULT]!, added);
    at = chunk[from + BEFORE]!;
  }
}

/**
 * By p7 and p8 games fade by distinct opponents since. One who was met before counts already in all games up to the last
 * one against him, so that only later ones fade.
 */
function fadeSince(draft: WindowDraft, log: LogDraft, opponents: Opponents, index: number, fade: number): void {
  const { settled, factors, scale } = opponents;
  const start = opponents.newest[index]! + 1;
  const factor = scale * (fade - 1);
  for (let chunk = chunkOf(log.length - 1); chunk >= chunkOf(start); chunk--) {
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
      if (isLastSettled(old, games[from + MEETING]!)) addGames(draft, old.spread, added);
      else addGame(draft, games[from + ODDS]!, games[from + RESULT]!, added);
    }
  }
}
