import { groupedBy } from '../kit/grouped-by.js';
import { type Meeting, mostFirst, type PlayerGames, type Sighting } from './meetings.js';

/** Two players are linked if one of them plays this share of their games, and at least this many, against the other. */
const TIED = 0.2;
const TIED_GAMES = 8;
const LEAST_PLAYERS = 3;
/** A cluster with a larger share of the players is the league itself. */
const MAX_OF_LEAGUE = 0.2;
/** Least share of its players' games that a cluster plays within itself. */
const LEAST_INSIDE = 0.8;
/** The winner of a cluster scores at least this share of the points, in at least this many games. */
const LEAST_SCORE = 0.9;
const LEAST_GAMES = 30;

/** Finds groups of players who mostly play each other, and of whom one wins. */
export function isolatedClusters(players: readonly PlayerGames[]): Sighting[] {
  return groupsOf(players).flatMap((group): Sighting[] => {
    const isFew = group.length >= LEAST_PLAYERS && group.length <= MAX_OF_LEAGUE * players.length;
    if (!isFew) return [];
    const members = new Set(group);
    const inside = (player: number) =>
      [...players[player]!.meetings].filter(([other]) => members.has(other)).map(([, meeting]) => meeting);
    const all = group.reduce((sum, player) => sum + players[player]!.games, 0);
    const within = group.reduce((sum, player) => sum + gamesOf(inside(player)), 0);
    if (within < LEAST_INSIDE * all) return [];
    const [player, games, score] = group
      .map((one) => [one, gamesOf(inside(one)), scoreOf(inside(one))] as const)
      .reduce((best, one) => (one[2] > best[2] ? one : best));
    if (games < LEAST_GAMES || score < LEAST_SCORE * games) return [];
    const met = new Map(group.map((one) => [one, players[player]!.meetings.get(one)?.games ?? 0]));
    met.delete(player);
    const others = mostFirst(met);
    const figures = { players: group.length, inside: within / all, games, score };
    return [{ kind: 'CLUSTER', player, others, submitter: null, figures }];
  });
}

function gamesOf(meetings: readonly Meeting[]): number {
  return meetings.reduce((sum, { share }) => sum + share, 0);
}

function scoreOf(meetings: readonly Meeting[]): number {
  return meetings.reduce((sum, { score }) => sum + score, 0);
}

/** Groups of players who are linked, directly or through others. */
function groupsOf(players: readonly PlayerGames[]): number[][] {
  const leader = players.map((_, player) => player);
  const find = (player: number): number => {
    let top = player;
    while (leader[top] !== top) top = leader[top]!;
    leader[player] = top;
    return top;
  };
  for (const [player, { games, meetings }] of players.entries()) {
    for (const [other, { games: met }] of meetings) {
      if (met >= TIED_GAMES && met >= TIED * games) leader[find(player)] = find(other);
    }
  }
  return [...groupedBy(leader.keys(), find).values()];
}
