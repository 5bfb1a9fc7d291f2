import { migration } from './migration.js';

/**
 * Where players are from and where to find them, each with the time since when it counts, as for display names; the colour of a
 * league; and what corrections did to ratings.
 */
export const AdditiveProfile1772236800000 = migration('AdditiveProfile1772236800000', [
  'ALTER TABLE player ADD COLUMN country text, ADD COLUMN country_at timestamptz, ADD COLUMN links jsonb, ADD COLUMN links_at timestamptz',
  'ALTER TABLE audit_entry ADD COLUMN change_count integer, ADD COLUMN largest_change double precision',
  'ALTER TABLE league ADD COLUMN hue integer',
  'ALTER TABLE league ADD CONSTRAINT league_hue_check CHECK (hue BETWEEN 0 AND 359)',
]);
