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
import { FIRST, INVERSE_ROOT, MOST_DECAY } from './inverse-root.js';
import { type Leads, paceOfAll } from './leads.js';
import { DAYS, fadedBy, GAMES, MEETINGS, NEVER, type Pace } from './paces.js';
import type { Step } from './step.js';
import { DAY } from './weights.js';
import { addGameTo, SUMS } from './window.js';
import { zeros } from './zeros.js';

/**
 * All but the newest games against an opponent, where they fade by the same: what they add to a window, by the terms of
 * 1 / sqrt(j). One more game against them changes that by one factor a term, and no game is walked over.
 */
export interface OldGames {
  readonly pace: Pace;
  /** Of the window that they are seen from. */
  readonly middle: number;
  readonly leads: Leads;
  /** How many games there were, and how many against the opponent, when they were summed up. */
  readonly count: number;
  readonly met: number;
  /** What they added then, by sum of the window and by term; over the scale, where they fade by days. */
  readonly sums: readonly number[];
}

/** The newest chunks, which are walked over. The last holds one game when the others are summed up: their j is FIRST and more. */
export const NEWER = 1 + (FIRST - 2) / CHUNK;
/** Fewer chunks are walked over as fast, and take less memory. */
const FEWEST = 4;

const TERMS = INVERSE_ROOT.length;
/** By number of games against the opponent since, and by term: what has become of 1. */
const FADED = new Float64Array((CHUNK + 1) * TERMS).fill(1);
for (let at = TERMS; at < FADED.length; at++) FADED[at] = FADED[at - TERMS]! * INVERSE_ROOT[at % TERMS]![1];
/** By term and by game of a chunk, newest first, of which the newest one's j is FIRST: what it counts. */
const SHARES = Float64Array.from({ length: TERMS * CHUNK }, (_, at) => {
  const term = Math.floor(at / CHUNK);
  return INVERSE_ROOT[term]![0] * FADED[(at % CHUNK) * TERMS + term]!;
});

/** By term, what changes: to make an array would take longer than to fill it. */
const change = new Float64Array(TERMS);
/** What each game of a chunk adds to the window. */
const seen = zeros(CHUNK * SUMS);

/**
 * Whether the games fade by the same as ever before and after a step, and are seen from its window.
 * @param met games against the opponent before
 * @param added games against them in this step
 */
export function goOn(
  { before, after, draft }: Step,
  { pace, middle, leads }: OldGames,
  met: number,
  added: 0 | 1,
): boolean {
  return (
    middle === draft.window.window.middle &&
    paceOfAll(leads, met, before) === pace &&
    paceOfAll(leads, met + added, after) === pace
  );
}

/**
 * Weighs the games anew that go on.
 * @param met games against the opponent before
 * @param added games against them in this step
 * @returns when the first of them will fade by days, if they fade by meetings
 */
export function agedOld(step: Step, old: OldGames, met: number, added: 0 | 1): number {
  if (added === 1) age(step, old, met - old.met);
  return old.pace === MEETINGS ? old.leads.leastMet + (met + added) * DAY : NEVER;
}

/**
 * Ages games by one more against their opponent.
 * @param since how many there have been before it since they were summed up
 */
function age({ after, draft, decay, scale }: Step, { pace, count, sums }: OldGames, since: number): void {
  const common = pace === DAYS ? scale : decay.power[pace === GAMES ? after.count - count : since]!;
  const fade = pace === MEETINGS ? decay.base : 1;
  for (let term = 0; term < TERMS; term++) {
    const at = since * TERMS + term;
    change[term] = common * (fade * FADED[at + TERMS]! - FADED[at]!);
  }
  for (let sum = 0; sum < SUMS; sum++) draft.sums[pace * SUMS + sum]! += changed(sums, sum * TERMS);
}

/** The terms of a sum from `at` on, each times its change. Written out, for this is the innermost loop. */
function changed(sums: readonly number[], at: number): number {
  const first = sums[at]! * change[0]! + sums[at + 1]! * change[1]! + sums[at + 2]! * change[2]!;
  const second = sums[at + 3]! * change[3]! + sums[at + 4]! * change[4]! + sums[at + 5]! * change[5]!;
  const third = sums[at + 6]! * change[6]! + sums[at + 7]! * change[7]! + sums[at + 8]! * change[8]!;
  return first + second + third + (sums[at + 9]! * change[9]! + sums[at + 10]! * change[10]!);
}

/**
 * The old games against an opponent, summed up once a chunk of newer ones has begun.
 * @param games all games against them
 * @param met how many there have been
 * @param earlier what they were when the chunk before began
 * @returns null where they don't fade by the same, or are few
 */
export function summedUp(step: Step, games: DatedGames, met: number, earlier: OldGames | null): OldGames | null {
  const { after, draft, decay } = step;
  const { middle } = draft.window.window;
  const end = games.length - NEWER;
  if (end < FEWEST || decay.base > MOST_DECAY) return null;
  const kept = earlier?.middle === middle && paceOfAll(earlier.leads, met, after) === earlier.pace ? earlier : null;
  const added = kept ? games.slice(end - 1, end) : games.slice(0, end);
  const leads = leadsOf(added, met, kept?.leads);
  const pace = paceOfAll(leads, met, after);
  if (pace === null) return null;
  const sums = kept ? kept.sums.slice() : zeros(SUMS * TERMS);
  let lost = kept ? lostBy(step, kept) : 1;
  for (let index = 0; index < added.length; index++) {
    see(step, added[index]!, pace, FIRST + (added.length - 1 - index) * CHUNK);
    addChunk(sums, lost);
    lost = 1;
  }
  return { pace, middle, leads, count: after.count, met, sums };
}

/** Between what the leads lie, those of older games included. */
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

/** What has become of 1 since the games were summed up, apart from what their j took, and that by days. */
function lostBy({ after, decay }: Step, { pace, count }: OldGames): number {
  if (pace === DAYS) return 1;
  return decay.power[pace === GAMES ? after.count - count : CHUNK]!;
}

/** The games, with `scale` taken into what they have faded to by days. */
export function rescaledOld(old: OldGames, scale: number): OldGames {
  return old.pace === DAYS ? { ...old, sums: old.sums.map((sum) => sum * scale) } : old;
}

/**
 * Looks at the games of a full chunk from the window.
 * @param first the j of the newest
 */
function see({ after, draft, decay }: Step, chunk: Chunk, pace: Pace, first: number): void {
  seen.fill(0);
  for (let game = 0; game < CHUNK; game++) {
    const at = chunk.length - (game + 1) * FIELDS;
    const place = chunk[at + PLACE]!;
    const faded = fadedBy(pace, place, first + game, chunk[at + BY_DAYS]!, after, decay);
    addGameTo(seen, game * SUMS, draft.window, chunk[at + ODDS]!, chunk[at + RESULT]!, faded);
  }
}

/**
 * Adds the games that were looked at to those older by a chunk. Written out, for this is an innermost loop.
 * @param lost what else has become of 1 among the older ones
 */
function addChunk(sums: number[], lost: number): void {
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
