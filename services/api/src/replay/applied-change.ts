import type { Json } from '@openladder/rating';
import type { SubjectText } from '../audit/audit.repository.js';
import type { LogPosition } from '../match-log/match.js';
import type { Player } from '../player/player.js';
import type { RatingSystem } from '../raters/rating-system.js';

/** The effect of a change on one object, for the audit log. */
export interface ChangedSubject {
  readonly subject: SubjectText;
  readonly before: Json;
  readonly after: Json;
}

/** The effects of a change on several matches. There may be very many. */
export interface ChangedTogether {
  readonly count: number;
  /** All of them, page by page. */
  pages(): AsyncIterable<readonly ChangedSubject[]>;
}

/** The effect of a change on the log, and what must be rated again. */
export interface AppliedChange {
  /** The first place whose match may be rated again; null: the whole log. */
  readonly from: LogPosition | null;
  /** The place of the one match that was corrected, if it is still there. */
  readonly at?: LogPosition | undefined;
  /** Set if only the details of one match change, which makes no revision. Other changes that move no rating have no `seeds`, and make one. */
  readonly isUnrated?: boolean;
  /** The rating system from now on. */
  readonly system: RatingSystem;
  /** Whether an admin has just chosen it. */
  readonly isNewSystem?: boolean;
  /** Players whose matches are rated again from there on, with the matches of everyone who has played them since. */
  readonly seeds: readonly number[];
  /** Players who may no longer belong to the league: replaced guests, and players known only by another's handle. */
  readonly leavers?: readonly number[];
  /** The subject of the entry in the audit log; the league if omitted. */
  readonly subject?: SubjectText;
  readonly before: Json;
  readonly after: Json;
  /** Its effects on several matches, for a change that `isOfSeveral`: the audit log has an entry for each, besides the one of the league. */
  readonly matches?: ChangedTogether;
  /** Players that exist only in a dry run. */
  readonly newcomers?: readonly Player[];
}
