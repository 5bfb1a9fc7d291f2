import { randomInt } from 'node:crypto';
import type { Visibility } from '../access/access.js';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { SettingValues } from '../raters/rating-system.js';
import type { StatusRules } from './status-rules.js';

/** How to treat a match that was played before the newest rated one. */
export type LateMatches = 'REPLAY' | 'REJECT';

/** A match log with one official rating system at a time. */
export interface League {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The hue of its colour, from 0 to 359 degrees; null: derived from the slug. */
  readonly hue: number | null;
  /** The name of its picture; null: none. */
  readonly picture: string | null;
  readonly visibility: Visibility;
  /** Whether unknown handles become players. */
  readonly isOpenEntry: boolean;
  readonly lateMatches: LateMatches;
  /** Earliest time at which a match may be played; null: no limit. */
  readonly opensAt: Date | null;
  /** How far from 1/2 the chance to win may be for the queue to pair two players; above 0, at most 0.5. */
  readonly queueBand: number;
  /** How long a player waits in the queue for an opponent, in seconds. */
  readonly queueWait: number;
  /** How sides that did not finish are rated; null: by DEFAULT_STATUS_RULES. */
  readonly statusRules: StatusRules | null;
  /** Points that a race gives by place, from the first on; null: none. */
  readonly placePoints: readonly number[] | null;
  /** Rated matches that a player needs for a rank. */
  readonly minMatches: number;
  /** Days within which a player must have played for a rank, up to the newest midnight; null: no limit. */
  readonly activeWithin: number | null;
  /** Key of the rater. */
  readonly rater: string;
  readonly raterVersion: string;
  readonly settings: SettingValues;
  /** How the league adjusts the chances of its rating system; null: not at all. */
  readonly chanceFit: LeagueChances | null;
  /** Number of the official derivation of the ratings, from 1. */
  readonly revision: number;
  /** The generation of the journal's current lines. A recompute writes a generation of its own. */
  readonly generation: number;
  /** When the rating system took effect. */
  readonly appliedAt: Date;
  readonly matchCount: number;
  /** Players with at least one rated match. */
  readonly playerCount: number;
  /** Sequence of the newest arrival in the log: a match or an expired wait. */
  readonly lastSequence: number;
  /** The newest playedAt of the log; null while it is empty. */
  readonly ratedThrough: Date | null;
  /** Size of the journal including superseded lines, as `journalBytes` counts it. */
  readonly journalBytes: number;
  /** The first revision whose ratings the journal still has; lines superseded before it are deleted. */
  readonly keptRevision: number;
  /** When that revision was applied; null while it is the first. */
  readonly keptSince: Date | null;
  /** The `keptRevision` up to which deletion is complete. */
  readonly thinnedRevision: number;
  /** IANA name of the time zone whose midnights end the league's days. */
  readonly timeZone: string;
  /** The midnight as of which the board shows the ratings: the newest one that the nightly run has reached. */
  readonly refreshedThrough: Date;
  /** When the next nightly run is due: the midnight after that one. */
  readonly refreshDueAt: Date;
  /** Since when the league can only be read; null: it is open. */
  readonly archivedAt: Date | null;
  /** When the league was deleted. No one can read it from then on, until its last row is gone. */
  readonly deletedAt: Date | null;
  /** Goes up with every write to the league. */
  readonly version: number;
  /**
   * A random number that each write to the league renews. A process's cached data of a league is valid for a version with its
   * mark: a standby that takes over may lack the newest writes, whose version numbers then occur again.
   */
  readonly mark: number;
  readonly createdAt: Date;
}

/** A league as one write left it. */
export type LeagueStamp = Pick<League, 'version' | 'mark'>;

/** In place of the id of a league: all leagues together, which have a stamp as well. */
export const ALL_LEAGUES = 0;

/** In place of the id of a league: its queue, whose stamp is another after each change of a ticket. */
export function queueOf(leagueId: number): number {
  return -leagueId;
}

/** Whether nothing was written to a league between two looks at it, and no write was lost. */
export function isSameStamp(one: LeagueStamp | undefined, other: LeagueStamp | undefined): boolean {
  return one !== undefined && one.version === other?.version && one.mark === other.mark;
}

/** Greater than 0, the mark of leagues without a write; JavaScript represents larger integers exactly. */
const MARKS = 2 ** 47;

/** A mark for a write that is about to be made. */
export function newMark(): number {
  return randomInt(1, MARKS);
}

/** The refusal of writes to an archived league. @param path location of what would be written */
export function checkArchived(
  { slug, archivedAt }: Pick<League, 'slug' | 'archivedAt'>,
  path: readonly (string | number)[],
): Refusal | undefined {
  if (!archivedAt) return undefined;
  return refuse('ARCHIVED', path, { league: slug, archivedAt: archivedAt.toISOString() });
}

/** @throws Refused if the league is archived */
export function refuseArchived(league: Pick<League, 'slug' | 'archivedAt'>): void {
  refuseAny(checkArchived(league, ['input', 'league']));
}

/**
 * The refusal of a slug that leads to no league that the caller may see.
 * @param path location of the slug in the input
 */
export function unknownLeague(slug: string, path: readonly (string | number)[] = ['input', 'league']): Refused {
  return new Refused(refuse('LEAGUE_SLUG', path, { value: shown(slug) }));
}

/** The league was deleted after the caller had found it. */
export class LeagueDeleted extends Refused {
  constructor() {
    super(refuse('LEAGUE_DELETED', ['input', 'league']));
  }
}
