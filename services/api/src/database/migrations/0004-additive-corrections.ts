import { migration } from './migration.js';

/** An index of the corrections in an audit log, which may have an entry for each match of a withdrawn import. */
export const AdditiveCorrections1772064000000 = migration('AdditiveCorrections1772064000000', [
  `CREATE INDEX audit_entry_correction ON audit_entry (league_id, id)
       WHERE action IN ('amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches', 'mergePlayers', 'unmergePlayers',
           'configureRatingSystem', 'recomputeLeague')
         AND (action NOT IN ('voidMatches', 'restoreMatches') OR subject LIKE 'League:%')`,
]);
