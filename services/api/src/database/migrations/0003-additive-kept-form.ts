import { migration } from './migration.js';

/** Forms that were sent to the console and are not done, so that the pages that follow can be reloaded and returned to. */
export const AdditiveKeptForm1771977600000 = migration('AdditiveKeptForm1771977600000', [
  `CREATE TABLE kept_form (
         id_hash bytea NOT NULL,
         session_id_hash bytea NOT NULL,
         content bytea NOT NULL,
         kept_at timestamptz NOT NULL,
         CONSTRAINT kept_form_pkey PRIMARY KEY (id_hash),
         CONSTRAINT kept_form_id_hash_check CHECK (length(id_hash) = 32),
         CONSTRAINT kept_form_session_id_hash_fkey FOREIGN KEY (session_id_hash) REFERENCES session(id_hash) ON DELETE CASCADE
       )`,
  'CREATE INDEX kept_form_session ON kept_form (session_id_hash, kept_at)',
]);
