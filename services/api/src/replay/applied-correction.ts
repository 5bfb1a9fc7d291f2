import type { Json } from '@openladder/rating';
import type { SubjectText } from '../audit/audit-subject.js';
import type { LogPosition } from '../match-log/match.repository.js';
import type { Player } from '../player/player.js';
import type { RatingSystem } from '../raters/rating-system.js';

/** What a correction changed in the log, and what must be rated again. */
export interface AppliedCorrection {
  /** The first place whose match may be rated anew; null: the whole log. */
  readonly from: LogPosition | null;
  /** In force from now on. */
  readonly system: RatingSystem;
  /** Players whose matches from there on are rated anew, and with them those of everyone who has met them since. */
  readonly seeds: readonly number[];
  /** Set if ratings stay as they are: nothing that is rated has changed. */
  readonly isUnrated?: boolean;
  /** For the audit log: what it is about; left out: the league. */
  readonly subject?: SubjectText;
  readonly before: Json;
  readonly after: Json;
  /** Players that only a dry run knows. */
  readonly newcomers?: readonly Player[];
}
