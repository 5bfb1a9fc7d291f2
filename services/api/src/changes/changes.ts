import { entriesAbout } from '../audit/audit.repository.js';
import { auditActionsOf, catalogueOf } from '../league-log/change.js';
import { amendMatch } from './amend-match.js';
import { configureChances } from './configure-chances.js';
import { restoreImport, withdrawImport } from './import-status.js';
import { restoreMatch, restoreMatches, voidMatch, voidMatches } from './match-status.js';
import { mergePlayers, unmergePlayers } from './merge-players.js';
import { configureRatingSystem, recomputeLeague } from './rating-system.js';

/** All kinds of changes of a league's history. The engine, jobs, webhooks and `verify` are handed this list; to add one, add it here. */
export const CHANGES = catalogueOf([
  amendMatch,
  voidMatch,
  restoreMatch,
  voidMatches,
  restoreMatches,
  withdrawImport,
  restoreImport,
  mergePlayers,
  unmergePlayers,
  configureChances,
  configureRatingSystem,
  recomputeLeague,
]);

/** Names of the mutations that are corrections of a league's history. */
export const CORRECTIONS = auditActionsOf(CHANGES, ({ isNoCorrection }) => !isNoCorrection);

/** Those of corrections of matches. */
export const MATCH_CORRECTIONS = auditActionsOf(CHANGES, ({ reports }) => reports === 'match.corrected');

/** SQL that holds for entries of the audit log about a correction. */
export const IS_CORRECTION = entriesAbout(
  CORRECTIONS,
  auditActionsOf(CHANGES, ({ isOfSeveral }) => isOfSeveral),
);
