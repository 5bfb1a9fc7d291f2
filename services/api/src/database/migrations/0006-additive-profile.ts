import { migration } from './migration.js';

/**
 * Countries and links of players, each with the time from which it counts, as for display names; the colour of a league; and
 * the effects of corrections on ratings.
 */
export const AdditiveProfile1772236800000 = migration('AdditiveProfile1772236800000', [
  'ALTER TABLE player ADD COLUMN country text, ADD COLUMN country_at timestamptz, ADD COLUMN links jsonb, ADD COLUMN links_at timestamptz',
  'ALTER TABLE audit_entry ADD COLUMN change_count integer, ADD COLUMN largest_change double precision',
  'ALTER TABLE league ADD COLUMN hue integer',
  'ALTER TABLE league ADD CONSTRAINT league_hue_check CHECK (hue BETWEEN 0 AND 359)',
]);
