import { displayRating, type Match, type PlayerId, type Rater, rateMatch, stateAt, verdicts } from '@openladder/rating';
import { type LoggedWait, type Moment, midnightBefore } from './model.js';
import type { SidePlan } from './plans.js';

/** A match that counts, with the ids of those who are rated. */
export interface RatedMatch extends Match {
  readonly sequence: number;
}

/** An expired wait of a rated player. */
export interface Wait {
  readonly sequence: number;
  readonly at: number;
  readonly player: number;
}

/** Matches, and days, that a rank takes. */
export interface BoardRule {
  readonly minMatches: number;
  readonly activeWithin: number | null;
}

export interface System {
  readonly rater: Rater;
  readonly settings: object;
}

/** One line of the journal. */
export interface Line {
  readonly sequence: number;
  readonly playedAt: number;
  readonly player: number;
  readonly before: readonly (number | null)[];
  readonly after: readonly (number | null)[];
  readonly score: number | null;
  readonly isProvisional: boolean;
  readonly verdict: number;
  readonly contributions: readonly object[];
}

/** One place of the board, provisional players among them. */
export interface Place {
  readonly rank: number | null;
  readonly player: number;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number | null;
  readonly isProvisional: boolean;
  readonly display: string;
  readonly matchesPlayed: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly peak: number | null;
  readonly lastPlayedAt: number;
}

export interface Derived {
  readonly journal: readonly Line[];
  readonly board: readonly Place[];
}

const VERDICTS = { won: 1, drawn: 0, lost: -1 } as const;

/** How the board shows states that stand before a midnight. */
export interface Showing {
  /** The midnight to which they grow. */
  readonly through: number;
  /** Waits since a player's newest match, as they are told to the state that is shown. */
  readonly waits: readonly Wait[];
  /** Who has a rank. */
  readonly rule: BoardRule;
  /** Who is on no board. */
  readonly hidden: ReadonlySet<number>;
}

/**
 * The visible league: the fold of `rateMatch` and `waited` over its log in the total order, and nothing else.
 */
export function derived(
  { rater, settings }: System,
  log: readonly RatedMatch[],
  waits: readonly Wait[],
  showing: Showing,
): Derived {
  const states = new Map<PlayerId, unknown>();
  const atLastMatch = new Map<PlayerId, unknown>();
  const journal: Line[] = [];
  const inOrder = [...log, ...waits].sort((a, b) => timeOf(a) - timeOf(b) || a.sequence - b.sequence);
  for (const match of inOrder) {
    if ('at' in match) {
      const { player, at } = match;
      if (states.has(player))
        states.set(player, rater.waited?.(states.get(player), at, settings) ?? states.get(player));
      continue;
    }
    const lines = rateMatch(rater, settings, match, states).map(({ player, before, after, contributions }): Line => {
      const side = match.sides.findIndex(({ participants }) => participants.some((one) => one.player === player));
      return {
        sequence: match.sequence,
        playedAt: match.playedAt,
        player: Number(player),
        before: [before.value, before.deviation],
        after: [after.value, after.deviation],
        score: after.score,
        isProvisional: after.isProvisional,
        verdict: VERDICTS[verdicts(match)[side]!],
        contributions: contributions.map(({ opponent, opponentValue, expected, actual, weight, delta }) => ({
          ...{ opponent, opponentValue, expected, actual, weight, delta },
        })),
      };
    });
    for (const { player } of lines) atLastMatch.set(player, states.get(player));
    journal.push(...lines.sort((a, b) => a.player - b.player));
  }
  const players = [...new Set(journal.map(({ player }) => player))].filter((player) => !showing.hidden.has(player));
  const board = players.map((player) => {
    const own = journal.filter((line) => line.player === player);
    return placeOf(
      { rater, settings },
      shownState({ rater, settings }, atLastMatch.get(player), own.at(-1)!, showing),
      player,
      own,
      showing,
    );
  });
  return { journal, board: ranked(board) };
}

/** A player on the board: the state after their newest match, with the waits since and growth until the midnight. */
function shownState({ rater, settings }: System, state: unknown, last: Line, { through, waits }: Showing): unknown {
  const since = waits
    .filter(({ player, at, sequence }) => {
      const isLater = at > last.playedAt || (at === last.playedAt && sequence > last.sequence);
      return player === last.player && isLater && at <= through;
    })
    .toSorted((a, b) => a.at - b.at || a.sequence - b.sequence);
  const afterWaits = since.reduce((reached, { at }) => rater.waited?.(reached, at, settings) ?? reached, state);
  return stateAt(rater, settings, afterWaits, through);
}

function timeOf(event: RatedMatch | Wait): number {
  return 'at' in event ? event.at : event.playedAt;
}

function placeOf(
  { rater, settings }: System,
  state: unknown,
  player: number,
  own: readonly Line[],
  { through, rule }: Showing,
): Place {
  const { value, deviation, score, isProvisional } = rater.rating(state, settings);
  const count = (verdict: number) => own.filter((line) => line.verdict === verdict).length;
  const isTooFew = own.length < rule.minMatches;
  const days = (through - own.at(-1)!.playedAt) / 86_400_000;
  const isTooOld = rule.activeWithin !== null && days > rule.activeWithin;
  const values = own.map(({ after }) => after[0]!).filter((value) => value !== null);
  return {
    rank: null,
    ...{ player, value, deviation, score, isProvisional: isProvisional || isTooFew || isTooOld },
    display: displayRating(rater, state, settings),
    matchesPlayed: own.length,
    wins: count(1),
    draws: count(0),
    losses: count(-1),
    peak: values.length > 0 ? Math.max(...values) : null,
    lastPlayedAt: own.at(-1)!.playedAt,
  };
}

function ranked(places: readonly Place[]): Place[] {
  const scoreOf = ({ score }: Place) => score ?? Number.NEGATIVE_INFINITY;
  const sorted = [...places].sort(
    (a, b) =>
      Number(a.isProvisional) - Number(b.isProvisional) ||
      (scoreOf(a) === scoreOf(b) ? a.player - b.player : scoreOf(b) - scoreOf(a)),
  );
  return sorted.map((place) => {
    if (place.isProvisional) return place;
    const above = sorted.filter((other) => !other.isProvisional && scoreOf(other) > scoreOf(place));
    return { ...place, rank: above.length + 1 };
  });
}

/** Whether a side is not rated, by the rules of a new league: it did not start, or nobody finished. */
function isUnrated({ status }: Pick<SidePlan, 'status'>, sides: readonly SidePlan[]): boolean {
  return status === 'DID_NOT_START' || sides.every((side) => side.status !== 'FINISHED');
}

/** Whether a side is rated behind all others, by the rules of a new league. */
function isLast(side: SidePlan, _: number, sides: readonly SidePlan[]): boolean {
  return side.status !== 'FINISHED' && !isUnrated(side, sides);
}

function ratedPlacement(placement: number, status: SidePlan['status'], sides: readonly SidePlan[]): number {
  if (sides.every((side) => side.status === 'FINISHED')) return placement;
  const placed = sides.filter((side) => side.status === 'FINISHED');
  return status === 'FINISHED' ? 1 + placed.filter((side) => side.placement < placement).length : placed.length + 1;
}

/**
 * The visible league at a moment of the model.
 * @param asOf only matches played by then
 * @param now the model as it is when the moment is asked for. A board takes a wait for known from the time at which it
 * stands, because waits are written before the midnight that follows them. Waits of these lives stand years before they are
 * written.
 */
export function derivedAt(
  { log, waits, merges, system, shownThrough, rule, hidden }: Moment,
  idOf: (person: number) => number,
  asOf = Number.POSITIVE_INFINITY,
  now: Pick<Moment, 'waits' | 'hidden'> = { waits, hidden },
): Derived {
  const counting = log.filter(({ status, playedAt }) => status === 'RATED' && playedAt <= asOf);
  const matches = counting.map(
    ({ sequence, playedAt, sides, isScored, weight }): RatedMatch => ({
      sequence,
      playedAt,
      weight,
      sides: sides.map(({ placement, status, role, participants }) => ({
        role: role ?? undefined,
        placement: ratedPlacement(placement, status, sides),
        participants: participants.map(({ person, isGuest, minutesPlayed, score }) => ({
          player: idOf(merges.get(person) ?? person),
          isGuest: isGuest || isUnrated({ status }, sides),
          ...(minutesPlayed !== null && { minutesPlayed }),
          ...(isScored && !sides.some(isLast) && { score }),
        })),
      })),
    }),
  );
  const waitOf = ({ sequence, at, person }: LoggedWait) => {
    return { sequence, at, player: idOf(merges.get(person) ?? person) };
  };
  return derived(system, matches, waits.filter(({ at }) => at <= asOf).map(waitOf), {
    rule,
    through: Math.min(shownThrough, midnightBefore(asOf)),
    waits: now.waits.map(waitOf),
    hidden: new Set([...now.hidden].map(idOf)),
  });
}
