import type { Visibility } from '../access/access.js';
import type { SettingValues } from '../raters/rating-system.js';
import type { StatusRules } from './status-rules.js';

/** The treatment of a match that arrives with a playedAt before the newest rated one. */
export type LateMatches = 'REPLAY' | 'REJECT';

/** A match log with one official rating system at a time. */
export interface League {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** Whether players are made on first sight. */
  readonly isOpenEntry: boolean;
  readonly lateMatches: LateMatches;
  /** No match may have been played before; null: no limit. */
  readonly opensAt: Date | null;
  /** How far from 1/2 the chances of two players may be whom the queue pairs; above 0, at most 0.5. */
  readonly queueBand: number;
  /** How long a player waits in the queue for an opponent, in seconds. */
  readonly queueWait: number;
  /** How sides are rated that did not finish; null: by DEFAULT_STATUS_RULES. */
  readonly statusRules: StatusRules | null;
  /** Rated matches that a player needs for a rank. */
  readonly minMatches: number;
  /** Days within which a player must have played for a rank, up to the newest midnight; null: no limit. */
  readonly activeWithin: number | null;
  /** Key of the rater. */
  readonly rater: string;
  readonly raterVersion: string;
  readonly settings: SettingValues;
  /** Number of the official derivation of the ratings, from 1. */
  readonly revision: number;
  /** The generation of the journal's lines that count: a recompute writes one of its own aside. */
  readonly generation: number;
  /** When the rating system took effect. */
  readonly appliedAt: Date;
  readonly matchCount: number;
  /** Players with at least one rated match. */
  readonly playerCount: number;
  /** The newest arrival in the log: of a match or of an expired wait. */
  readonly lastSequence: number;
  /** The newest playedAt of the log; null while it is empty. */
  readonly ratedThrough: Date | null;
  /** The size of the journal with its superseded lines, as `journalBytes` counts it. */
  readonly journalBytes: number;
  /** The first revision of which the journal still tells; lines that were superseded up to it are not kept. */
  readonly keptRevision: number;
  /** When that revision was applied; null while it is the first. */
  readonly keptSince: Date | null;
  /** The `keptRevision` up to which all that is not kept was deleted. */
  readonly thinnedRevision: number;
  /** IANA name of the time zone whose midnights end the league's days. */
  readonly timeZone: string;
  /** The midnight as of which the board shows the ratings: the newest that the league has passed. */
  readonly refreshedThrough: Date;
  /** When the next nightly run is due: the midnight after that one. */
  readonly refreshDueAt: Date;
  /** Since when it can only be read; null: it is open. */
  readonly archivedAt: Date | null;
  /** When it was deleted; it is then there for nobody, until its last row is gone. */
  readonly deletedAt: Date | null;
  /** Goes up with every write to the league. */
  readonly version: number;
  readonly createdAt: Date;
}
