import {
  BY_DAYS,
  type Chunk,
  type DatedGames,
  FIELDS,
  GREATEST,
  gamesIn,
  HEAD,
  LEAST,
  leadOf,
  ODDS,
  PLACE,
  PLAYED_AT,
  RESULT,
} from './dated-games.js';
import { DAYS, type DecayMode, exponentOf, fadedBy, GAMES, MEETINGS, modeOf, NEVER } from './decay-mode.js';
import { addByMode, type GameByMode } from './mode-sums.js';
import { agedOld, goOn, NEWER, type OldGames } from './old-games.js';
import type { Step } from './step.js';
import { DAY, type Decay } from './weights.js';

/** decay^days. */
export function inDays(time: number, { log }: Decay): number {
  return Math.exp(log * (time / DAY));
}

/**
 * Changes the weights of the games against an opponent.
 * @param met how many there were
 * @param added games against them in this step
 * @returns when the first game that fades by meetings begins to fade by days
 */
export function weighedAnew(step: Step, games: DatedGames, old: OldGames | null, met: number, added: 0 | 1): number {
  const { before, decay, upTo } = step;
  const summed = old && goOn(step, old, met, added) ? old : null;
  const oldest = summed ? games.length - NEWER : 0;
  let until = summed ? agedOld(step, summed, met, added) : NEVER;
  let j = 1;
  for (let index = games.length - 1; index >= oldest; index--) {
    const chunk = games[index]!;
    const newest = chunk.length - FIELDS;
    if (exponentOf(chunk[newest + PLACE]!, chunk[newest + PLAYED_AT]!, j, before) > decay.horizon) break;
    const last = j + gamesIn(chunk) - 1;
    // Whether all of them faded by days before, and do so now.
    const isByDays = chunk[LEAST]! > upTo && before.newestAt - chunk[newest + PLAYED_AT]! >= (last - 1 + added) * DAY;
    if (isByDays) {
      ageByDays(step, chunk, j, added);
      j = last + 1;
      continue;
    }
    for (let at = newest; at >= HEAD; at -= FIELDS, j++) {
      const mode = weigh(step, chunk, at, j, j + added);
      if (mode === MEETINGS) until = Math.min(until, chunk[at + PLAYED_AT]! + (j + added - 1) * DAY);
    }
  }
  return until;
}

/**
 * Moves the games against an opponent that begin to fade by games instead of days, or by days instead of games. Games that
 * fade by meetings are never among them: they are too recent for the lead to pass them.
 */
export function turned({ after, draft, decay, scale, above, upTo, isFallingBehind }: Step, games: DatedGames): void {
  const sign = isFallingBehind ? -1 : 1;
  let j = 1;
  for (let index = games.length - 1; index >= 0; index--) {
    const chunk = games[index]!;
    if (chunk[LEAST]! > upTo || chunk[GREATEST]! <= above) return;
    for (let at = chunk.length - FIELDS; at >= HEAD; at -= FIELDS, j++) {
      const place = chunk[at + PLACE]!;
      const lead = leadOf(place, chunk[at + PLAYED_AT]!);
      if (lead <= above || lead > upTo) continue;
      const share = sign * decay.perRoot[j]!;
      const odds = chunk[at + ODDS]!;
      const result = chunk[at + RESULT]!;
      // A single call serves both modes, because V8 would inline only one of two calls.
      for (let mode: DecayMode = GAMES; mode <= DAYS; mode++) {
        const faded = mode === GAMES ? decay.power[after.count - place]! : -chunk[at + BY_DAYS]! * scale;
        addByMode(draft, mode as DecayMode, odds, result, share * faded);
      }
    }
  }
}

/**
 * Changes the weights of games that all fade by days.
 * @param newest the j of the newest game before this step
 */
function ageByDays({ draft, decay, scale }: Step, chunk: Chunk, newest: number, added: 0 | 1): void {
  if (added === 0) return;
  const { perRoot } = decay;
  let j = newest;
  for (let at = chunk.length - FIELDS; at >= HEAD; at -= FIELDS, j++) {
    const change = chunk[at + BY_DAYS]! * scale * (perRoot[j + 1]! - perRoot[j]!);
    addByMode(draft, DAYS, chunk[at + ODDS]!, chunk[at + RESULT]!, change);
  }
}

/**
 * Changes the weight of a game.
 * @param from its j before this step
 * @param to its j now
 * @returns what it fades by now
 */
function weigh(
  { before, after, draft, decay, scale }: Step,
  chunk: Chunk,
  at: number,
  from: number,
  to: number,
): DecayMode {
  const place = chunk[at + PLACE]!;
  const playedAt = chunk[at + PLAYED_AT]!;
  const earlier = modeOf(place, playedAt, from, before);
  const mode = modeOf(place, playedAt, to, after);
  if (earlier === mode && from === to) return mode;
  const byDays = chunk[at + BY_DAYS]! * scale;
  const was = fadedBy(earlier, place, from, byDays, after, decay) * decay.perRoot[from]!;
  const is = fadedBy(mode, place, to, byDays, after, decay) * decay.perRoot[to]!;
  const odds = chunk[at + ODDS]!;
  const result = chunk[at + RESULT]!;
  if (earlier === mode) {
    addByMode(draft, mode, odds, result, is - was);
  } else {
    addByMode(draft, earlier, odds, result, -was);
    addByMode(draft, mode, odds, result, is);
  }
  return mode;
}

/** All games that are not forgotten, with their weights. */
export function gamesByMode({ after, decay, scale }: Step, games: readonly DatedGames[]): GameByMode[] {
  const byMode: GameByMode[] = [];
  for (const chunks of games) {
    let j = 1;
    for (let index = chunks.length - 1; index >= 0; index--) {
      const chunk = chunks[index]!;
      for (let at = chunk.length - FIELDS; at >= HEAD; at -= FIELDS, j++) {
        const place = chunk[at + PLACE]!;
        const mode = modeOf(place, chunk[at + PLAYED_AT]!, j, after);
        const faded = fadedBy(mode, place, j, chunk[at + BY_DAYS]! * scale, after, decay);
        byMode.push({ mode, odds: chunk[at + ODDS]!, result: chunk[at + RESULT]!, weight: faded * decay.perRoot[j]! });
      }
    }
  }
  return byMode;
}
