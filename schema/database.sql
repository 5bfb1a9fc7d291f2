CREATE TABLE account (
  account text NOT NULL,
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  CONSTRAINT account_pkey PRIMARY KEY (account, league_id),
  CONSTRAINT account_membership_fkey FOREIGN KEY (player_id, league_id) REFERENCES membership(player_id, league_id) ON DELETE CASCADE
);

CREATE TABLE analysis (
  id integer GENERATED ALWAYS AS IDENTITY,
  league_id integer NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  request jsonb NOT NULL,
  actor_id integer,
  actor text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  progress double precision DEFAULT 0 NOT NULL,
  sequence integer,
  revision integer,
  result jsonb,
  error text,
  requested_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT analysis_pkey PRIMARY KEY (id),
  CONSTRAINT analysis_error_check CHECK ((status = 'FAILED'::text) = (error IS NOT NULL)),
  CONSTRAINT analysis_over_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text])) = (finished_at IS NULL)),
  CONSTRAINT analysis_progress_check CHECK (progress >= 0::double precision AND progress <= 1::double precision),
  CONSTRAINT analysis_result_check CHECK (num_nonnulls(result, sequence, revision) =
CASE
    WHEN status = 'DONE'::text THEN 3
    ELSE 0
END),
  CONSTRAINT analysis_status_check CHECK (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])),
  CONSTRAINT analysis_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token(id),
  CONSTRAINT analysis_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY,
  league_id integer NOT NULL,
  actor_id integer,
  actor text NOT NULL,
  action text NOT NULL,
  reason text NOT NULL,
  before jsonb,
  after jsonb,
  at timestamp with time zone NOT NULL,
  subject text,
  change_count integer,
  largest_change double precision,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (league_id, id),
  CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token(id)
);

CREATE TABLE former_name (
  handle_key text NOT NULL,
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  handle text NOT NULL,
  given_up_at timestamp with time zone NOT NULL,
  CONSTRAINT former_name_pkey PRIMARY KEY (handle_key, league_id)
);

CREATE TABLE former_secret (
  secret_hash bytea NOT NULL,
  token_id integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT former_secret_pkey PRIMARY KEY (secret_hash),
  CONSTRAINT former_secret_token_id_fkey FOREIGN KEY (token_id) REFERENCES token(id)
);

CREATE TABLE former_slug (
  slug text NOT NULL,
  league_id integer NOT NULL,
  given_up_at timestamp with time zone NOT NULL,
  CONSTRAINT former_slug_pkey PRIMARY KEY (slug),
  CONSTRAINT former_slug_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE id_seal (
  id smallint NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT id_seal_pkey PRIMARY KEY (id),
  CONSTRAINT id_seal_once CHECK (id = 1)
);

CREATE TABLE idempotency_key (
  token_id integer NOT NULL,
  key text NOT NULL,
  mutation text NOT NULL,
  input_hash bytea NOT NULL,
  outcome jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (token_id, key)
);

CREATE TABLE kept_form (
  id_hash bytea NOT NULL,
  session_id_hash bytea NOT NULL,
  content bytea NOT NULL,
  kept_at timestamp with time zone NOT NULL,
  CONSTRAINT kept_form_pkey PRIMARY KEY (id_hash),
  CONSTRAINT kept_form_id_hash_check CHECK (length(id_hash) = 32),
  CONSTRAINT kept_form_session_id_hash_fkey FOREIGN KEY (session_id_hash) REFERENCES session(id_hash) ON DELETE CASCADE
);

CREATE TABLE league (
  id integer GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  visibility text NOT NULL,
  is_open_entry boolean DEFAULT true NOT NULL,
  late_matches text DEFAULT 'REPLAY'::text NOT NULL,
  opens_at timestamp with time zone,
  rater text NOT NULL,
  rater_version text NOT NULL,
  settings jsonb NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  match_count integer DEFAULT 0 NOT NULL,
  player_count integer DEFAULT 0 NOT NULL,
  last_sequence integer DEFAULT 0 NOT NULL,
  rated_through timestamp with time zone,
  version bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  generation integer DEFAULT 1 NOT NULL,
  queue_band double precision DEFAULT 0.35 NOT NULL,
  queue_wait integer DEFAULT 300 NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  refreshed_through timestamp with time zone NOT NULL,
  refresh_due_at timestamp with time zone NOT NULL,
  journal_bytes bigint DEFAULT 0 NOT NULL,
  kept_revision integer DEFAULT 1 NOT NULL,
  kept_since timestamp with time zone,
  thinned_revision integer DEFAULT 1 NOT NULL,
  status_rules jsonb,
  min_matches integer DEFAULT 0 NOT NULL,
  active_within integer,
  packed_generation integer DEFAULT 1 NOT NULL,
  archived_at timestamp with time zone,
  deleted_at timestamp with time zone,
  mark bigint DEFAULT 0 NOT NULL,
  chance_fit jsonb,
  hue integer,
  picture text,
  place_points double precision[],
  CONSTRAINT league_pkey PRIMARY KEY (id),
  CONSTRAINT league_slug_key UNIQUE (slug),
  CONSTRAINT league_active_within_check CHECK (active_within >= 1 AND active_within <= 36500),
  CONSTRAINT league_deleted_check CHECK (deleted_at IS NULL OR archived_at IS NOT NULL),
  CONSTRAINT league_hue_check CHECK (hue >= 0 AND hue <= 359),
  CONSTRAINT league_late_matches_check CHECK (late_matches = ANY (ARRAY['REPLAY'::text, 'REJECT'::text])),
  CONSTRAINT league_min_matches_check CHECK (min_matches >= 0 AND min_matches <= 1000),
  CONSTRAINT league_queue_band_check CHECK (queue_band > 0::double precision AND queue_band <= 0.5::double precision),
  CONSTRAINT league_queue_wait_check CHECK (queue_wait >= 1 AND queue_wait <= 86400),
  CONSTRAINT league_visibility_check CHECK (visibility = ANY (ARRAY['PUBLIC'::text, 'PRIVATE'::text]))
);

CREATE TABLE league_event (
  league_id integer NOT NULL,
  number bigint NOT NULL,
  kind text NOT NULL,
  sequences integer[],
  revision integer NOT NULL,
  at timestamp with time zone NOT NULL,
  action text,
  subject text,
  CONSTRAINT league_event_pkey PRIMARY KEY (league_id, number),
  CONSTRAINT league_event_kind_check CHECK (kind = ANY (ARRAY['MATCHES_RATED'::text, 'RECOMPUTED'::text, 'BOARD_REFRESHED'::text, 'MATCH_SHOWN'::text])),
  CONSTRAINT league_event_sequences_check CHECK (kind <> 'MATCHES_RATED'::text OR cardinality(sequences) > 0),
  CONSTRAINT league_event_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE league_picture (
  league_id integer NOT NULL,
  name text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT league_picture_pkey PRIMARY KEY (league_id),
  CONSTRAINT league_picture_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE
);

CREATE TABLE league_revision (
  league_id integer NOT NULL,
  revision integer NOT NULL,
  rater text NOT NULL,
  rater_version text NOT NULL,
  settings jsonb NOT NULL,
  reason text NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  generation integer NOT NULL,
  superseded integer,
  lines integer,
  bytes bigint,
  token_id integer,
  chance_fit jsonb,
  CONSTRAINT league_revision_pkey PRIMARY KEY (league_id, revision),
  CONSTRAINT league_revision_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE league_slug (
  slug text NOT NULL,
  league_id integer NOT NULL,
  visibility text NOT NULL,
  CONSTRAINT league_slug_pkey PRIMARY KEY (slug),
  CONSTRAINT league_slug_league_id_key UNIQUE (league_id)
);

CREATE TABLE league_verification (
  league_id integer NOT NULL,
  verified_at timestamp with time zone NOT NULL,
  sequence integer NOT NULL,
  revision integer NOT NULL,
  problems integer NOT NULL,
  CONSTRAINT league_verification_pkey PRIMARY KEY (league_id),
  CONSTRAINT league_verification_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE log_wait (
  league_id integer NOT NULL,
  sequence integer NOT NULL,
  player_id integer NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT log_wait_pkey PRIMARY KEY (league_id, sequence),
  CONSTRAINT log_wait_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id),
  CONSTRAINT log_wait_player_id_fkey FOREIGN KEY (player_id) REFERENCES player(id)
);

CREATE TABLE match (
  league_id integer NOT NULL,
  sequence integer NOT NULL,
  external_id text NOT NULL,
  played_at timestamp with time zone NOT NULL,
  status text DEFAULT 'RATED'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  placements integer[],
  side_scores double precision[],
  side_names text[],
  content_hash bytea NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  submitted_by integer,
  player_ids integer[] NOT NULL,
  sides smallint[],
  guests boolean[],
  scores double precision[],
  minutes_played double precision[],
  scores_against double precision[],
  details jsonb,
  reported jsonb,
  weight double precision,
  side_roles text[],
  CONSTRAINT match_pkey PRIMARY KEY (league_id, sequence),
  CONSTRAINT match_external_id_key UNIQUE (league_id, external_id),
  CONSTRAINT match_status_check CHECK (status = ANY (ARRAY['RATED'::text, 'VOID'::text]))
);

CREATE TABLE match_import (
  league_id integer NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY,
  status text NOT NULL,
  file_name text NOT NULL,
  bytes integer DEFAULT 0 NOT NULL,
  format text DEFAULT 'CSV'::text NOT NULL,
  delimiter text,
  columns jsonb DEFAULT '[]'::jsonb NOT NULL,
  rows jsonb DEFAULT '[]'::jsonb NOT NULL,
  plan jsonb,
  report jsonb,
  actor_id integer,
  actor text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  progress double precision DEFAULT 0 NOT NULL,
  accepted integer DEFAULT 0 NOT NULL,
  replayed integer DEFAULT 0 NOT NULL,
  refusals jsonb,
  error text,
  requested_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  begun_after integer,
  added int4multirange,
  withdrawn int4multirange,
  CONSTRAINT match_import_pkey PRIMARY KEY (league_id, id),
  CONSTRAINT match_import_error_check CHECK ((status = 'FAILED'::text) = (error IS NOT NULL)),
  CONSTRAINT match_import_format_check CHECK (format = ANY (ARRAY['CSV'::text, 'JSON_LINES'::text])),
  CONSTRAINT match_import_over_check CHECK ((status = ANY (ARRAY['DONE'::text, 'CANCELLED'::text, 'FAILED'::text])) = (finished_at IS NOT NULL)),
  CONSTRAINT match_import_progress_check CHECK (progress >= 0::double precision AND progress <= 1::double precision),
  CONSTRAINT match_import_report_check CHECK (report IS NOT NULL OR (status <> ALL (ARRAY['CHECKED'::text, 'IMPORTING'::text, 'DONE'::text]))),
  CONSTRAINT match_import_status_check CHECK (status = ANY (ARRAY['UPLOADING'::text, 'UPLOADED'::text, 'CHECKING'::text, 'CHECKED'::text, 'IMPORTING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])),
  CONSTRAINT match_import_withdrawn_check CHECK (withdrawn <@ added),
  CONSTRAINT match_import_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token(id),
  CONSTRAINT match_import_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE match_import_part (
  league_id integer NOT NULL,
  import_id integer NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT match_import_part_pkey PRIMARY KEY (league_id, import_id, number),
  CONSTRAINT match_import_part_import_id_fkey FOREIGN KEY (league_id, import_id) REFERENCES match_import(league_id, id) ON DELETE CASCADE
);

CREATE TABLE membership (
  player_id integer NOT NULL,
  league_id integer NOT NULL,
  since timestamp with time zone NOT NULL,
  handle text NOT NULL,
  handle_key text NOT NULL,
  name_key text,
  CONSTRAINT membership_pkey PRIMARY KEY (player_id, league_id)
);

CREATE TABLE player (
  id integer GENERATED ALWAYS AS IDENTITY,
  handle text NOT NULL,
  handle_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  display_name text,
  named_at timestamp with time zone,
  erased_at timestamp with time zone,
  name_key text,
  country text,
  country_at timestamp with time zone,
  links jsonb,
  links_at timestamp with time zone,
  CONSTRAINT player_pkey PRIMARY KEY (id),
  CONSTRAINT player_handle_key UNIQUE (handle_key)
);

CREATE TABLE player_merge (
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  into_id integer NOT NULL,
  merged_at timestamp with time zone NOT NULL,
  CONSTRAINT player_merge_pkey PRIMARY KEY (league_id, player_id),
  CONSTRAINT player_merge_self_check CHECK (player_id <> into_id),
  CONSTRAINT player_merge_into_id_fkey FOREIGN KEY (into_id) REFERENCES player(id),
  CONSTRAINT player_merge_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id),
  CONSTRAINT player_merge_player_id_fkey FOREIGN KEY (player_id) REFERENCES player(id)
);

CREATE TABLE player_name (
  handle_key text NOT NULL,
  handle text NOT NULL,
  player_id integer NOT NULL,
  given_up_at timestamp with time zone,
  small_skeleton text NOT NULL,
  capital_skeleton text NOT NULL,
  typed_skeleton text NOT NULL,
  look_alike integer NOT NULL,
  CONSTRAINT player_name_pkey PRIMARY KEY (handle_key),
  CONSTRAINT player_name_capital_skeleton UNIQUE (capital_skeleton, look_alike),
  CONSTRAINT player_name_small_skeleton UNIQUE (small_skeleton, look_alike),
  CONSTRAINT player_name_typed_skeleton UNIQUE (typed_skeleton, look_alike),
  CONSTRAINT player_name_player_id_fkey FOREIGN KEY (player_id) REFERENCES player(id)
);

CREATE TABLE queue_ticket (
  league_id integer NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY,
  player_id integer NOT NULL,
  status text DEFAULT 'WAITING'::text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  opponent_ticket_id integer,
  win_probability double precision,
  wait_sequence integer,
  change bigint NOT NULL,
  CONSTRAINT queue_ticket_pkey PRIMARY KEY (league_id, id),
  CONSTRAINT queue_ticket_end_check CHECK ((status = 'WAITING'::text) = (resolved_at IS NULL) AND (status = 'MATCHED'::text) = (opponent_ticket_id IS NOT NULL) AND (status = 'MATCHED'::text) = (win_probability IS NOT NULL) AND (status = 'EXPIRED'::text) = (wait_sequence IS NOT NULL)),
  CONSTRAINT queue_ticket_status_check CHECK (status = ANY (ARRAY['WAITING'::text, 'MATCHED'::text, 'EXPIRED'::text, 'LEFT'::text])),
  CONSTRAINT queue_ticket_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id),
  CONSTRAINT queue_ticket_opponent_fkey FOREIGN KEY (league_id, opponent_ticket_id) REFERENCES queue_ticket(league_id, id),
  CONSTRAINT queue_ticket_player_id_fkey FOREIGN KEY (player_id) REFERENCES player(id),
  CONSTRAINT queue_ticket_wait_fkey FOREIGN KEY (league_id, wait_sequence) REFERENCES log_wait(league_id, sequence)
);

CREATE TABLE rank_bucket (
  league_id integer NOT NULL,
  span integer NOT NULL,
  bucket integer NOT NULL,
  players integer NOT NULL,
  CONSTRAINT rank_bucket_pkey PRIMARY KEY (league_id, span, bucket)
) WITH (fillfactor=50);

CREATE TABLE rank_scale (
  league_id integer NOT NULL,
  buckets_per_point double precision NOT NULL,
  CONSTRAINT rank_scale_pkey PRIMARY KEY (league_id)
);

CREATE TABLE rate_limit (
  key text NOT NULL,
  points integer NOT NULL,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

CREATE TABLE rating (
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  value double precision,
  deviation double precision,
  score double precision NOT NULL,
  is_provisional boolean NOT NULL,
  display text NOT NULL,
  state jsonb,
  matches_played integer NOT NULL,
  wins integer NOT NULL,
  draws integer NOT NULL,
  losses integer NOT NULL,
  peak double precision,
  last_played_at timestamp with time zone,
  hidden_at timestamp with time zone,
  CONSTRAINT rating_pkey PRIMARY KEY (league_id, player_id),
  CONSTRAINT rating_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id),
  CONSTRAINT rating_player_id_fkey FOREIGN KEY (player_id) REFERENCES player(id)
);

CREATE TABLE rating_change (
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  played_at timestamp with time zone NOT NULL,
  sequence integer NOT NULL,
  revision integer NOT NULL,
  before_value double precision,
  before_deviation double precision,
  after_value double precision,
  after_deviation double precision,
  score double precision NOT NULL,
  is_provisional boolean NOT NULL,
  verdict smallint NOT NULL,
  contributions double precision[],
  generation integer NOT NULL,
  memory double precision[],
  CONSTRAINT rating_change_pkey PRIMARY KEY (league_id, generation, player_id, played_at, sequence)
);

CREATE TABLE recompute (
  id integer GENERATED ALWAYS AS IDENTITY,
  league_id integer NOT NULL,
  status text NOT NULL,
  correction jsonb NOT NULL,
  reason text NOT NULL,
  actor_id integer,
  actor text NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  total integer DEFAULT 0 NOT NULL,
  revision integer,
  error text,
  requested_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  effect jsonb,
  CONSTRAINT recompute_pkey PRIMARY KEY (id),
  CONSTRAINT recompute_status_check CHECK (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])),
  CONSTRAINT recompute_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token(id),
  CONSTRAINT recompute_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE session (
  id_hash bytea NOT NULL,
  is_code boolean NOT NULL,
  token_id integer NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT session_pkey PRIMARY KEY (id_hash),
  CONSTRAINT session_id_hash_check CHECK (length(id_hash) = 32),
  CONSTRAINT session_token_id_fkey FOREIGN KEY (token_id) REFERENCES token(id)
);

CREATE TABLE standings_snapshot (
  league_id integer NOT NULL,
  day date NOT NULL,
  midnight timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  revision integer NOT NULL,
  players integer[],
  scores double precision[],
  CONSTRAINT standings_snapshot_pkey PRIMARY KEY (league_id, day),
  CONSTRAINT standings_snapshot_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)
);

CREATE TABLE superseded_stretch (
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  superseded_in integer NOT NULL,
  revision integer NOT NULL,
  played_at timestamp with time zone NOT NULL,
  before_value double precision,
  before_deviation double precision,
  sequence integer NOT NULL,
  marks text NOT NULL,
  played_ats timestamp with time zone[] NOT NULL,
  sequences integer[] NOT NULL,
  numbers double precision[] NOT NULL,
  contributions text[],
  digest bytea NOT NULL,
  CONSTRAINT superseded_stretch_pkey PRIMARY KEY (league_id, player_id, played_at, sequence, superseded_in)
);

CREATE TABLE team (
  league_id integer NOT NULL,
  name text NOT NULL,
  played_at timestamp with time zone NOT NULL,
  CONSTRAINT team_pkey PRIMARY KEY (league_id, name)
);

CREATE TABLE token (
  id integer GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_by_id integer,
  created_by text NOT NULL,
  CONSTRAINT token_pkey PRIMARY KEY (id),
  CONSTRAINT token_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT token_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES token(id)
);

CREATE TABLE token_growth (
  token_id integer NOT NULL,
  day timestamp with time zone NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT token_growth_pkey PRIMARY KEY (token_id)
);

CREATE TABLE token_league (
  token_id integer NOT NULL,
  league_id integer NOT NULL,
  CONSTRAINT token_league_pkey PRIMARY KEY (token_id, league_id),
  CONSTRAINT token_league_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id),
  CONSTRAINT token_league_token_id_fkey FOREIGN KEY (token_id) REFERENCES token(id)
);

CREATE TABLE token_use (
  token_id integer NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT token_use_pkey PRIMARY KEY (token_id)
);

CREATE TABLE unrated_appearance (
  league_id integer NOT NULL,
  player_id integer NOT NULL,
  sequence integer NOT NULL,
  CONSTRAINT unrated_appearance_pkey PRIMARY KEY (league_id, player_id, sequence)
);

CREATE TABLE webhook (
  league_id integer NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  format text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  former_secret text,
  former_secret_ends_at timestamp with time zone,
  token_id integer,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  "position" bigint NOT NULL,
  told integer DEFAULT 0 NOT NULL,
  ticket_position bigint NOT NULL,
  last_message integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  next_attempt_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  CONSTRAINT webhook_pkey PRIMARY KEY (league_id, id),
  CONSTRAINT webhook_disabled_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL) AND (disabled_reason IS NULL OR (disabled_reason = ANY (ARRAY['FAILING'::text, 'GONE'::text, 'TOKEN_ENDED'::text])))),
  CONSTRAINT webhook_events_check CHECK (cardinality(events) > 0),
  CONSTRAINT webhook_failing_check CHECK ((failing_since IS NULL) = (failures = 0)),
  CONSTRAINT webhook_format_check CHECK (format = ANY (ARRAY['JSON'::text, 'DISCORD'::text])),
  CONSTRAINT webhook_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id) ON DELETE CASCADE,
  CONSTRAINT webhook_token_id_fkey FOREIGN KEY (token_id) REFERENCES token(id)
);

CREATE TABLE webhook_delivery (
  league_id integer NOT NULL,
  webhook_id integer NOT NULL,
  number integer NOT NULL,
  event text NOT NULL,
  status text NOT NULL,
  from_event bigint,
  from_item integer,
  to_event bigint,
  to_item integer,
  ticket_change bigint,
  created_at timestamp with time zone NOT NULL,
  by_hand_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  attempted_at timestamp with time zone,
  delivered_at timestamp with time zone,
  response_status integer,
  error text,
  duration_ms integer,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (league_id, webhook_id, number),
  CONSTRAINT webhook_delivery_place_check CHECK ((num_nonnulls(from_event, from_item, to_event, to_item) = ANY (ARRAY[0, 4])) AND (event = 'webhook.test'::text) = (from_event IS NULL AND ticket_change IS NULL) AND (event = 'ticket.matched'::text) = (ticket_change IS NOT NULL) AND (ticket_change IS NULL OR from_event IS NULL) AND (from_event IS NULL OR ((ROW(from_event, from_item) < ROW(to_event, to_item))))),
  CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])) AND (status = 'DELIVERED'::text) = (delivered_at IS NOT NULL) AND (status <> 'FAILED'::text OR event = 'webhook.test'::text)),
  CONSTRAINT webhook_delivery_webhook_fkey FOREIGN KEY (league_id, webhook_id) REFERENCES webhook(league_id, id) ON DELETE CASCADE
);

CREATE SEQUENCE journal_generation AS integer START 2;

CREATE INDEX account_player ON account USING btree (player_id, league_id);
CREATE INDEX analysis_league ON analysis USING btree (league_id, id);
CREATE UNIQUE INDEX analysis_pending ON analysis USING btree (league_id) WHERE status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]);
CREATE INDEX audit_entry_correction ON audit_entry USING btree (league_id, id) WHERE (action = ANY (ARRAY['amendMatch'::text, 'voidMatch'::text, 'restoreMatch'::text, 'voidMatches'::text, 'restoreMatches'::text, 'mergePlayers'::text, 'unmergePlayers'::text, 'configureRatingSystem'::text, 'recomputeLeague'::text])) AND ((action <> ALL (ARRAY['voidMatches'::text, 'restoreMatches'::text])) OR subject ~~ 'League:%'::text);
CREATE INDEX audit_entry_newest ON audit_entry USING btree (id);
CREATE INDEX audit_entry_subject ON audit_entry USING btree (subject, id);
CREATE INDEX former_name_player ON former_name USING btree (player_id);
CREATE INDEX former_secret_token ON former_secret USING btree (token_id);
CREATE INDEX former_slug_league ON former_slug USING btree (league_id);
CREATE INDEX idempotency_key_age ON idempotency_key USING btree (created_at);
CREATE INDEX kept_form_session ON kept_form USING btree (session_id_hash, kept_at);
CREATE INDEX league_deleted ON league USING btree (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX league_refresh ON league USING btree (refresh_due_at) WHERE archived_at IS NULL;
CREATE INDEX league_revision_token_use ON league_revision USING btree (token_id, applied_at);
CREATE INDEX league_revision_use ON league_revision USING btree (league_id, applied_at);
CREATE INDEX log_wait_player ON log_wait USING btree (league_id, player_id, at, sequence);
CREATE UNIQUE INDEX log_wait_total_order ON log_wait USING btree (league_id, at, sequence);
CREATE UNIQUE INDEX match_total_order ON match USING btree (league_id, played_at, sequence);
CREATE INDEX match_void ON match USING btree (league_id, played_at, sequence) WHERE status = 'VOID'::text;
CREATE INDEX match_import_pending ON match_import USING btree (id) WHERE status = ANY (ARRAY['CHECKING'::text, 'IMPORTING'::text]);
CREATE UNIQUE INDEX membership_name ON membership USING btree (league_id, handle_key);
CREATE INDEX membership_plain_handle ON membership USING btree (league_id, plain_name(handle_key) COLLATE "C", handle_key COLLATE "C", player_id) WHERE octet_length(handle_key) > length(handle_key);
CREATE INDEX membership_plain_shown_name ON membership USING btree (league_id, plain_name(name_key) COLLATE "C", handle_key COLLATE "C", player_id) WHERE octet_length(name_key) > length(name_key);
CREATE INDEX membership_prefix ON membership USING btree (league_id, handle_key COLLATE "C");
CREATE INDEX membership_shown_name ON membership USING btree (league_id, name_key COLLATE "C", handle_key COLLATE "C", player_id) WHERE name_key IS NOT NULL;
CREATE UNIQUE INDEX player_name_current ON player_name USING btree (player_id) WHERE given_up_at IS NULL;
CREATE INDEX player_name_former ON player_name USING btree (player_id, given_up_at) WHERE given_up_at IS NOT NULL;
CREATE UNIQUE INDEX queue_ticket_change ON queue_ticket USING btree (league_id, change);
CREATE INDEX queue_ticket_expiry ON queue_ticket USING btree (expires_at) WHERE status = 'WAITING'::text;
CREATE INDEX queue_ticket_pairing ON queue_ticket USING btree (league_id, player_id, resolved_at) WHERE status = 'MATCHED'::text;
CREATE UNIQUE INDEX queue_ticket_waiting ON queue_ticket USING btree (league_id, player_id) WHERE status = 'WAITING'::text;
CREATE INDEX rating_hidden ON rating USING btree (league_id, player_id) WHERE hidden_at IS NOT NULL;
CREATE INDEX rating_standing ON rating USING btree (league_id, is_provisional, score DESC, player_id) WHERE matches_played > 0;
CREATE INDEX recompute_league ON recompute USING btree (league_id, id);
CREATE UNIQUE INDEX recompute_pending ON recompute USING btree (league_id) WHERE status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]);
CREATE INDEX session_expires_at ON session USING btree (expires_at);
CREATE INDEX session_token ON session USING btree (token_id);
CREATE INDEX team_begins ON team USING btree (league_id, lower(name) text_pattern_ops);
CREATE INDEX team_plain_begins ON team USING btree (league_id, plain_name(lower(name)) text_pattern_ops);
CREATE INDEX token_created_by ON token USING btree (created_by_id);
CREATE INDEX webhook_delivery_by_hand ON webhook_delivery USING btree (league_id, webhook_id, number) WHERE by_hand_at IS NOT NULL;
CREATE UNIQUE INDEX webhook_delivery_next ON webhook_delivery USING btree (league_id, webhook_id) WHERE status = 'PENDING'::text AND event <> 'webhook.test'::text;

CREATE VIEW superseded_change AS
 SELECT stretch.league_id,
    stretch.player_id,
    line.played_at,
    line.sequence,
    stretch.revision,
        CASE line.place
            WHEN 1 THEN stretch.before_value
            ELSE stretch.numbers[(line.place - 1)]
        END AS before_value,
        CASE line.place
            WHEN 1 THEN stretch.before_deviation
            ELSE stretch.numbers[(cardinality(stretch.sequences) + line.place - 1)]
        END AS before_deviation,
    stretch.numbers[line.place] AS after_value,
    stretch.numbers[(cardinality(stretch.sequences) + line.place)] AS after_deviation,
    COALESCE(stretch.numbers[(2 * cardinality(stretch.sequences) + line.place)], stretch.numbers[line.place], '-Infinity'::double precision) AS score,
    strpos('ldw'::text, substr(stretch.marks, line.place::integer, 1)) > 0 AS is_provisional,
    (strpos('ldw'::text, lower(substr(stretch.marks, line.place::integer, 1))) - 2)::smallint AS verdict,
    stretch.contributions[line.place]::double precision[] AS contributions,
    stretch.superseded_in,
    stretch.played_at AS first_played_at,
    stretch.sequence AS first_sequence,
        CASE
            WHEN (cardinality(stretch.numbers) / cardinality(stretch.sequences) - 3) > 0 THEN stretch.numbers[(3 * cardinality(stretch.sequences) + (cardinality(stretch.numbers) / cardinality(stretch.sequences) - 3) * (line.place - 1) + 1):(3 * cardinality(stretch.sequences) + (cardinality(stretch.numbers) / cardinality(stretch.sequences) - 3) * line.place)]
            ELSE NULL::double precision[]
        END AS memory
   FROM superseded_stretch stretch
     CROSS JOIN LATERAL UNNEST(stretch.played_ats, stretch.sequences) WITH ORDINALITY line(played_at, sequence, place);

CREATE OR REPLACE FUNCTION public.build_rank_buckets(league integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  DECLARE
    per_point double precision;
  BEGIN
    SELECT coalesce(500 / nullif(stddev_pop(score) FILTER (WHERE NOT is_provisional), 0), 500 / nullif(stddev_pop(score), 0), 1) INTO per_point FROM rating
      WHERE league_id = league AND matches_played > 0 AND score > '-Infinity';
    DELETE FROM rank_bucket WHERE league_id = league;
    DELETE FROM rank_scale WHERE league_id = league;
    INSERT INTO rank_scale (league_id, buckets_per_point) VALUES (league, per_point);
    INSERT INTO rank_bucket (league_id, span, bucket, players)
      SELECT league, 0, score_bucket(score, per_point), count(*) FROM rating
      WHERE league_id = league AND matches_played > 0 AND NOT is_provisional GROUP BY 3;
    INSERT INTO rank_bucket (league_id, span, bucket, players)
      SELECT league, 255, bucket | 255, sum(players) FROM rank_bucket WHERE league_id = league GROUP BY 3;
  END
  $function$;

CREATE OR REPLACE FUNCTION public.move_in_rank_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          INSERT INTO rank_bucket AS kept (league_id, span, bucket, players)
            SELECT league_id, span, score_bucket(score, buckets_per_point) | span, -count(*)
            FROM before JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (255)) AS spans (span)
            WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3
            ON CONFLICT (league_id, span, bucket) DO UPDATE SET players = kept.players + excluded.players;
        ELSIF NOT EXISTS (SELECT FROM rank_scale JOIN after USING (league_id)) THEN
          NULL;
        ELSIF TG_OP = 'INSERT' THEN
          INSERT INTO rank_bucket AS kept (league_id, span, bucket, players)
            SELECT league_id, span, score_bucket(score, buckets_per_point) | span, count(*)
            FROM after JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (255)) AS spans (span)
            WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3
            ON CONFLICT (league_id, span, bucket) DO UPDATE SET players = kept.players + excluded.players;
        ELSE
          INSERT INTO rank_bucket AS kept (league_id, span, bucket, players)
            SELECT league_id, span, score_bucket(score, buckets_per_point) | span, sum(change)
            FROM (SELECT league_id, score, matches_played, is_provisional, 1 AS change FROM after
                  UNION ALL SELECT league_id, score, matches_played, is_provisional, -1 FROM before) AS moves
            JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (255)) AS spans (span)
            WHERE matches_played > 0 AND NOT is_provisional GROUP BY 1, 2, 3 HAVING sum(change) <> 0
            ON CONFLICT (league_id, span, bucket) DO UPDATE SET players = kept.players + excluded.players;
        END IF;
        RETURN NULL;
      END
      $function$;

CREATE OR REPLACE FUNCTION public.note_teams()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO team (league_id, name, played_at)
        SELECT DISTINCT NEW.league_id, side, date_trunc('day', NEW.played_at, 'UTC') + interval '1 day' FROM unnest(NEW.side_names) AS side WHERE side IS NOT NULL
        ON CONFLICT (league_id, name) DO UPDATE SET played_at = excluded.played_at WHERE team.played_at < excluded.played_at;
        RETURN NULL;
      END
      $function$;

CREATE OR REPLACE FUNCTION public.number_ticket_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.change := nextval('queue_ticket_change_seq');
        RETURN NEW;
      END
      $function$;

CREATE OR REPLACE FUNCTION public.open_rank_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM build_rank_buckets(NEW.id);
        RETURN NULL;
      END
      $function$;

CREATE OR REPLACE FUNCTION public.plain_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(name) = length(name)) THEN name ELSE replace(replace(replace(replace(translate(lower(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), 'łøđðıς'::text, 'loddiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP <> 'TRUNCATE' AND current_setting('openladder.erases', true) = regexp_replace(TG_TABLE_NAME, '_\d+$', '') THEN
          RETURN NULL;
        END IF;
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
      END
      $function$;

CREATE OR REPLACE FUNCTION public.renew_teams()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO team (league_id, name, played_at)
        SELECT league_id, side, max(date_trunc('day', played_at, 'UTC') + interval '1 day') FROM after CROSS JOIN unnest(side_names) AS side
        WHERE side_names IS NOT NULL AND side IS NOT NULL AND status = 'RATED' GROUP BY league_id, side ORDER BY league_id, side
        ON CONFLICT (league_id, name) DO UPDATE SET played_at = excluded.played_at WHERE team.played_at < excluded.played_at;
        DELETE FROM team USING (
          SELECT DISTINCT league_id, side FROM before CROSS JOIN unnest(side_names) AS side WHERE side_names IS NOT NULL AND side IS NOT NULL
        ) AS former
        WHERE team.league_id = former.league_id AND name = side AND NOT EXISTS (
          SELECT FROM (
            SELECT side_names FROM match WHERE match.league_id = former.league_id AND status = 'RATED' AND match.played_at <= team.played_at
            ORDER BY match.played_at DESC, sequence DESC LIMIT 5000
          ) AS newest WHERE side = ANY(side_names));
        RETURN NULL;
      END
      $function$;

CREATE OR REPLACE FUNCTION public.score_bucket(score double precision, buckets_per_point double precision)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT floor(least(greatest(score * buckets_per_point, -1e9), 1e9))::integer $function$;

CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER league_rank_buckets AFTER UPDATE OF player_count, rater, settings ON league DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.player_count > 20000 AND (old.player_count <= 20000 OR new.rater <> old.rater OR new.settings <> old.settings)) EXECUTE FUNCTION open_rank_buckets();
CREATE TRIGGER match_names_teams AFTER INSERT ON match FOR EACH ROW WHEN (new.side_names IS NOT NULL) EXECUTE FUNCTION note_teams();
CREATE TRIGGER match_renews_teams AFTER UPDATE ON match REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION renew_teams();
CREATE TRIGGER queue_ticket_is_changed BEFORE INSERT OR UPDATE ON queue_ticket FOR EACH ROW EXECUTE FUNCTION number_ticket_change();
CREATE TRIGGER rating_enters_ranks AFTER INSERT ON rating REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION move_in_rank_buckets();
CREATE TRIGGER rating_leaves_ranks AFTER DELETE ON rating REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION move_in_rank_buckets();
CREATE TRIGGER rating_moves_in_ranks AFTER UPDATE ON rating REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION move_in_rank_buckets();
