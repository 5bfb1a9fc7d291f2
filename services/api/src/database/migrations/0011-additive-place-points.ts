import { migration } from './migration.js';

/** Points that the races of a league give by place. */
export const AdditivePlacePoints1772668800000 = migration('AdditivePlacePoints1772668800000', [
  'ALTER TABLE league ADD COLUMN place_points double precision[]',
]);
