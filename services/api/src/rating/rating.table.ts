import type { Json } from '@openladder/rating';
import { boolean, double, integer, json, key, nullable, smallint, table, text, time } from '../kit/sql/table.js';
import type { VerdictNumber } from './rating.js';

/** The rating of each player of a league, after their newest rated match. */
export const RatingTable = table('rating', {
  leagueId: key(integer()),
  playerId: key(integer()),
  value: nullable(double()),
  deviation: nullable(double()),
  /** The value that the board is sorted by; -Infinity for a player without one, so that they sort last. */
  score: double(),
  isProvisional: boolean(),
  display: text(),
  /** Only for raters whose state cannot be restored from the journal. */
  state: nullable(json<Json>()),
  matchesPlayed: integer(),
  wins: integer(),
  draws: integer(),
  losses: integer(),
  peak: nullable(double()),
  lastPlayedAt: nullable(time()),
  /** When the player was hidden from the boards of the league; such a row is always provisional. */
  hiddenAt: nullable(time()),
});
export type RatingTable = InstanceType<typeof RatingTable>;

/** The journal: one line for each rated participant of each match, in each player's total order. */
export const RatingChangeTable = table('rating_change', {
  leagueId: key(integer()),
  /** Lines of the league's own generation are current; others are from before a recompute. */
  generation: key(integer()),
  playerId: key(integer()),
  playedAt: key(time()),
  sequence: key(integer()),
  revision: integer(),
  beforeValue: nullable(double()),
  beforeDeviation: nullable(double()),
  afterValue: nullable(double()),
  afterDeviation: nullable(double()),
  /** The value that the board is sorted by after the match; -Infinity for none. */
  score: double(),
  isProvisional: boolean(),
  /** 1: the player's side won, 0: it shared the first place, -1: it lost. */
  verdict: smallint<VerdictNumber>(),
  /** Six numbers for each opponent; null if there are too many. See journal-line.ts. */
  contributions: nullable(double<number[]>({ array: true })),
  /** The part of the state after the match that the rater stores; null if it stores nothing. See journal-line.ts. */
  memory: nullable(double<number[]>({ array: true })),
});
export type RatingChangeTable = InstanceType<typeof RatingChangeTable>;
