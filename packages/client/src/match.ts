import type { MatchInput, ParticipantInput, SideInput } from './operations.js';

/** A match to submit. With your own id for it, `externalId`, it counts once however often it is sent. */
export type MatchToSubmit = Omit<MatchInput, 'playedAt'> & {
  /** When it was played; a string is RFC 3339 with an offset. */
  readonly playedAt: Date | string;
};

/** A side: a handle, several handles who play together, or participants with points and minutes. */
export type Team = string | readonly (string | ParticipantInput)[];

/** The sides of a match between two, won by the first one. @throws TypeError if a side is missing */
export function duel(winner: Team, loser: Team): SideInput[] {
  return [playedSide(winner, 1, 'winner'), playedSide(loser, 2, 'loser')];
}

/** The sides of a drawn match between two. @throws TypeError if a side is missing */
export function draw(one: Team, other: Team): SideInput[] {
  return [playedSide(one, 1, 'first side'), playedSide(other, 1, 'second side')];
}

/** The sides of a match from the winner to the last. @throws TypeError if a side is missing */
export function ranking(...teams: readonly Team[]): SideInput[] {
  return teams.map((team, index) => playedSide(team, index + 1, `side in place ${index + 1}`));
}

/** @throws TypeError if several matches are given, or none, or one with an invalid date or a number like NaN, which JSON cannot express */
export function checkMatch(match: MatchToSubmit): void {
  if (Array.isArray(match)) {
    throw new TypeError('Give one match at a time: Promise.all(matches.map(give)) sends those of a moment together');
  }
  if (typeof match !== 'object' || match === null) throw new TypeError(`A match must be an object, but is ${match}`);
  const { playedAt, externalId } = match;
  if (playedAt instanceof Date && Number.isNaN(playedAt.getTime())) {
    throw new TypeError(`playedAt must be a valid date, but match ${JSON.stringify(externalId)} has an invalid one`);
  }
  checkNumbers(match);
}

/** @throws TypeError if there is a number like NaN in it: it would become null, and a weight of null is 1 */
export function checkNumbers(input: unknown): void {
  JSON.stringify(input, (field, value) => {
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
    throw new TypeError(`${field} must be a number, but is ${value}`);
  });
}

/** @param name of the side, for the error */
function playedSide(team: Team, placement: number, name: string): SideInput {
  const members = typeof team === 'string' ? [team] : team;
  if (!Array.isArray(members)) throw new TypeError(`The ${name} must be a handle or a list of players, but is ${team}`);
  const participants = members.map((member: string | ParticipantInput) =>
    typeof member === 'string' ? { player: member } : member,
  );
  if (participants.some((participant) => typeof participant !== 'object' || participant === null)) {
    throw new TypeError(`The ${name} must have a handle or a participant for each player, but has ${members}`);
  }
  return { placement, participants };
}
