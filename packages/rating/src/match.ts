/**
 * A participant, as the caller of a rater names them. Opaque: raters compare ids with `===` and nothing else.
 */
export type PlayerId = string | number;

/** One player's part in a match. */
export interface Participant {
  readonly player: PlayerId;
  /** Whether they are a guest, who takes part but is not rated, and against whom no one is rated. Default false. */
  readonly isGuest?: boolean;
  /** Points that this participant earned, in the game's own unit. */
  readonly score?: number;
  /** Minutes that this participant was in the game, at least 0. The whole game if omitted. */
  readonly minutesPlayed?: number;
  /** Points earned against each opponent, if the game counts them separately. */
  readonly scoresAgainst?: readonly { readonly opponent: PlayerId; readonly score: number }[];
}

/** One or more participants who win or lose together. */
export interface Side {
  /** 1 is best; equal placements are a tie. Either every side of a match has one, or none does. */
  readonly placement?: number;
  /** Points of the side, in the game's own unit. */
  readonly score?: number;
  /** The role of the side in the game, as a short name: `home`, `white`, `attacker`. Roles have no order. */
  readonly role?: string;
  readonly participants: readonly Participant[];
}

/** One contest of two or more sides. */
export interface Match {
  /** Milliseconds since 1970-01-01T00:00:00Z; negative before. */
  readonly playedAt: number;
  /** The weight of the match, greater than 0; 1 if omitted. Raters that use it declare it; see `Rater.usesWeight`. */
  readonly weight?: number;
  readonly sides: readonly Side[];
}

/** A player waited for an opponent, and none was found. The log contains it together with the matches. */
export interface Wait {
  readonly player: PlayerId;
  /** The end of the wait, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The points of a side: its own score, or else the sum of its participants' scores.
 * @returns undefined if neither the side nor each of its participants has a score
 */
export function sideScore(side: Side): number | undefined {
  if (side.score !== undefined) return side.score;
  let sum = 0;
  for (const { score } of side.participants) {
    if (score === undefined) return undefined;
    sum += score;
  }
  return sum;
}

/** A rated participant with the index of their side in the match. */
export interface RatedParticipant {
  readonly participant: Participant;
  readonly side: number;
}

/** The participants that a rater rates: all but guests, in the order of the match. */
export function ratedParticipants(match: Match): RatedParticipant[] {
  const rated: RatedParticipant[] = [];
  for (const [side, { participants }] of match.sides.entries()) {
    for (const participant of participants) if (!participant.isGuest) rated.push({ participant, side });
  }
  return rated;
}

/**
 * Whether the match can change ratings: there are rated participants on at least two sides. Other matches
 * stay in the log, and change no rating.
 */
export function isRatable(match: Match): boolean {
  let sides = 0;
  for (const { participants } of match.sides) if (participants.some(({ isGuest }) => !isGuest)) sides++;
  return sides >= 2;
}

/** Guests of a match. */
export function guestsOf(match: Match): ReadonlySet<PlayerId> {
  const guests = new Set<PlayerId>();
  for (const { participants } of match.sides) {
    for (const { player, isGuest } of participants) if (isGuest) guests.add(player);
  }
  return guests;
}

/**
 * The match for raters: without guests, sides that have only guests, and points against guests. A guest's points for
 * their side stay in the side's score, so the outcome stays the same.
 */
export function withoutGuests(match: Match): Match {
  const guests = guestsOf(match);
  if (guests.size === 0) return match;
  const sides = match.sides.map((side) => sideWithout(guests, side)).filter((side) => side.participants.length > 0);
  return { ...match, sides };
}

function sideWithout(guests: ReadonlySet<PlayerId>, side: Side): Side {
  const rated = side.participants.filter((participant) => !participant.isGuest);
  const participants = rated.map((participant) => withoutPointsAgainst(guests, participant));
  if (rated.length === side.participants.length) return { ...side, participants };
  const score = sideScore(side);
  return { ...side, ...(score !== undefined && { score }), participants };
}

function withoutPointsAgainst(guests: ReadonlySet<PlayerId>, participant: Participant): Participant {
  const { scoresAgainst, ...rest } = participant;
  const left = scoresAgainst?.filter(({ opponent }) => !guests.has(opponent));
  return left && left.length > 0 ? { ...rest, scoresAgainst: left } : rest;
}

/** Why a match can't be rated if one of its sides has neither. */
export const NO_OUTCOME = 'the match has no outcome: every side needs a placement, or every side a score';

/** The score of one side (or participant) against another: 1 won, 0.5 tied, 0 lost. */
export type Result = 0 | 0.5 | 1;

/** Compares two quantities. The greater one is better. */
export function resultOf(own: number, other: number): Result {
  if (own > other) return 1;
  return own < other ? 0 : 0.5;
}

/**
 * How well each side did: by placement if every side has one, otherwise by score. Greater is better, and equal is a tie.
 * @returns undefined if the match has no outcome: some side has neither
 */
export function sideMerits(match: Match): readonly number[] | undefined {
  if (match.sides.every((side) => side.placement !== undefined)) return match.sides.map((side) => -side.placement!);
  const scores = match.sides.map(sideScore);
  return scores.every((score) => score !== undefined) ? (scores as number[]) : undefined;
}

/**
 * The result of each side against each other side.
 * @returns `results[a][b]`, the score of side a against side b; 0.5 on the diagonal
 * @throws RangeError if the match has no outcome
 */
export function pairwiseResults(match: Match): readonly (readonly Result[])[] {
  const merits = knownMerits(match);
  return merits.map((own) => merits.map((other) => resultOf(own, other)));
}

function knownMerits(match: Match): readonly number[] {
  const merits = sideMerits(match);
  if (!merits) throw new RangeError(NO_OUTCOME);
  return merits;
}

/** How a match ended for a side: it won alone, shared the first place, or finished behind another side. */
export type Verdict = 'won' | 'drawn' | 'lost';

/**
 * @returns one verdict for each side, in the match's order
 * @throws RangeError if the match has no outcome
 */
export function verdicts(match: Match): readonly Verdict[] {
  return knownMerits(match).map((own, side, merits) => {
    let verdict: Verdict = 'won';
    for (let other = 0; other < merits.length; other++) {
      if (other === side) continue;
      const result = resultOf(own, merits[other]!);
      if (result === 0) return 'lost';
      if (result === 0.5) verdict = 'drawn';
    }
    return verdict;
  });
}
