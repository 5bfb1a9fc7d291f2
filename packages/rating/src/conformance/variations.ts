import { type Match, type Participant, type PlayerId, type Side, sideScore } from '../match.js';
import type { Formats } from '../rater.js';
import { fits } from './matches.js';

/** Two matches that differ only in that one side did better in one of them. */
export interface Improvement {
  readonly side: number;
  readonly better: Match;
}

/** The match with its sides, their participants and their single results in reverse order. */
export function reversed(match: Match): Match {
  const sides = match.sides.map((side) => ({
    ...side,
    participants: side.participants.map(withOpponentsReversed).reverse(),
  }));
  return { ...match, sides: sides.reverse() };
}

/** The match with other ids for its players. Ids that are numbers sort the other way round. */
export function underOtherIds(match: Match): Match {
  const sides = match.sides.map((side) => ({ ...side, participants: side.participants.map(withOtherId) }));
  return { ...match, sides };
}

function withOtherId({ player, scoresAgainst, ...rest }: Participant): Participant {
  const against = scoresAgainst?.map(({ opponent, score }) => ({ opponent: otherId(opponent), score }));
  return { player: otherId(player), ...rest, ...(against && { scoresAgainst: against }) };
}

/** The id that a player has in `underOtherIds`. */
function otherId(player: PlayerId): PlayerId {
  return typeof player === 'number' ? -player : `-${player}`;
}

function withOpponentsReversed(participant: Participant): Participant {
  if (!participant.scoresAgainst) return participant;
  return { ...participant, scoresAgainst: [...participant.scoresAgainst].reverse() };
}

/** Every side of the match in turn, level with the next side in front of it, ahead of it, and with more points. */
export function improvements(match: Match): Improvement[] {
  return match.sides.flatMap((_, side) => [...betterPlacements(match, side), ...betterScores(match, side)]);
}

function betterPlacements(match: Match, side: number): Improvement[] {
  const placements = match.sides.map(({ placement }) => placement);
  if (!placements.every((placement) => placement !== undefined)) return [];
  const own = placements[side]!;
  const next = Math.max(...placements.filter((placement) => placement < own));
  const isTied = placements.some((placement, other) => placement === own && other !== side);
  const targets = [...(isTied ? [own - 0.5] : []), ...(Number.isFinite(next) ? [next, next - 0.5] : [])];
  return targets.map((target) => {
    const moved = placements.with(side, target);
    const sides = match.sides.map((other, index) => ({
      ...other,
      placement: 1 + moved.filter((placement) => placement < moved[index]!).length,
    }));
    return { side, better: { ...match, sides } };
  });
}

function betterScores(match: Match, side: number): Improvement[] {
  const scores = match.sides.map(sideScore);
  if (!scores.every((score) => score !== undefined)) return [];
  const gap = Math.max(...scores) - scores[side]!;
  return [1, gap + 1].map((points) => {
    const sides = match.sides.with(side, withMorePoints(match.sides[side]!, points));
    return { side, better: { ...match, sides } };
  });
}

function withMorePoints(side: Side, points: number): Side {
  const participants = side.participants.map((participant): Participant => {
    const { score, scoresAgainst } = participant;
    return {
      ...participant,
      ...(score !== undefined && { score: score + points }),
      ...(scoresAgainst && {
        scoresAgainst: scoresAgainst.map((against) => ({ ...against, score: against.score + points })),
      }),
    };
  });
  const total = side.score !== undefined && { score: side.score + points * participants.length };
  return { ...side, ...total, participants };
}

/** The match with explicit points of its sides, so that a guest who joins a side adds nothing to them. */
export function withSideScores(match: Match): Match {
  const sides = match.sides.map((side) => {
    const score = sideScore(side);
    return score === undefined ? side : { ...side, score };
  });
  return { ...match, sides };
}

/**
 * The match with a guest on its first side, against whom the others earn points, and with sides of guests before and
 * after all others, if they fit.
 */
export function withGuests(match: Match, formats: Formats): Match[] {
  const [first, ...others] = match.sides as [Side, ...Side[]];
  const guest = guestLike(first.participants[0]!, 0);
  const joined = { ...first, participants: [...first.participants, guest] };
  const team = first.participants.map(guestLike);
  const candidates = [
    { ...match, sides: [joined, ...others.map((side) => scoringAgainst(guest.player, side))] },
    { ...match, sides: [winningSide(match, team), ...match.sides.map(behindOneMore)] },
    { ...match, sides: [losingSide(match, team), ...match.sides] },
  ];
  return candidates.filter((candidate) => fits(formats, candidate));
}

function guestLike(participant: Participant, index: number): Participant {
  return { ...participant, player: `guest ${index + 1}`, isGuest: true };
}

function scoringAgainst(opponent: PlayerId, side: Side): Side {
  const participants = side.participants.map((participant) => ({
    ...participant,
    scoresAgainst: [...(participant.scoresAgainst ?? []), { opponent, score: 1 }],
  }));
  return { ...side, participants };
}

/** A side ahead of all others, in the same form. */
function winningSide({ sides }: Match, participants: readonly Participant[]): Side {
  return isPlaced(sides[0]!)
    ? { placement: 1, participants }
    : { score: 1 + Math.max(...sides.map((side) => side.score ?? 0)), participants };
}

/** A side after all others, in the same form. */
function losingSide({ sides }: Match, participants: readonly Participant[]): Side {
  return isPlaced(sides[0]!) ? { placement: sides.length + 1, participants } : { score: 0, participants };
}

function behindOneMore(side: Side): Side {
  return isPlaced(side) ? { ...side, placement: side.placement! + 1 } : side;
}

function isPlaced(side: Side): boolean {
  return side.placement !== undefined;
}
