import type { PlayerId } from '@openladder/rating';
import { type DatedGames, leadOf, rescaled, withDatedGame, withoutOldest } from './dated-games.js';
import { gamesByMode, inDays, turned, weighedAnew } from './dated-weights.js';
import { GAMES, type Moment } from './decay-mode.js';
import type { PlayedGame } from './games.js';
import { hasRoot } from './local-polynomial.js';
import { addByMode, draftOfSums, finishedSums, type ModeSums, sumsAround } from './mode-sums.js';
import { NEWER, type OldGames, rescaledOld, summedUp } from './old-games.js';
import { SCALE, type WeightSettings } from './settings.js';
import type { Step } from './step.js';
import { decayTable } from './weights.js';

/**
 * The summary of a long history under p6. One more game changes the weights of the games against its opponent, and of those whose decay
 * mode changes. See "Weighing games anew" in the README.
 */
export interface DatedSummary extends Moment {
  /** The factor of each game's BY_DAYS. It fades, so that the games need not. */
  readonly scale: number;
  readonly sums: ModeSums;
  readonly opponents: DatedOpponents;
}

/** Columns with a value for each opponent, in the order of the first games. */
interface DatedOpponents {
  readonly ids: readonly PlayerId[];
  /** How many games were played against each. */
  readonly counts: readonly number[];
  /** When the first game against each that fades by meetings begins to fade by days; NEVER without such games. */
  readonly until: readonly number[];
  /** Bounds of the leads of the games against each. */
  readonly least: readonly number[];
  readonly greatest: readonly number[];
  /** The games against each, without those that are forgotten. */
  readonly games: readonly DatedGames[];
  /** Those of them that are kept as sums. The list ends with the last opponent who has any. */
  readonly old: readonly (OldGames | null)[];
  /** The opponent whose games are looked through next for some to forget. */
  readonly turn: number;
}

/** Below this the scale is multiplied into the numbers, long before they overflow. */
const LEAST_SCALE = 1e-100;

export function emptyDated(settings: WeightSettings): DatedSummary {
  const opponents = { ids: [], counts: [], until: [], least: [], greatest: [], games: [], old: [], turn: 0 };
  return { count: 0, newestAt: Number.MIN_SAFE_INTEGER, scale: 1, sums: sumsAround([], null, settings), opponents };
}

/** How many games were against this opponent. */
export function datedAgainst({ opponents }: DatedSummary, id: PlayerId): number {
  return opponents.counts[opponents.ids.indexOf(id)] ?? 0;
}

/** The games with a newer one. */
export function withDated(summary: DatedSummary, game: PlayedGame, settings: WeightSettings): DatedSummary {
  const playedAt = Math.round(game.playedAt);
  const count = summary.count + 1;
  const newestAt = Math.max(summary.newestAt, playedAt);
  const decay = decayTable(count, settings);
  const fade = summary.count > 0 ? inDays(newestAt - summary.newestAt, decay) : 1;
  const { scale, opponents } = scaled(summary.opponents, summary.scale * fade);
  const [was, is] = [leadOf(summary.count, summary.newestAt), leadOf(count, newestAt)];
  const step: Step = {
    before: { count: summary.count, newestAt: summary.newestAt },
    after: { count, newestAt },
    draft: draftOfSums(summary.sums, decay.base, fade),
    decay,
    scale,
    above: Math.min(was, is),
    upTo: Math.max(was, is),
    isFallingBehind: is < was,
  };
  const known = opponents.ids.indexOf(game.opponent);
  const others = withOthers(step, opponents, known);
  const met = withMeeting(step, others, known, game, playedAt);
  const sums = finishedSums(step.draft);
  const isInside = hasRoot(sums.polynomial);
  return {
    count,
    newestAt,
    scale,
    sums: isInside ? sums : sumsAround(gamesByMode(step, met.games), game.rating, settings),
    opponents: met,
  };
}

/** Changes the weights of games whose decay mode changes, except those against one opponent. */
function withOthers(step: Step, opponents: DatedOpponents, own: number): DatedOpponents {
  const { ids, counts, until, least, greatest, games, old, turn } = opponents;
  const {
    after: { newestAt },
    above,
    upTo,
  } = step;
  const next = turn + 1 < games.length ? turn + 1 : 0;
  let later = until;
  for (let other = 0; other < until.length; other++) {
    if (other === own) continue;
    if (until[other]! <= newestAt) later = withAt(later, other, weighed(step, opponents, other, 0));
    else if (least[other]! <= upTo && greatest[other]! > above) turned(step, games[other]!);
  }
  const kept = withoutForgotten(step, games, turn);
  return {
    ids,
    counts,
    until: later,
    least,
    greatest,
    games: kept,
    old: kept === games ? old : withoutSpent(old, kept, turn),
    turn: next,
  };
}

/** Changes the weights of the games against an opponent; see `weighedAnew`. */
function weighed(step: Step, { games, old, counts }: DatedOpponents, index: number, added: 0 | 1): number {
  return weighedAnew(step, games[index]!, old[index] ?? null, counts[index]!, added);
}

/** Drops games of negligible weight against the opponent whose turn it is. */
function withoutForgotten({ before, decay }: Step, games: readonly DatedGames[], turn: number): readonly DatedGames[] {
  return turn < games.length ? withAt(games, turn, withoutOldest(games[turn]!, before, decay.horizon)) : games;
}

/** Drops the old games against the opponent whose turn it is, if all of them are forgotten. */
function withoutSpent(old: DatedOpponents['old'], games: readonly DatedGames[], turn: number): DatedOpponents['old'] {
  return old[turn] && games[turn]!.length <= NEWER ? withAt(old, turn, null) : old;
}

/** The opponents after a game, with those against its opponent weighed anew. */
function withMeeting(
  step: Step,
  opponents: DatedOpponents,
  known: number,
  { opponent, rating, result }: PlayedGame,
  playedAt: number,
): DatedOpponents {
  const { ids, counts, until, least, greatest, old, turn } = opponents;
  const { count, newestAt } = step.after;
  const isNew = known < 0;
  const index = isNew ? ids.length : known;
  const games = opponents.games[index] ?? [];
  const met = counts[index] ?? 0;
  const later = weighedAnew(step, games, old[index] ?? null, met, 1);
  const odds = Math.exp(rating / SCALE);
  addByMode(step.draft, GAMES, odds, result, 1);
  const lead = leadOf(count, playedAt);
  const byDays = newestAt === playedAt ? 1 : inDays(newestAt - playedAt, step.decay);
  const more = withDatedGame(games, odds, result, count, playedAt, byDays / step.scale);
  return {
    ids: isNew ? ids.concat([opponent]) : ids,
    counts: withAt(counts, index, met + 1),
    until: withAt(until, index, later),
    least: withAt(least, index, isNew ? lead : Math.min(lead, least[index]!)),
    greatest: withAt(greatest, index, isNew ? lead : Math.max(lead, greatest[index]!)),
    games: withAt(opponents.games, index, more),
    old: more.length > games.length ? withOld(old, index, summedUp(step, more, met + 1, old[index] ?? null)) : old,
    turn,
  };
}

/** The old games by opponent, with new sums for those against one. */
function withOld(old: DatedOpponents['old'], index: number, own: OldGames | null): DatedOpponents['old'] {
  if (own === (old[index] ?? null)) return old;
  if (index <= old.length) return withAt(old, index, own);
  return old.concat(
    Array.from({ length: index - old.length }, () => null),
    [own],
  );
}

/** A column with a value at an index, which may be the next one. */
function withAt<T>(column: readonly T[], index: number, value: T): readonly T[] {
  if (column[index] === value) return column;
  // Unlike push, concat allocates no spare room. There are many states.
  if (index === column.length) return column.concat([value]);
  const copy = column.slice();
  copy[index] = value;
  return copy;
}

/** The opponents and the scale. A scale that is too small is multiplied into the opponents' numbers. */
function scaled(opponents: DatedOpponents, scale: number): { scale: number; opponents: DatedOpponents } {
  if (scale >= LEAST_SCALE) return { scale, opponents };
  const { ids, counts, until, least, greatest, games, old, turn } = opponents;
  const rescaledGames = games.map((chunks) => rescaled(chunks, scale));
  const rescaledSums = old.map((own) => own && rescaledOld(own, scale));
  const all = { ids, counts, until, least, greatest, games: rescaledGames, old: rescaledSums, turn };
  return { scale: 1, opponents: all };
}
