/**
 * Where the rows of a table belong when leagues are spread over several servers:
 * - `LEAGUE`: on the server of their league, whose id is in the column of this name. Every key has that column, and every
 *   statement names the league, so that one server can answer it alone.
 * - `SHARED`: on every server, because rows of leagues refer to them. Each write goes to all servers.
 * - `LOCAL`: on the first server. No statement joins them with rows of leagues.
 */
export type Placement =
  | { readonly of: 'LEAGUE'; readonly column: 'league_id' | 'id' }
  | { readonly of: 'SHARED' }
  | { readonly of: 'LOCAL' };

const LEAGUE: Placement = { of: 'LEAGUE', column: 'league_id' };
const SHARED: Placement = { of: 'SHARED' };
const LOCAL: Placement = { of: 'LOCAL' };

/** The placement of every table; `test/schema/placement.test.ts` compares the schema with it. In the order in which they can be distributed. */
export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  token: SHARED,
  player: SHARED,
  player_name: SHARED,
  league_slug: SHARED,
  former_slug: SHARED,
  membership: SHARED,
  account: SHARED,
  former_name: SHARED,
  token_league: SHARED,

  league: { of: 'LEAGUE', column: 'id' },
  league_revision: LEAGUE,
  league_verification: LEAGUE,
  league_picture: LEAGUE,
  league_event: LEAGUE,
  audit_entry: LEAGUE,
  match: LEAGUE,
  team: LEAGUE,
  unrated_appearance: LEAGUE,
  log_wait: LEAGUE,
  player_merge: LEAGUE,
  rating: LEAGUE,
  rating_change: LEAGUE,
  superseded_stretch: LEAGUE,
  rank_scale: LEAGUE,
  rank_bucket: LEAGUE,
  standings_snapshot: LEAGUE,
  queue_ticket: LEAGUE,
  recompute: LEAGUE,
  analysis: LEAGUE,
  match_import: LEAGUE,
  match_import_part: LEAGUE,
  webhook: LEAGUE,
  webhook_delivery: LEAGUE,

  migrations: LOCAL,
  id_seal: LOCAL,
  rate_limit: LOCAL,
  idempotency_key: LOCAL,
  token_growth: LOCAL,
  token_use: LOCAL,
  former_secret: LOCAL,
  session: LOCAL,
  kept_form: LOCAL,
};

/**
 * Triggers that a distribution drops, because each server would run them by itself: they write rows of other servers, or wait for a
 * commit. Ranks are then counted on the board, without rank buckets, and teams are found only by the newest matches of a league.
 */
export const DISTRIBUTED_WITHOUT_TRIGGERS: Readonly<Record<string, string>> = {
  league_rank_buckets: 'league',
  match_names_teams: 'match',
  match_renews_teams: 'match',
  rating_enters_ranks: 'rating',
  rating_leaves_ranks: 'rating',
  rating_moves_in_ranks: 'rating',
};
