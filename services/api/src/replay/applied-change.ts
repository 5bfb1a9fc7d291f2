import type { Json } from '@openladder/rating';
import type { SubjectText } from '../audit/audit.repository.js';
import type { LogPosition } from '../match-log/match.js';
import type { Player } from '../player/player.js';
import type { RatingSystem } from '../raters/rating-system.js';

/** What a change did to one thing, for the audit log. */
export interface ChangedSubject {
  readonly subject: SubjectText;
  readonly before: Json;
  readonly after: Json;
}

/** What a change did to each of several matches. There may be very many. */
export interface ChangedTogether {
  readonly count: number;
  /** All of them, page by page. */
  pages(): AsyncIterable<readonly ChangedSubject[]>;
}

/** What a change did to the log, and what must be rated again. */
export interface AppliedChange {
  /** The first place whose match may be rated again; null: the whole log. */
  readonly from: LogPosition | null;
  /** The place of the one match that was corrected, if it is still there. */
  readonly at?: LogPosition | undefined;
  /** Set if only the details of one match change, which makes no revision. What else moves no rating names no `seeds`, and makes one. */
  readonly isUnrated?: boolean;
  /** The rating system from now on. */
  readonly system: RatingSystem;
  /** Whether an admin has chosen it now. */
  readonly isNewSystem?: boolean;
  /** Players whose matches are rated again from there on, and with them the matches of everyone who has played them since. */
  readonly seeds: readonly number[];
  /** Players who may no longer belong to the league: guests who were replaced, and who was known only by another's handle. */
  readonly leavers?: readonly number[];
  /** What the entry of the audit log is about; if omitted: the league. */
  readonly subject?: SubjectText;
  readonly before: Json;
  readonly after: Json;
  /** What it did to each of several matches, of a change that `isOfSeveral`: the audit log has an entry for each, beside the one of the league. */
  readonly matches?: ChangedTogether;
  /** Players that only a dry run knows. */
  readonly newcomers?: readonly Player[];
}
