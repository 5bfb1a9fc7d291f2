import type { EntityManager } from 'typeorm';
import type { Excerpt } from '../kit/paging/page.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type BoardPosition, boardPosition } from '../rating/board.repository.js';
import type { Standing } from '../rating/rating.js';
import { findRating } from '../rating/rating.repository.js';
import { listStandings } from '../rating/standings.js';
import type { Findings } from './findings.js';
import { boardRating, isWithoutRank, type Replay } from './fold.js';

const PAGE = 1000;

interface Place {
  readonly player: number;
  /** Null for a provisional player. */
  readonly rank: number | null;
}

/** The board, read page by page, has every player who has played and is not hidden, with the place and the rank from the replay. */
export async function checkStandings(
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  replay: Replay,
  findings: Findings,
): Promise<void> {
  const expected = expectedPlaces(system, replay, await hiddenPlayers(tx, league.id));
  let place = 0;
  for await (const found of places(tx, league)) {
    findings.compare('standings', `place ${++place}`, expected[place - 1] ?? { player: null, rank: null }, found);
  }
  for (const { player } of expected.slice(place)) findings.add('standings', `place ${++place}`, player, 'nobody');
}

/** The best score first, equal scores by player id; provisional players come last, without a rank. */
function expectedPlaces(
  system: RatingSystem,
  { states, waits, tallies }: Replay,
  hidden: ReadonlySet<number>,
): Place[] {
  const listed = [...tallies.keys()].filter((player) => !hidden.has(Number(player)));
  const players = listed.map((player) => {
    const { score, isProvisional } = boardRating(system, states.pick([player]).get(player), waits.get(player));
    const { matchesPlayed, lastPlayedAt } = tallies.get(player)!;
    const isLast = isProvisional || isWithoutRank(system, matchesPlayed, lastPlayedAt!);
    return { player: Number(player), score: score ?? Number.NEGATIVE_INFINITY, isProvisional: isLast };
  });
  players.sort(
    (a, b) =>
      Number(a.isProvisional) - Number(b.isProvisional) ||
      (a.score === b.score ? a.player - b.player : b.score - a.score),
  );
  let rank = 0;
  return players.map(({ player, score, isProvisional }, index) => {
    if (index === 0 || score !== players[index - 1]!.score) rank = index + 1;
    return { player, rank: isProvisional ? null : rank };
  });
}

async function hiddenPlayers(tx: EntityManager, leagueId: number): Promise<Set<number>> {
  const rows: { player: number }[] = await tx.query(
    'SELECT player_id AS player FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL',
    [leagueId],
  );
  return new Set(rows.map(({ player }) => player));
}

async function* places(tx: EntityManager, league: League): AsyncGenerator<Place> {
  const ratingOf = (playerId: number) => findRating(tx, league.id, playerId);
  let from: BoardPosition | null = null;
  do {
    const page = { first: PAGE, from, around: null, includeProvisional: true };
    const { nodes, hasNext }: Excerpt<Standing> = await listStandings(tx, league, page, ratingOf);
    for (const { rank, rating } of nodes) yield { player: rating.playerId, rank };
    from = hasNext ? boardPosition(nodes.at(-1)!.rating) : null;
  } while (from !== null);
}
