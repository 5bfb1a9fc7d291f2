import type { Match, PlayerId, Rated, RatingValue } from '@openladder/rating';
import { madeOnce } from '../kit/grouped-by.js';
import { askRater } from '../raters/apart.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { StateStore } from '../replay/states/state-store.js';

/** Counts over a player's rated matches. */
export interface Counts {
  matchesPlayed: number;
  wins: number;
  draws: number;
  losses: number;
  /** Highest value after a match; null while there is none. */
  peak: number | null;
  /** Milliseconds since 1970. */
  lastPlayedAt: number | null;
}

/** The state of a replay so far. */
export interface Replay {
  /** States of all rated players, after their newest match. */
  readonly states: StateStore;
  /** Expired waits that the states do not include yet, in milliseconds since 1970. */
  readonly waits: Map<PlayerId, number[]>;
  /** Tallies of all rated players. */
  readonly tallies: Map<PlayerId, Counts>;
}

/** The line that the journal must contain for one player of a match. */
export interface ExpectedLine {
  readonly player: number;
  readonly before: RatingValue;
  readonly after: RatingValue;
  /** 1 won, 0 drawn, -1 lost. */
  readonly verdict: number;
  readonly contributions: Rated<unknown>['contributions'];
  /** The part of the state after the match that the line stores; null if the rater stores nothing. */
  readonly memory: readonly number[] | null;
}

/**
 * Rates one match with the rater's own functions, after applying the expired waits of its players. It shares no code with the rating
 * in the service, so it does not repeat mistakes there.
 * @returns a line for each rated player; none if fewer than two sides have rated players
 * @throws Error if the rater fails; `replay` does not change
 */
export async function foldMatch(system: RatingSystem, match: Match, replay: Replay): Promise<ExpectedLine[]> {
  const rated = match.sides.flatMap(({ participants }, side) =>
    participants.filter(({ isGuest }) => !isGuest).map(({ player }) => ({ player, side })),
  );
  if (new Set(rated.map(({ side }) => side)).size < 2) return [];
  const players = rated.map(({ player }) => player);
  const kept = replay.states.pick(players);
  const before = rated.map(({ player, side }): Contestant => {
    const waits = replay.waits.get(player);
    return { player, side, state: kept.has(player) ? { known: kept.get(player) } : null, waits };
  });
  const asked = askRater(system, FOLD_ONE, match, before);
  const { lines, after } = asked instanceof Promise ? await asked : asked;
  for (const [place, player] of players.entries()) {
    kept.set(player, after[place]);
    replay.waits.delete(player);
  }
  replay.states.keep(players, kept);
  for (const line of lines) count(replay.tallies, line, match.playedAt);
  return lines;
}

/** A rated player of a match. */
interface Contestant {
  readonly player: PlayerId;
  readonly side: number;
  /** null before their first match */
  readonly state: { readonly known: unknown } | null;
  readonly waits: readonly number[] | undefined;
}

/** The part of `foldMatch` that calls the rater: its arguments and results are data, so that it can run in the rater's process. */
export function foldOne(
  { rater, settings }: RatingSystem,
  match: Match,
  rated: readonly Contestant[],
): { readonly lines: ExpectedLine[]; readonly after: readonly unknown[] } {
  const before = new Map<PlayerId, unknown>();
  for (const { player, state, waits } of rated) {
    before.set(player, afterWaits({ rater, settings }, state ? state.known : rater.initial(settings), waits));
  }
  const after = rater.rate(match, before, settings);
  const verdicts = verdictsOf(match);
  const memory = rater.restore?.memory;
  const keeps = memory !== undefined && memory.width(settings) > 0;
  const lines = rated.map(({ player, side }): ExpectedLine => {
    const { state, contributions } = after.get(player)!;
    return {
      player: Number(player),
      before: rater.rating(before.get(player), settings),
      after: rater.rating(state, settings),
      verdict: verdicts[side]!,
      contributions,
      memory: keeps ? memory!.of(state, settings) : null,
    };
  });
  lines.forEach(checkNumbers);
  return { lines, after: rated.map(({ player }) => after.get(player)!.state) };
}

const FOLD_ONE = { module: import.meta.url, run: foldOne };

/** Stores an expired wait if the rater uses waits and the player has been rated. */
export function foldWait({ rater }: RatingSystem, player: PlayerId, at: number, { waits, tallies }: Replay): void {
  if (!rater.waited || !tallies.has(player)) return;
  madeOnce(waits, player, (): number[] => []).push(at);
}

/** A state as the board must show it: with the waits up to the midnight of the board, and grown until then. */
export function boardRating(
  { rater, settings, shownThrough }: RatingSystem,
  stored: unknown,
  waits: readonly number[] = [],
): RatingValue & { readonly display: string } {
  let state = stored;
  if (shownThrough) {
    const midnight = shownThrough.getTime();
    const pastWaits = waits.filter((at) => at <= midnight);
    state = afterWaits({ rater, settings }, state, pastWaits);
    if (rater.idle) state = rater.idle(state, midnight, settings);
  }
  const { value, deviation, score, isProvisional } = rater.rating(state, settings);
  const rounded = value === null ? 'unrated' : String(Math.floor(value + 0.5));
  return { value, deviation, score, isProvisional, display: rater.display?.(state, settings) ?? rounded };
}

/** Whether the board rule of a league denies a player a rank, by the number and the newest time of their matches. */
export function isWithoutRank(
  { boardRule, shownThrough }: RatingSystem,
  matches: number,
  lastPlayedAt: number,
): boolean {
  if (!boardRule) return false;
  const { minMatches, activeWithin } = boardRule;
  if (matches < minMatches) return true;
  return activeWithin !== null && (shownThrough!.getTime() - lastPlayedAt) / 86_400_000 > activeWithin;
}

function afterWaits(
  { rater, settings }: Pick<RatingSystem, 'rater' | 'settings'>,
  state: unknown,
  waits: readonly number[] = [],
): unknown {
  let reached = state;
  for (const at of waits) if (rater.waited) reached = rater.waited(reached, at, settings);
  return reached;
}

/** The verdict of each side, by placement if every side has one, otherwise by points: the best side has won, or drawn if there are several. */
function verdictsOf({ sides }: Match): number[] {
  const isPlaced = sides.every(({ placement }) => placement !== undefined);
  const merits = sides.map(({ placement, score, participants }) =>
    isPlaced ? -placement! : (score ?? participants.reduce((sum, own) => sum + (own.score ?? Number.NaN), 0)),
  );
  if (merits.some(Number.isNaN)) throw new RangeError('the match has no outcome');
  const best = merits.reduce((most, merit) => Math.max(most, merit));
  const leaders = merits.filter((merit) => merit === best).length;
  return merits.map((merit) => (merit < best ? -1 : leaders > 1 ? 0 : 1));
}

function count(tallies: Replay['tallies'], { player, after, verdict }: ExpectedLine, playedAt: number): void {
  const counts = tallies.get(player) ?? noCounts();
  counts.matchesPlayed += 1;
  if (verdict > 0) counts.wins += 1;
  else if (verdict < 0) counts.losses += 1;
  else counts.draws += 1;
  counts.lastPlayedAt = playedAt;
  if (after.value !== null && !(counts.peak !== null && counts.peak >= after.value)) counts.peak = after.value;
  tallies.set(player, counts);
}

export function noCounts(): Counts {
  return { matchesPlayed: 0, wins: 0, draws: 0, losses: 0, peak: null, lastPlayedAt: null };
}

/** @throws RangeError if the rater returned something other than a finite number */
function checkNumbers({ before, after, contributions }: ExpectedLine): void {
  for (const { value, deviation, score } of [before, after]) {
    checkFinite(value ?? 0, deviation ?? 0, score ?? 0);
  }
  for (const { opponentValue, expected, actual, weight, delta } of contributions) {
    checkFinite(opponentValue ?? 0, expected, actual, weight, delta ?? 0);
  }
}

function checkFinite(...numbers: readonly number[]): void {
  for (const number of numbers) if (!Number.isFinite(number)) throw new RangeError(`it answered with ${number}`);
}
