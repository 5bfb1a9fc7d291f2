/** A match as `submitMatches` takes it. */
export interface MatchInput {
  readonly externalId: string;
  readonly playedAt?: unknown;
  readonly sides: readonly SideInput[];
  readonly weight?: unknown;
  readonly details?: unknown;
}

export interface SideInput {
  readonly status?: unknown;
  readonly placement?: unknown;
  readonly score?: unknown;
  readonly name?: unknown;
  readonly role?: unknown;
  readonly participants: readonly ParticipantInput[];
}

export interface ParticipantInput {
  readonly player: string;
  readonly isGuest?: boolean;
  readonly score?: unknown;
  readonly minutesPlayed?: unknown;
  readonly scoresAgainst?: readonly { readonly opponent: string; readonly score: unknown }[];
}

/**
 * The sides of a match from a sentence: "ann beats ben", "ann draws ben", "ann+ben beats cid+dan draws eve". The first
 * side has placement 1; a beaten opponent is one place behind, a drawing one in the same place.
 */
export function sidesOf(sentence: string): SideInput[] {
  const [first, ...rest] = sentence.split(/ (beats|draws) /);
  const sides = [sideOf(first!, 1)];
  for (let index = 0, placement = 1; index < rest.length; index += 2) {
    if (rest[index] === 'beats') placement++;
    sides.push(sideOf(rest[index + 1]!, placement));
  }
  if (sides.length < 2) throw new RangeError(`"${sentence}" tells of no match`);
  return sides;
}

function sideOf(players: string, placement: number): SideInput {
  return { placement, participants: players.split('+').map((player) => ({ player })) };
}
