import { boolean, bytes, double, integer, json, key, nullable, smallint, table, text, time } from '../kit/sql/table.js';
import type { MatchDetails, MatchStatus, ReportedSide } from './match.js';

/**
 * The log: a match with its participants and sides. Arrays have an element for each participant, in the order of the sides, or for each
 * side; null stands for an array that would hold only defaults.
 */
export const MatchTable = table('match', {
  leagueId: key(integer()),
  sequence: key(integer()),
  externalId: text(),
  playedAt: time(),
  status: text<MatchStatus>({ default: 'RATED' }),
  version: integer({ default: 1 }),
  /** The participants, including guests, as submitted, regardless of merges. */
  playerIds: integer<number[]>({ array: true }),
  /** The side of each participant, from 0 without a gap; null if each has a side of their own. */
  sides: nullable(smallint<number[]>({ array: true })),
  /** Which participants are guests; null if there are none. */
  guests: nullable(boolean<boolean[]>({ array: true })),
  /** Points of each participant. */
  scores: nullable(double<(number | null)[]>({ array: true })),
  minutesPlayed: nullable(double<(number | null)[]>({ array: true })),
  /** Each participant's points against each opponent; null elements where none were reported. */
  scoresAgainst: nullable(double<(number | null)[][]>({ array: true })),
  /** Of each side, here and below. */
  placements: nullable(integer<number[]>({ array: true })),
  sideScores: nullable(double<(number | null)[]>({ array: true })),
  sideNames: nullable(text<(string | null)[]>({ array: true })),
  sideRoles: nullable(text<(string | null)[]>({ array: true })),
  /** The sides as reported, if one did not finish; the other columns are as the match is rated. Nearly always null. */
  reported: nullable(json<ReportedSide[]>()),
  /** SHA-256 of the first submission; see `contentHash`. */
  contentHash: bytes(),
  submittedAt: time(),
  submittedBy: nullable(integer()),
  /** Null means 1, the weight of nearly all matches. */
  weight: nullable(double()),
  /** Null if there are none, which is nearly always. */
  details: nullable(json<MatchDetails>()),
});
export type MatchTable = InstanceType<typeof MatchTable>;

/**
 * Participants without a line in the journal: guests, and all participants of void matches and of matches with fewer than two rated sides.
 * Players are as submitted, regardless of merges. Together with the journal, it gives the matches of a player.
 */
export const UnratedAppearanceTable = table('unrated_appearance', {
  leagueId: key(integer()),
  playerId: key(integer()),
  sequence: key(integer()),
});

/** Names of sides in a league: teams. Triggers of `match` write them, and remove names that no match has any more. */
export const TeamTable = table(
  'team',
  {
    leagueId: key(integer()),
    name: key(text()),
    /** The end of a day; no match of the team was played later. */
    playedAt: time(),
  },
  // For versions before 0009, which may run beside this one.
);

/** Expired waits, which are in the log's total order as (at, sequence); they share sequences with the matches. */
export const LogWaitTable = table('log_wait', {
  leagueId: key(integer()),
  sequence: key(integer()),
  /** The player who waited, as they joined the queue, regardless of merges. */
  playerId: integer(),
  at: time(),
});
export type LogWaitTable = InstanceType<typeof LogWaitTable>;

/** Merges of players in a league. The log keeps the players as submitted. */
export const PlayerMergeTable = table('player_merge', {
  leagueId: key(integer()),
  playerId: key(integer()),
  /** Never merged itself: there are no chains. */
  intoId: integer(),
  mergedAt: time(),
});
