import type { MatchKey, ScoreAgainst, StoredMatch, StoredParticipant, StoredSide } from '../match-log/match.js';
import { asReported } from '../match-log/side-status.js';
import type { Player } from '../player/player.js';
import type { JournalChange } from './rating.js';

/** A match with the data joined by its reader; undefined fields were not requested. */
export type MatchView = Omit<StoredMatch, 'sides'> & { readonly sides: readonly SideView[] };

export type SideView = Omit<StoredSide, 'participants'> & {
  readonly match: MatchKey;
  /** All sides of the match as they are rated, this one among them. */
  readonly matchSides: readonly StoredSide[];
  /** Its place among them, from 0. */
  readonly position: number;
  readonly participants: readonly ParticipantView[];
};

export type ParticipantView = Omit<StoredParticipant, 'scoresAgainst'> & {
  readonly match: MatchKey;
  readonly scoresAgainst: readonly (ScoreAgainst & { readonly opponent?: Player })[];
  readonly player?: Player;
  /** Null if the match changed nothing for the player. */
  readonly ratingChange?: JournalChange | null;
};

/** How many participants a match has, and contributions that were joined to them. */
export function countJoinedRows({ sides }: MatchView): number {
  let parts = 0;
  for (const { participants } of sides) {
    for (const { ratingChange } of participants) parts += 1 + (ratingChange?.contributions.length ?? 0);
  }
  return parts;
}

/** The sides of a match as they were reported, each with what its fields need to be found. */
export function sidesOf(match: StoredMatch | MatchView): readonly SideView[] {
  if (isView(match)) return match.sides;
  const views = match.sides.map((side, position) => ({
    ...side,
    match,
    matchSides: match.sides,
    position,
    participants: side.participants.map((participant) => ({ ...participant, match })),
  }));
  return asReported(views);
}

function isView(match: StoredMatch | MatchView): match is MatchView {
  return match.sides.every((side) => 'match' in side);
}
