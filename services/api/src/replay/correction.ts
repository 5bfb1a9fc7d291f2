import type { CheckedSide } from '../match-log/checks.js';
import type { MatchDetails } from '../match-log/details.js';
import type { SettingValues } from '../raters/rating-system.js';

/** A change of a league's history, as data: a job may carry it out later. */
export type Correction =
  | { readonly kind: 'voidMatch' | 'restoreMatch'; readonly sequence: number; readonly expectedVersion: number }
  | {
      readonly kind: 'amendMatch';
      readonly sequence: number;
      readonly expectedVersion: number;
      /** Milliseconds since 1970; null: unchanged. */
      readonly playedAt: number | null;
      /** null: unchanged. */
      readonly sides: readonly CheckedSide[] | null;
      /** Left out: unchanged; null: none from now on. */
      readonly details?: MatchDetails | null;
    }
  | { readonly kind: 'mergePlayers'; readonly playerId: number; readonly intoId: number }
  | { readonly kind: 'unmergePlayers'; readonly playerId: number }
  | { readonly kind: 'configureRatingSystem'; readonly rater: string; readonly settings: SettingValues }
  /** `raterVersion`: asked for by a start of the service that has this version of the rater; left out: whichever is installed. */
  | { readonly kind: 'recomputeLeague'; readonly raterVersion?: string };
