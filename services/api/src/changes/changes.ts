import { catalogueOf } from '../league-log/change.js';
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
