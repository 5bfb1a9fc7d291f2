import type { MatchInput, ParticipantInput, SideInput } from './operations.js';

/** A match to submit. Its `externalId` is your own id for it, by which it counts once however often it is sent. */
export type MatchToSubmit = Omit<MatchInput, 'playedAt'> & {
  /** When it was played; a string is RFC 3339 with an offset. */
  readonly playedAt: Date | string;
};

/** A side: a handle, several handles who play together, or participants with points and minutes. */
export type Team = string | readonly (string | ParticipantInput)[];

/** The sides of a match between two that the first one won. */
export function duel(winner: Team, loser: Team): SideInput[] {
  return ranking(winner, loser);
}

/** The sides of a match between two that nobody won. */
export function draw(one: Team, other: Team): SideInput[] {
  return [sideOf(one, 1), sideOf(other, 1)];
}

/** The sides of a match from the winner to the last. */
export function ranking(...teams: readonly Team[]): SideInput[] {
  return teams.map((team, index) => sideOf(team, index + 1));
}

function sideOf(team: Team, placement: number): SideInput {
  const members = typeof team === 'string' ? [team] : team;
  const participants = members.map((member) => (typeof member === 'string' ? { player: member } : member));
  return { placement, participants };
}
