import type { Json } from '@openladder/rating';
import type { SubjectText } from '../audit/audit-subject.js';
import type { LogPosition } from '../match-log/match.repository.js';
import type { Player } from '../player/player.js';
import type { RatingSystem } from '../raters/rating-system.js';

/** What a correction changed of one thing, for the audit log. */
export interface CorrectedSubject {
  readonly subject: SubjectText;
  readonly before: Json;
  readonly after: Json;
}

/** What a correction did to each of several matches. There may be very many. */
export interface CorrectedTogether {
  readonly count: number;
  /** All of them, page by page. */
  pages(): AsyncIterable<readonly CorrectedSubject[]>;
}

/** What a correction changed in the log, and what must be rated again. */
export interface AppliedCorrection {
  /** The first place whose match may be rated again; null: the whole log. */
  readonly from: LogPosition | null;
  /** The rating system from now on. */
  readonly system: RatingSystem;
  /** Players whose matches are rated again from there on, and with them the matches of everyone who has played them since. */
  readonly seeds: readonly number[];
  /** Set if no rating changes. */
  readonly isUnrated?: boolean;
  /** What the entry of the audit log is about; if omitted: the league. */
  readonly subject?: SubjectText;
  readonly before: Json;
  readonly after: Json;
  /** What a correction of several matches did to each: the audit log has an entry for each, beside the one of the league. */
  readonly matches?: CorrectedTogether;
  /** Players that only a dry run knows. */
  readonly newcomers?: readonly Player[];
}
