import { groupedBy, madeOnce } from '../kit/grouped-by.js';
import type { ExpectedLog } from './games.js';
import type { Signal } from './signal.js';

/** All games of one player against one opponent, as that player sees them. */
export interface Meeting {
  /** Matches against the opponent, each counted by the share of the opponent's side in it. */
  games: number;
  /** The same, divided among the players of the opponent's side, like scores and points. */
  share: number;
  score: number;
  expected: number;
  /** Variance of the score if only chance moves it from the expectation. */
  variance: number;
  /** Points of plain Elo. */
  points: number;
  /** Possible error of the expected score from the player's strength, in duels. */
  ownDoubt: number;
  /** The same from the opponent's strength. */
  doubt: number;
}

export interface PlayerGames {
  games: number;
  /** By the opponent's place. */
  readonly meetings: Map<number, Meeting>;
  /** Points won in matches too large to distinguish opponents. */
  gainedFromAll: number;
}

const UNMET: Meeting = { games: 0, share: 0, score: 0, expected: 0, variance: 0, points: 0, ownDoubt: 0, doubt: 0 };

type Result = Pick<Meeting, 'score' | 'expected' | 'points'>;

function reversed({ score, expected, points }: Result): Result {
  return { score: 1 - score, expected: 1 - expected, points: -points };
}

/** The games of each player against each opponent. Players are numbered by place. */
export function meetingsOf({ duels, melees }: ExpectedLog, players: number): PlayerGames[] {
  const found = Array.from(
    { length: players },
    (): PlayerGames => ({ games: 0, meetings: new Map(), gainedFromAll: 0 }),
  );
  const add = (
    own: number,
    other: number,
    [part, share]: readonly [part: number, share: number],
    { score, expected, points }: Result,
  ) => {
    const meeting = madeOnce(found[own]!.meetings, other, () => ({ ...UNMET }));
    meeting.games += part;
    meeting.share += share;
    meeting.score += share * score;
    meeting.expected += share * expected;
    meeting.variance += share * expected * (1 - expected);
    meeting.points += share * points;
    return meeting;
  };
  for (const { one, other, known, ...result } of duels) {
    found[one]!.games++;
    found[other]!.games++;
    const slope = result.expected * (1 - result.expected);
    const doubts = known.map(({ error }) => slope * Math.sqrt(error));
    const first = add(one, other, [1, 1], result);
    const second = add(other, one, [1, 1], reversed(result));
    first.ownDoubt += doubts[0]!;
    first.doubt += doubts[1]!;
    second.ownDoubt += doubts[1]!;
    second.doubt += doubts[0]!;
  }
  for (const { part, pairs } of melees) {
    for (const { one, other, ...result } of pairs) {
      for (const player of one) found[player]!.games += part;
      for (const opponent of other) found[opponent]!.games += part;
      if (other.length === 0) for (const player of one) found[player]!.gainedFromAll += Math.max(0, result.points);
      for (const player of one) {
        for (const opponent of other) {
          add(player, opponent, [part, part / other.length], result);
          add(opponent, player, [part, part / one.length], reversed(result));
        }
      }
    }
  }
  return found;
}

/** Opponents by the number of games against each, the most first. */
export function mostFirst(games: ReadonlyMap<number, number>): number[] {
  return [...games].sort(([, a], [, b]) => b - a).map(([opponent]) => opponent);
}

/** A signal about a player and opponents, still without their matches. */
export type Sighting = Omit<Signal, 'matches'>;

/** Adds to each sighting the matches of its player against its opponents, the newest last. */
export function withMatches({ duels, melees }: ExpectedLog, sightings: readonly Sighting[]): Signal[] {
  const signals = sightings.map((sighting) => ({ ...sighting, matches: [] as { at: number; sequence: number }[] }));
  const entries = signals.map((signal) => ({ others: new Set(signal.others), signal }));
  const wanted = groupedBy(entries, ({ signal }) => signal.player);
  const look = (sequence: number, at: number, players: readonly number[], opponents: readonly number[]) => {
    for (const player of players) {
      for (const { others, signal } of wanted.get(player) ?? []) {
        if (signal.matches.at(-1)?.sequence === sequence) continue;
        if (opponents.some((opponent) => others.has(opponent))) signal.matches.push({ at, sequence });
      }
    }
  };
  for (const { sequence, playedAt, one, other } of duels) {
    look(sequence, playedAt, [one], [other]);
    look(sequence, playedAt, [other], [one]);
  }
  for (const { sequence, playedAt, pairs } of melees) {
    for (const { one, other } of pairs) {
      look(sequence, playedAt, one, other);
      look(sequence, playedAt, other, one);
    }
  }
  return signals.map((signal) => ({
    ...signal,
    matches: signal.matches.sort((a, b) => a.at - b.at || a.sequence - b.sequence).map(({ sequence }) => sequence),
  }));
}
