import { ANONYMOUS, COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import { findRankedRating, readStandings, standingCursor } from '@openladder/api/dist/rating/board.js';
import { atMost, defineBenchmark } from './benchmark.js';
import { interleaved, medianTime } from './interleaved.js';
import { openHere } from './serve.js';

const SLUG = 'crowd';
const SAMPLES = 200;

/** A place on the board of a league of a million, for any caller. */
export const ranks = defineBenchmark({
  name: 'ranks',
  targets: {
    rank: atMost(1 / 50, 'x', 'the rank of any player in a league of a million', 'COUNT(*) over the index'),
    page: atMost(3, 'x', 'a page of its board at any depth', 'the first page'),
  },
  run: async (context) => {
    const players = context.size(1_000_000, 50_000, 5_000);
    const { database, app } = await openHere(context);
    const { id } = await createLeague(app, COMMAND_LINE, { slug: SLUG, name: SLUG, ratingSystem: 'zonestats' });
    for (const statement of crowd(id, players)) await database.sql(statement);
    const league = (await app.leagues.find(ANONYMOUS, SLUG))!;
    const someone = (n: number) => 1 + ((n * 7919 + 17) % players);
    const count = async (condition: string, score = 0): Promise<number> => {
      const [row] = (await app.reads.query(
        `SELECT count(*)::integer AS count FROM rating
         WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND ${condition}`,
        condition.includes('$2') ? [id, score] : [id],
      )) as { count: number }[];
      return row!.count;
    };
    const rankOf = async (n: number) => (await findRankedRating(app.reads, league, `player${someone(n)}`))!;
    for (let n = 0; n < 10; n++) {
      const { rank, score } = await rankOf(n);
      const expected = 1 + (await count('score > $2', score!));
      if (rank !== expected) throw new Error(`the rank of a player is ${expected}, and not ${rank}`);
    }
    const places: string[] = [];
    for (let n = 0; n < SAMPLES; n++) {
      const { score, playerId } = await rankOf(n);
      places.push(standingCursor(app.seal, { isProvisional: false, score: score!, playerId }));
    }
    const page = (after: string | null) =>
      readStandings(app, league, { first: 50, after, around: null, includeProvisional: false, withPlayers: true });
    const rounds = await interleaved(context.rounds, {
      count: () => medianTime(5, () => count('true')),
      rank: () => medianTime(SAMPLES, rankOf),
      first: () => medianTime(SAMPLES, () => page(null)),
      deep: () => medianTime(SAMPLES, (n) => page(places[n]!)),
    });
    const ms = (median: number) => `${median.toFixed(2)} ms`;
    return { rank: rounds.compared('rank', 'count', ms), page: rounds.compared('deep', 'first', ms) };
  },
});

/** Players with scores as a bell has them, none of whom has played: what reads of a board look at, and no more. */
function crowd(leagueId: number, players: number): string[] {
  return [
    `INSERT INTO player (handle, handle_key, created_at)
     SELECT 'player' || n, 'player' || n, date_trunc('second', now()) FROM generate_series(1, ${players}) AS n`,
    `INSERT INTO rating (league_id, player_id, value, score, is_provisional, display, matches_played, wins, draws, losses, peak)
     SELECT ${leagueId}, id, score, score, false, round(score)::text, 10, 5, 0, 5, score
     FROM (SELECT id, 1500 + 300 * (random() + random() + random() + random() - 2) AS score FROM player) AS scored`,
    `INSERT INTO membership (league_id, player_id, since, handle, handle_key)
     SELECT league.id, player.id, created_at, handle, handle_key FROM player, (VALUES (0), (${leagueId})) AS league (id)`,
    `UPDATE league SET player_count = ${players} WHERE id = ${leagueId}`,
    // As autovacuum does a minute later.
    'VACUUM ANALYZE rating, player, membership, rank_bucket',
  ];
}
