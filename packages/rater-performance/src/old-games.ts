import {
  BY_DAYS,
  CHUNK,
  type Chunk,
  type DatedGames,
  FIELDS,
  HEAD,
  leadOf,
  ODDS,
  PLACE,
  PLAYED_AT,
  RESULT,
} from './dated-games.js';
import { DAYS, type DecayMode, fadedBy, GAMES, MEETINGS, NEVER } from './decay-mode.js';
import { FIRST, INVERSE_ROOT, MOST_DECAY } from './inverse-root.js';
import { type Leads, modeOfAll } from './leads.js';
import { addGameTo, SUMS } from './local-polynomial.js';
import type { Step } from './step.js';
import { DAY } from './weights.js';
import { zeros } from './zeros.js';

/**
 * All but the newest games against an opponent, if they share a decay mode: what they add to a polynomial, by the terms of
 * INVERSE_ROOT. When the opponent is met again, none of these games is read.
 */
export interface OldGames {
  readonly mode: DecayMode;
  /** Of the polynomial. */
  readonly middle: number;
  readonly leads: Leads;
  /** How many games there were in all, and against the opponent, when the sums were made. */
  readonly count: number;
  readonly met: number;
  /** What they added then, by sum of the polynomial and by term; divided by the scale if they fade by days. */
  readonly sums: readonly number[];
}

/** How many of the newest chunks are read game by game. The newest has one game when the older games are summed, so their j is at least FIRST. */
export const NEWER = 1 + (FIRST - 2) / CHUNK;
/** Fewer chunks are as fast to read, and take less memory. */
const FEWEST = 4;

const TERMS = INVERSE_ROOT.length;
/** By number of later games against the opponent, and by term: what 1 has become. */
const FADED = new Float64Array((CHUNK + 1) * TERMS).fill(1);
for (let at = TERMS; at < FADED.length; at++) FADED[at] = FADED[at - TERMS]! * INVERSE_ROOT[at % TERMS]![1];
/** What a game counts, by term and by its place in a chunk, newest first; the j of the newest is FIRST. */
const SHARES = Float64Array.from({ length: TERMS * CHUNK }, (_, at) => {
  const term = Math.floor(at / CHUNK);
  return INVERSE_ROOT[term]![0] * FADED[(at % CHUNK) * TERMS + term]!;
});

const NO_CHANGES: readonly number[] = zeros(TERMS);
const NOTHING_SEEN: readonly number[] = zeros(CHUNK * SUMS);

/**
 * Whether the games fade by the same as before, both before and after a step, and are seen from its polynomial.
 * @param met games against the opponent before
 * @param added games against them in this step
 */
export function goOn(
  { before, after, draft }: Step,
  { mode, middle, leads }: OldGames,
  met: number,
  added: 0 | 1,
): boolean {
  return (
    middle === draft.polynomial.polynomial.middle &&
    modeOfAll(leads, met, before) === mode &&
    modeOfAll(leads, met + added, after) === mode
  );
}

/**
 * Changes the weights of the games that go on.
 * @param met games against the opponent before
 * @param added games against them in this step
 * @returns when the first of them begins to fade by days, if they fade by meetings
 */
export function agedOld(step: Step, old: OldGames, met: number, added: 0 | 1): number {
  if (added === 1) age(step, old, met - old.met);
  return old.mode === MEETINGS ? old.leads.leastMet + (met + added) * DAY : NEVER;
}

/**
 * Ages games by one more game against their opponent.
 * @param since how many there were before it, since the sums were made
 */
function age({ after, draft, decay, scale }: Step, { mode, count, sums }: OldGames, since: number): void {
  const common = mode === DAYS ? scale : decay.power[mode === GAMES ? after.count - count : since]!;
  const fade = mode === MEETINGS ? decay.base : 1;
  const changes = NO_CHANGES.slice();
  for (let term = 0; term < TERMS; term++) {
    const at = since * TERMS + term;
    changes[term] = common * (fade * FADED[at + TERMS]! - FADED[at]!);
  }
  for (let sum = 0; sum < SUMS; sum++) draft.sums[mode * SUMS + sum]! += changed(sums, sum * TERMS, changes);
}

/** The terms of a sum that begins at `at`, each times its change. It is unrolled, because it is the innermost loop. */
function changed(sums: readonly number[], at: number, changes: readonly number[]): number {
  const first = sums[at]! * changes[0]! + sums[at + 1]! * changes[1]! + sums[at + 2]! * changes[2]!;
  const second = sums[at + 3]! * changes[3]! + sums[at + 4]! * changes[4]! + sums[at + 5]! * changes[5]!;
  const third = sums[at + 6]! * changes[6]! + sums[at + 7]! * changes[7]! + sums[at + 8]! * changes[8]!;
  return first + second + third + (sums[at + 9]! * changes[9]! + sums[at + 10]! * changes[10]!);
}

/**
 * The sums of the old games against an opponent. They are made when a new chunk of games begins.
 * @param games all games against them
 * @param met how many there have been
 * @param earlier what they were when the chunk before began
 * @returns null if they do not all fade by the same, or are few
 */
export function summedUp(step: Step, games: DatedGames, met: number, earlier: OldGames | null): OldGames | null {
  const { after, draft, decay } = step;
  const { middle } = draft.polynomial.polynomial;
  const end = games.length - NEWER;
  if (end < FEWEST || decay.base > MOST_DECAY) return null;
  const kept = earlier?.middle === middle && modeOfAll(earlier.leads, met, after) === earlier.mode ? earlier : null;
  const added = kept ? games.slice(end - 1, end) : games.slice(0, end);
  const leads = leadsOf(added, met, kept?.leads);
  const mode = modeOfAll(leads, met, after);
  if (mode === null) return null;
  const sums = kept ? kept.sums.slice() : zeros(SUMS * TERMS);
  let lost = kept ? lostBy(step, kept) : 1;
  for (let index = 0; index < added.length; index++) {
    addChunk(sums, seenGames(step, added[index]!, mode, FIRST + (added.length - 1 - index) * CHUNK), lost);
    lost = 1;
  }
  return { mode, middle, leads, count: after.count, met, sums };
}

/** Bounds of the leads, those of older games included. */
function leadsOf(chunks: DatedGames, met: number, older?: Leads): Leads {
  let least = older?.least ?? Number.POSITIVE_INFINITY;
  let greatest = older?.greatest ?? Number.NEGATIVE_INFINITY;
  let leastMet = older?.leastMet ?? Number.POSITIVE_INFINITY;
  let greatestMet = older?.greatestMet ?? Number.NEGATIVE_INFINITY;
  let ordinal = met - FIRST + 1;
  for (let index = chunks.length - 1; index >= 0; index--) {
    const chunk = chunks[index]!;
    for (let at = chunk.length - FIELDS; at >= HEAD; at -= FIELDS, ordinal--) {
      const playedAt = chunk[at + PLAYED_AT]!;
      const lead = leadOf(chunk[at + PLACE]!, playedAt);
      const leadMet = leadOf(ordinal, playedAt);
      least = Math.min(least, lead);
      greatest = Math.max(greatest, lead);
      leastMet = Math.min(leastMet, leadMet);
      greatestMet = Math.max(greatestMet, leadMet);
    }
  }
  return { least, greatest, leastMet, greatestMet };
}

/** What 1 has become since the sums were made, without the effects of j and of days. */
function lostBy({ after, decay }: Step, { mode, count }: OldGames): number {
  if (mode === DAYS) return 1;
  return decay.power[mode === GAMES ? after.count - count : CHUNK]!;
}

/** The games, with what they have faded to by days multiplied by `scale`. */
export function rescaledOld(old: OldGames, scale: number): OldGames {
  return old.mode === DAYS ? { ...old, sums: old.sums.map((sum) => sum * scale) } : old;
}

/**
 * What each game of a full chunk adds to the polynomial, SUMS numbers each.
 * @param first the j of the newest
 */
function seenGames({ after, draft, decay }: Step, chunk: Chunk, mode: DecayMode, first: number): readonly number[] {
  const seen = NOTHING_SEEN.slice();
  for (let game = 0; game < CHUNK; game++) {
    const at = chunk.length - (game + 1) * FIELDS;
    const place = chunk[at + PLACE]!;
    const faded = fadedBy(mode, place, first + game, chunk[at + BY_DAYS]!, after, decay);
    addGameTo(seen, game * SUMS, draft.polynomial, chunk[at + ODDS]!, chunk[at + RESULT]!, faded);
  }
  return seen;
}

/**
 * Adds the games of a chunk to the games that are older by a chunk. It is unrolled, because it is an innermost loop.
 * @param lost what 1 has become among the older games for other reasons
 */
function addChunk(sums: number[], seen: readonly number[], lost: number): void {
  for (let sum = 0; sum < SUMS; sum++) {
    const s0 = seen[sum]!;
    const s1 = seen[SUMS + sum]!;
    const s2 = seen[2 * SUMS + sum]!;
    const s3 = seen[3 * SUMS + sum]!;
    const s4 = seen[4 * SUMS + sum]!;
    const s5 = seen[5 * SUMS + sum]!;
    const s6 = seen[6 * SUMS + sum]!;
    const s7 = seen[7 * SUMS + sum]!;
    for (let term = 0; term < TERMS; term++) {
      const at = term * CHUNK;
      const newer = s0 * SHARES[at]! + s1 * SHARES[at + 1]! + s2 * SHARES[at + 2]! + s3 * SHARES[at + 3]!;
      const older = s4 * SHARES[at + 4]! + s5 * SHARES[at + 5]! + s6 * SHARES[at + 6]! + s7 * SHARES[at + 7]!;
      const kept = sums[sum * TERMS + term]! * lost * FADED[CHUNK * TERMS + term]!;
      sums[sum * TERMS + term] = kept + newer + older;
    }
  }
}
