import { handleOf } from './synthetic-league.js';

/** The reads in the words of each side: the same rows, and the same columns of them. */
export interface ReadRequest {
  /** Of the service. */
  readonly query: string;
  readonly variables: object;
  /** Of the bare server, with its parameters. */
  readonly statement: string;
  readonly parameters: readonly unknown[];
  /** Of PostGraphile. The journal has no foreign keys, so its matches are left out there. */
  readonly peerQuery: string;
  /** A text of every answer, and how often it stands there: once a row, whatever the rows are called. */
  readonly expected: { readonly value: string; readonly times: number };
}

const PLAYER = handleOf(0);

export const readRequests = (
  slug: string,
  leagueId: number,
  playerId: number,
): Readonly<Record<'board' | 'player' | 'matches', ReadRequest>> => ({
  // Ratings of 2020 are provisional by now.
  board: {
    query: `query ($slug: String!) { league(slug: $slug) { name standings(first: 50, includeProvisional: true) { nodes {
      rank player { handle }
      rating { value deviation score display isProvisional matchesPlayed wins draws losses lastPlayedAt }
    } } } }`,
    variables: { slug },
    statement: `SELECT league.name, handle, page.* FROM league CROSS JOIN LATERAL (
        SELECT player_id, value, deviation, score, display, is_provisional, matches_played, wins, draws, losses, last_played_at
        FROM rating WHERE league_id = league.id AND matches_played > 0 AND is_provisional
        ORDER BY score DESC, player_id LIMIT 50
      ) AS page JOIN player ON player.id = page.player_id WHERE slug = $1 ORDER BY score DESC, page.player_id`,
    parameters: [slug],
    peerQuery: `{ leagueBySlug(slug: "${slug}") { name }
      allRatings(condition: { leagueId: ${leagueId}, isProvisional: true }, orderBy: [SCORE_DESC, PLAYER_ID_ASC], first: 50) {
        nodes { playerByPlayerId { handle }
          value deviation score display isProvisional matchesPlayed wins draws losses lastPlayedAt } } }`,
    expected: { value: '"handle":', times: 50 },
  },
  player: {
    query: `query ($slug: String!, $player: String!) { league(slug: $slug) { rating(player: $player) {
      player { handle } value deviation display matchesPlayed wins draws losses peak
      history(first: 100) { nodes { match { externalId playedAt } before { value deviation } after { value deviation } delta } }
    } } }`,
    variables: { slug, player: PLAYER },
    statement: `WITH page AS MATERIALIZED (
        SELECT league_id, player_id, played_at, sequence, before_value, before_deviation, after_value, after_deviation
        FROM rating_change WHERE league_id = (SELECT id FROM league WHERE slug = $1)
          AND generation = (SELECT generation FROM league WHERE slug = $1)
          AND player_id = (SELECT id FROM player WHERE handle_key = $2)
        ORDER BY played_at DESC, sequence DESC LIMIT 100
      ) SELECT handle, rating.value, deviation, display, matches_played, wins, draws, losses, peak, external_id, page.*
      FROM page JOIN match USING (league_id, sequence) JOIN rating USING (league_id, player_id)
      JOIN player ON player.id = page.player_id ORDER BY page.played_at DESC, page.sequence DESC`,
    parameters: [slug, PLAYER],
    peerQuery: `{ playerByHandleKey(handleKey: "${PLAYER}") { handle
        ratingsByPlayerId(condition: { leagueId: ${leagueId} }) { nodes {
          value deviation display matchesPlayed wins draws losses peak } } }
      allRatingChanges(condition: { leagueId: ${leagueId}, playerId: ${playerId} }, orderBy: [PLAYED_AT_DESC, SEQUENCE_DESC], first: 100) {
        nodes { sequence playedAt beforeValue beforeDeviation afterValue afterDeviation } } }`,
    expected: { value: '2020-0', times: 100 },
  },
  matches: {
    query: `query ($slug: String!) { league(slug: $slug) { matches(first: 50) { nodes {
      externalId playedAt status version
      sides { name placement score participants { player { handle } isGuest score minutesPlayed } }
    } } } }`,
    variables: { slug },
    statement: `SELECT league_id, sequence, external_id, played_at, status, version, side_names, placements, side_scores,
        position, COALESCE(sides[position], position - 1) AS side, handle, COALESCE(guests[position], false) AS is_guest,
        scores[position] AS score, minutes_played[position] AS minutes_played FROM (
          SELECT page.*, generate_subscripts(player_ids, 1) AS position FROM (
            SELECT * FROM match WHERE league_id = (SELECT id FROM league WHERE slug = $1)
            ORDER BY played_at DESC, sequence DESC LIMIT 50
          ) AS page
        ) AS own JOIN player ON player.id = player_ids[position]
      ORDER BY played_at DESC, sequence DESC, position`,
    parameters: [slug],
    peerQuery: `{ allMatches(condition: { leagueId: ${leagueId} }, orderBy: [PLAYED_AT_DESC, SEQUENCE_DESC], first: 50) { nodes {
      externalId playedAt status version sideNames placements sideScores
      participantsByLeagueIdAndSequence(orderBy: POSITION_ASC) { nodes {
        side playerByPlayerId { handle } isGuest score minutesPlayed } } } } }`,
    expected: { value: '"handle":', times: 100 },
  },
});
