import { migration } from './migration.js';

/**
 * Pictures of leagues: the name in the league's row, which is read often, and the content apart from it. It is deleted with its league, so
 * that a version without pictures can delete a league that has one.
 */
export const AdditiveLeaguePicture1772323200000 = migration('AdditiveLeaguePicture1772323200000', [
  'ALTER TABLE league ADD COLUMN picture text',
  `CREATE TABLE league_picture (
         league_id integer NOT NULL,
         name text NOT NULL,
         content bytea NOT NULL,
         CONSTRAINT league_picture_pkey PRIMARY KEY (league_id),
         CONSTRAINT league_picture_league_id_fkey FOREIGN KEY (league_id) REFERENCES league (id) ON DELETE CASCADE
       )`,
]);
