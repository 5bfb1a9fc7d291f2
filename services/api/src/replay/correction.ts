import type { CheckedSide } from '../match-log/checks.js';
import type { MatchDetails } from '../match-log/details.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { SettingValues } from '../raters/rating-system.js';

/** A match, and the version of it that the caller has seen. */
export interface MatchAtVersion {
  readonly sequence: number;
  readonly expectedVersion: number;
}

/** One of several matches that are corrected together. */
export interface MatchInList extends MatchAtVersion {
  /** Its place in the caller's list, which refusals name; if omitted: the only one. */
  readonly index?: number;
}

/** The matches that an import has added: those that count are withdrawn, or those that were withdrawn so are restored. */
export interface ImportInCorrection {
  readonly kind: 'voidMatches' | 'restoreMatches';
  /** Id of the import. */
  readonly ofImport: number;
  /** How many matches the caller expects to change; null: any number. */
  readonly expected: number | null;
}

/** A change of a league's history, as data: a job may carry it out later. */
export type Correction =
  | ({ readonly kind: 'voidMatch' | 'restoreMatch' } & MatchAtVersion)
  | { readonly kind: 'voidMatches' | 'restoreMatches'; readonly matches: readonly MatchInList[] }
  | ImportInCorrection
  | {
      readonly kind: 'amendMatch';
      readonly sequence: number;
      readonly expectedVersion: number;
      /** Milliseconds since 1970; null: unchanged. */
      readonly playedAt: number | null;
      /** null: unchanged. */
      readonly sides: readonly CheckedSide[] | null;
      /** Unchanged if omitted. */
      readonly weight?: number;
      /** Unchanged if omitted; null: none from now on. */
      readonly details?: MatchDetails | null;
    }
  | { readonly kind: 'mergePlayers'; readonly playerId: number; readonly intoId: number }
  | { readonly kind: 'unmergePlayers'; readonly playerId: number }
  | {
      readonly kind: 'configureChances';
      /** The rating system that the fit is of. */
      readonly rater: string;
      readonly raterVersion: string;
      readonly settings: SettingValues;
      /** null: the chances are the rating system's own. */
      readonly chanceFit: LeagueChances | null;
    }
  | { readonly kind: 'configureRatingSystem'; readonly rater: string; readonly settings: SettingValues }
  /** `raterVersion`: the version that a start of the service has and asked for; if omitted: the installed one. */
  | { readonly kind: 'recomputeLeague'; readonly raterVersion?: string };
