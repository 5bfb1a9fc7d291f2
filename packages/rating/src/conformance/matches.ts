import type { Match, Participant, Side } from '../match.js';
import { type Random, seededRandom } from '../random.js';
import type { Formats } from '../rater.js';

const MATCHES = 120;
const PLAYERS = 12;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** An ordinary time, like those of real leagues. */
const FIRST_MATCH_AT = Date.UTC(2024, 0, 1, 20);
/** Matches at the same instant, on the same evening, the next days, and after a long break. */
const PAUSES = [0, 40 * MINUTE, DAY, 2.7 * DAY, 9 * DAY, 400 * DAY];

interface Shape {
  readonly sides: number;
  readonly players: readonly [least: number, most: number];
}

/** The content of outcomes. `minutes` includes scores, with early leavers and points against single opponents. */
type Report = 'placements' | 'scores' | 'minutes';
const REPORTS: readonly Report[] = ['placements', 'scores', 'minutes'];

/**
 * A made-up log of matches that fit the formats: duels, teams of unequal sizes, free-for-alls, ties, early leavers, over
 * years. In duels player 1 beats everybody and player 2 nobody, so that unbounded ratings become visible.
 */
export function exampleLog(formats: Formats, seed: number): Match[] {
  const random = seededRandom(seed);
  const shapes = shapesWithin(formats);
  const most = Math.max(...shapes.map((shape) => shape.sides * shape.players[1]));
  const players = Array.from({ length: Math.max(PLAYERS, most) }, (_, index) => index + 1);
  let playedAt = FIRST_MATCH_AT;
  return Array.from({ length: MATCHES }, (_, index) => {
    playedAt += random.pick(PAUSES);
    const match = exampleMatch(random, playedAt, random.pick(shapes), random.shuffle(players));
    return withRoles(withWeight(match, index), index);
  });
}

/** A friendly game, an ordinary one, a final, and one that hardly counts. */
const WEIGHTS = [0.5, 1, 3, 1e-3];

/** Gives every third match a weight. */
function withWeight(match: Match, index: number): Match {
  return index % 3 === 1 ? { ...match, weight: WEIGHTS[((index - 1) / 3) % WEIGHTS.length]! } : match;
}

/** Gives the sides of every second match the roles of home and away. */
function withRoles(match: Match, index: number): Match {
  if (index % 2 === 0) return match;
  const home = index % match.sides.length;
  return { ...match, sides: match.sides.map((side, number) => ({ ...side, role: number === home ? 'home' : 'away' })) };
}

/** Whether a match of this many sides and players fits. */
export function fits(formats: Formats, match: Match): boolean {
  const isWithin = (count: number, least: number, most: number | null) =>
    count >= least && count <= (most ?? Number.POSITIVE_INFINITY);
  return (
    isWithin(match.sides.length, formats.minSides, formats.maxSides) &&
    match.sides.every(({ participants }) =>
      isWithin(participants.length, formats.minPlayersPerSide, formats.maxPlayersPerSide),
    )
  );
}

/** The shapes of duels, team matches, free-for-alls and team free-for-alls that the formats allow. */
function shapesWithin(formats: Formats): Shape[] {
  const { minSides, minPlayersPerSide } = formats;
  const maxSides = formats.maxSides ?? Number.POSITIVE_INFINITY;
  const maxPlayers = formats.maxPlayersPerSide ?? Number.POSITIVE_INFINITY;
  const sizes: (readonly [number, number])[] = [];
  if (minPlayersPerSide <= 1) sizes.push([1, 1]);
  if (maxPlayers >= 2)
    sizes.push([Math.max(1, minPlayersPerSide), Math.min(maxPlayers, Math.max(3, minPlayersPerSide))]);
  const counts = [2, 3, 5].filter((count) => count >= minSides && count <= maxSides);
  if (counts.length === 0) counts.push(minSides);
  return counts.flatMap((sides) => sizes.map((players) => ({ sides, players })));
}

function exampleMatch(random: Random, playedAt: number, shape: Shape, players: number[]): Match {
  const report = random.pick(REPORTS);
  const teams = Array.from({ length: shape.sides }, () => players.splice(0, random.integer(...shape.players)));
  const ranks = teams.map((team) => {
    if (team.includes(1)) return 0;
    return team.includes(2) ? shape.sides + 1 : random.integer(1, shape.sides);
  });
  if (report === 'placements') {
    const sides = teams.map((team, side): Side => {
      const placement = 1 + ranks.filter((rank) => rank < ranks[side]!).length;
      return { placement, participants: team.map((player) => ({ player })) };
    });
    return { playedAt, sides };
  }

  const sides = teams.map((team, side): Side => {
    const score = (shape.sides + 1 - ranks[side]!) * 6;
    const participants = team.map((player): Participant => ({ player, score }));
    if (report === 'scores')
      return random.chance(0.5) ? { participants } : { score: score * team.length, participants };
    const opponents = teams.flatMap((other) => (other === team ? [] : other));
    return { participants: participants.map((participant) => withMinutes(random, participant, opponents)) };
  });
  return { playedAt, sides };
}

/** The participant with their minutes, half of the time reduced or 0, and with their points split up by opponent. */
function withMinutes(random: Random, participant: Participant, opponents: readonly number[]): Participant {
  const score = participant.score!;
  const minutesPlayed = random.pick([30, 30, 30, random.next() * 30, 4, 0]);
  return {
    ...participant,
    minutesPlayed,
    scoresAgainst: opponents.map((opponent) => ({ opponent, score: random.integer(0, score) })),
  };
}
