import { madeOnce } from '../kit/grouped-by.js';
import type { ExpectedLog } from './games.js';
import { mostFirst } from './meetings.js';
import type { Signal } from './signal.js';

const LEAST_GAMES = 15;
/** Standard deviations above the expectation: at least, in the matches of the submitter; at most, in those of others. */
const DEVIATIONS = 5;
const ELSEWHERE = 2;
/** A submitter with a larger share of the matches is the league's own bot. */
const MAX_OF_LEAGUE = 0.5;

interface Sum {
  games: number;
  score: number;
  expected: number;
  variance: number;
  readonly matches: number[];
  /** Games against each opponent. */
  readonly opponents: Map<number, number>;
}

/** Finds players who do much better in the matches of one submitter than in those of others. */
export function deviatingSubmitters({ duels, melees }: ExpectedLog, players: number): Signal[] {
  const reported = new Map<number, number>();
  for (const games of [duels, melees]) {
    for (const { submitter } of games) reported.set(submitter, (reported.get(submitter) ?? 0) + 1);
  }
  if (reported.size < 2) return [];
  const most = MAX_OF_LEAGUE * (duels.length + melees.length);
  const all = Array.from({ length: players }, emptySum);
  const own = new Map<string, { player: number; submitter: number; sum: Sum }>();
  const tell = (player: number, others: readonly number[], submitter: number, result: ReportedResult) => {
    add(all[player]!, others, result);
    if (reported.get(submitter)! > most) return;
    const key = `${player}:${submitter}`;
    const { sum } = madeOnce(own, key, () => ({ player, submitter, sum: emptySum() }));
    add(sum, others, result);
  };
  for (const { one, other, sequence, submitter, score, expected } of duels) {
    tell(one, [other], submitter, { sequence, part: 1, score, expected });
    tell(other, [one], submitter, { sequence, part: 1, score: 1 - score, expected: 1 - expected });
  }
  for (const { sequence, submitter, part, pairs } of melees) {
    for (const { one, other, score, expected } of pairs) {
      for (const player of one) tell(player, other, submitter, { sequence, part, score, expected });
      const others = { sequence, part, score: 1 - score, expected: 1 - expected };
      for (const player of other) tell(player, one, submitter, others);
    }
  }
  return [...own.values()].flatMap(({ player, submitter, sum }): Signal[] => {
    const whole = all[player]!;
    const elsewhere = {
      games: whole.games - sum.games,
      score: whole.score - sum.score,
      expected: whole.expected - sum.expected,
      variance: whole.variance - sum.variance,
    };
    if (sum.games < LEAST_GAMES || elsewhere.games < LEAST_GAMES) return [];
    const deviations = submitterDeviations(sum);
    if (deviations < DEVIATIONS || submitterDeviations(elsewhere) > ELSEWHERE) return [];
    const figures = {
      ...{ games: sum.games, score: sum.score, expected: sum.expected, deviations },
      ...{ otherGames: elsewhere.games, otherScore: elsewhere.score, otherExpected: elsewhere.expected },
    };
    const others = mostFirst(sum.opponents);
    return [{ kind: 'SUBMITTER', player, others, submitter, figures, matches: [...new Set(sum.matches)] }];
  });
}

function emptySum(): Sum {
  return { games: 0, score: 0, expected: 0, variance: 0, matches: [], opponents: new Map() };
}

/** A result against one opposing side. */
interface ReportedResult {
  readonly sequence: number;
  /** The share of the player's match. */
  readonly part: number;
  readonly score: number;
  readonly expected: number;
}

function add(sum: Sum, others: readonly number[], { sequence, part, score, expected }: ReportedResult): void {
  sum.games += part;
  sum.score += part * score;
  sum.expected += part * expected;
  // An upper bound: results against several sides of one match are not independent, and their mean varies less than one
  // of them.
  sum.variance += part * expected * (1 - expected);
  if (sum.matches.at(-1) !== sequence) sum.matches.push(sequence);
  for (const other of others) sum.opponents.set(other, (sum.opponents.get(other) ?? 0) + part);
}

function submitterDeviations({ score, expected, variance }: Omit<Sum, 'matches' | 'opponents'>): number {
  return (score - expected) / Math.sqrt(variance);
}
