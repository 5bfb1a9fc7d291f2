import type { Access } from '../../services/api/dist/access/access.js';
import * as amend from '../../services/api/dist/changes/amend-match.js';
import * as imports from '../../services/api/dist/changes/import-status.js';
import * as status from '../../services/api/dist/changes/match-status.js';
import * as merge from '../../services/api/dist/changes/merge-players.js';
import * as system from '../../services/api/dist/changes/rating-system.js';
import type { Change, ChangeRequest, FoundLeague } from '../../services/api/dist/league-log/change.js';
import { type Changed, type MakeChangeNeeds, makeChange } from '../../services/api/dist/league-log/engine.js';

/** Makes a change, as its mutation does. */
function maker<Input extends ChangeRequest, At extends FoundLeague, Data extends object, Shown extends object>(
  change: Change<Input, At, Data, Shown>,
) {
  return (needs: MakeChangeNeeds, access: Access, input: Input): Promise<Changed & Shown> =>
    makeChange(needs, access, change, input);
}

export const amendMatch = maker(amend.amendMatch);
export const voidMatch = maker(status.voidMatch);
export const restoreMatch = maker(status.restoreMatch);
export const voidMatches = maker(status.voidMatches);
export const restoreMatches = maker(status.restoreMatches);
export const withdrawImport = maker(imports.withdrawImport);
export const restoreImport = maker(imports.restoreImport);
export const mergePlayers = maker(merge.mergePlayers);
export const unmergePlayers = maker(merge.unmergePlayers);
export const configureRatingSystem = maker(system.configureRatingSystem);
export const recomputeLeague = maker(system.recomputeLeague);
