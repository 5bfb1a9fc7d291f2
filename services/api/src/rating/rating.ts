import { type Contribution, displayRating, type PlayerId, type RatingValue, stateAt } from '@openladder/rating';
import type { League } from '../league/league.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import {
  asReported,
  type MatchKey,
  type ScoreAgainst,
  type StoredMatch,
  type StoredParticipant,
  type StoredSide,
} from '../match-log/match.js';
import type { Player } from '../player/player.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { stateAfter } from './cached-states.js';

/** A moment of a league's past. */
export interface PastMoment {
  /** Only matches played by then; null: all. */
  readonly asOf: Date | null;
  /** Only what the board showed then: null for what is known now. */
  readonly asKnownAt: Date | null;
}

/** A player's current rating in a league. */
export interface Rating {
  readonly leagueId: number;
  readonly playerId: number;
  /** Points; null for a player who is not rated yet. */
  readonly value: number | null;
  readonly deviation: number | null;
  /** The value that the board is sorted by; null sorts last. */
  readonly score: number | null;
  readonly isProvisional: boolean;
  /** Whether the player is hidden from the boards of the league, which also makes them provisional. */
  readonly isHidden: boolean;
  readonly display: string;
  readonly matchesPlayed: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly peak: number | null;
  readonly lastPlayedAt: Date | null;
  /** Place on the board, if the reader counted it. */
  readonly rank?: number | null;
  /** How many players have a rank on that board, if the reader counted them. */
  readonly rankedPlayers?: number;
  /** The lines from which a past rating was read; a current one has none. */
  readonly lines?: AsOfLines;
  /** The requested moment of a past rating; null for a rating before or after a correction; a current one has none. */
  readonly moment?: PastMoment | null;
  /** Set if the reader joined the player. */
  readonly player?: Player;
}

/** One line of the journal. */
export interface JournalChange {
  readonly leagueId: number;
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly revision: number;
  /** As of the time of the match if the reader adjusted it, otherwise as it was after the player's previous match. */
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  /** The sum of the contributions; null if the value before or after is. */
  readonly delta: number | null;
  /** The result of the player's side. */
  readonly verdict: VerdictNumber;
  readonly contributions: readonly ExplainedContribution[];
  /** Expected scores against all opponents, added up. */
  readonly expectedScore: number;
  /** Scores against all opponents, added up. */
  readonly actualScore: number;
  /** Set if the journal does not store the contributions: `addDerivedContributions` derives them and both sums. */
  readonly lacksContributions?: true | undefined;
  /** Set if the reader joined the match; without its sides. */
  readonly match?: MatchHead | undefined;
}

/** How a verdict is stored. */
export const VERDICT_NUMBERS = { won: 1, drawn: 0, lost: -1 } as const;

/** The result of a match for a player's side: 1 for a win, 0 for a shared first place, -1 for a loss. */
export type VerdictNumber = (typeof VERDICT_NUMBERS)[keyof typeof VERDICT_NUMBERS];

/** A match without its participants. */
export type MatchHead = Omit<StoredMatch, 'sides'>;

/** An opponent's part, with the opponent if the reader joined them. */
export type ExplainedContribution = Omit<Contribution, 'opponent'> & { readonly opponent: Player | PlayerId };

export interface RatingSnapshot {
  readonly value: number | null;
  readonly deviation: number | null;
}

/** A place on a board. */
export interface Standing {
  /** From 1, shared by players of equal score; null for provisional players. */
  readonly rank: number | null;
  readonly rating: Rating;
  /** Points of races, where the board is in their order. */
  readonly points?: number;
  /** Set if the reader joined the player. */
  readonly player?: Player;
}

/** A player's rating before and after a change. */
export interface RatingMove {
  readonly playerId: number;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  /** Points gained, if they are not `after` minus `before`, because time may have changed the value as well. */
  readonly delta?: number | null;
  /** Ranks on the board, if they were counted; null without one. */
  readonly rankBefore?: number | null;
  readonly rankAfter?: number | null;
  /** The highest values after any match, if they were compared. */
  readonly peakBefore?: number | null;
  readonly peakAfter?: number | null;
  /** Why a correction moves it, if known: the player's own matches were corrected, or the rating of somebody they have met since moved. */
  readonly cause?: 'CORRECTED' | 'FOLLOWED' | null;
}

/** A move with its player's scores for the ranks before and after; null without a rank. */
export type ScoredMove = RatingMove & { readonly scoreBefore: number | null; readonly scoreAfter: number | null };

/** The sums of contributions. */
export function scoreSums(contributions: readonly Pick<Contribution, 'expected' | 'actual'>[]) {
  return {
    expectedScore: contributions.reduce((sum, { expected }) => sum + expected, 0),
    actualScore: contributions.reduce((sum, { actual }) => sum + actual, 0),
  };
}

/** Points gained; null if the value before or after is. */
export function deltaOf({ before, after }: Pick<RatingMove, 'before' | 'after'>): number | null {
  return before.value === null || after.value === null ? null : after.value - before.value;
}

/** A player's rating as a board shows it. */
export type ShownRating = RatingValue & { readonly display: string };

/**
 * A state as the board shows it: grown until the newest midnight, if there is no later match.
 * @param waits those that the state does not include yet
 */
export function shownRating(system: RatingSystem, state: unknown, waits: readonly PlacedWait[] = []): ShownRating {
  const { rater, settings, shownThrough } = system;
  let shown = state;
  if (shownThrough) {
    const pastWaits = waits.filter(({ at }) => at <= shownThrough);
    shown = stateAt(rater, settings, stateAfter(system, state, pastWaits), shownThrough.getTime());
  }
  const { value, deviation, score, isProvisional } = rater.rating(shown, settings);
  return { value, deviation, score, isProvisional, display: displayRating(rater, shown, settings) };
}

/** The rating of a state at a time, if there is no match until then. @param state with all waits before that time */
export function ratingAt({ rater, settings }: RaterChoice, state: unknown, at: Date): RatingSnapshot {
  const { value, deviation } = rater.rating(stateAt(rater, settings, state, at.getTime()), settings);
  return { value, deviation };
}

/**
 * Whether a rating before a match is shown as of the time of the match. The journal has the rating after the player's previous match; if
 * the rater restores states, that state can grow until the match. For other raters, lines are shown as stored.
 */
export function isGrownBefore({ rater }: RaterChoice): boolean {
  return rater.idle !== undefined && rater.restore !== undefined;
}

/** The lines that a past moment shows. */
export interface AsOfLines {
  readonly leagueId: number;
  /** Only of matches played by then; null: all. */
  readonly asOf: Date | null;
  /** The newest sequence that was known, 0 if none was; null for what is known now. */
  readonly knownSequence: number | null;
  /** The derivation that was official. */
  readonly revision: number;
  readonly generation: number;
}

/** The current lines of a league. */
export function presentLines({ id, revision, generation }: Pick<League, 'id' | 'revision' | 'generation'>): AsOfLines {
  return { leagueId: id, asOf: null, knownSequence: null, revision, generation };
}

/** A match with the data joined by its reader; undefined fields were not requested. */
export type MatchView = Omit<StoredMatch, 'sides'> & { readonly sides: readonly SideView[] };

export type SideView = Omit<StoredSide, 'participants'> & {
  readonly match: MatchKey;
  /** All sides of the match as they are rated, including this one. */
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

/** Counts the participants of a match, and contributions that were joined to them. */
export function countJoinedRows({ sides }: MatchView): number {
  let parts = 0;
  for (const { participants } of sides) {
    for (const { ratingChange } of participants) parts += 1 + (ratingChange?.contributions.length ?? 0);
  }
  return parts;
}

/** The sides of a match as they were reported, each with the keys of its fields. */
export function sidesOf(match: StoredMatch | MatchView): readonly SideView[] {
  if (isView(match)) return match.sides;
  const views = match.sides.map((side, position) => ({
    match,
    matchSides: match.sides,
    position,
    ...side,
    participants: side.participants.map((participant) => ({ match, ...participant })),
  }));
  return asReported(views);
}

function isView(match: StoredMatch | MatchView): match is MatchView {
  return match.sides.every((side) => 'match' in side);
}
