/**
 * The evidence of a match about each team, by the models of Weng and Lin, 2011: algorithms 1 (Bradley-Terry), 3 (Thurstone-Mosteller),
 * both with full pairs, and 4 (Plackett-Luce). Their gamma is the team's sigma by c. Duels have the numbers of the package openskill.
 */
import { expectedScore, repetitionOfPairs } from '@openladder/rating';
import { ofDraw, ofWin } from './normal.js';
import type { Model } from './settings.js';

/** A team before the match. */
export interface Team {
  /** The sum of its players' mu, in the way that the settings compare sums. */
  readonly mu: number;
  /** The sum of their sigma^2. */
  readonly variance: number;
  /** How well it did; greater is better. */
  readonly merit: number;
}

/** How far a team moves, and by what share its variance falls: Omega and Delta. */
export interface Judgement {
  readonly omega: number;
  readonly delta: number;
}

/** epsilon of the package openskill: the margin of a draw. */
const DRAW_MARGIN = 0.1;

export function judge(teams: readonly Team[], model: Model, beta: number): Judgement[] {
  if (model === 'plackettLuce') return byRanking(teams, beta);
  return teams.map((own) => byPairs(own, teams, model, beta));
}

/**
 * The pairs of a team depend on one performance, so in a field of n each counts as 3 / (n + 1) of a duel; the source counts it as one. And
 * a surprise in several games at once is one surprise: the part that a first game would explain is not left for the others (Kalman).
 * Without this a newcomer overshoots, and the tails of the normal law drive ratings away.
 */
function byPairs(own: Team, teams: readonly Team[], model: Exclude<Model, 'plackettLuce'>, beta: number): Judgement {
  let [omega, delta, gain] = [0, 0, 0];
  for (const other of teams) {
    if (other === own) continue;
    const c = Math.sqrt(own.variance + other.variance + 2 * beta ** 2);
    const step = own.variance / c;
    const gamma = Math.sqrt(own.variance) / c;
    const result = Math.sign(own.merit - other.merit);
    const [surprise, certainty] =
      model === 'bradleyTerry'
        ? ofLogistic(own.mu - other.mu, c, result)
        : ofNormal((own.mu - other.mu) / c, DRAW_MARGIN / c, result);
    omega += step * surprise;
    delta += ((gamma * step) / c) * certainty;
    gain += (step / c) * certainty;
  }
  const opponents = teams.length - 1;
  const games = opponents / repetitionOfPairs(teams.length);
  const times = (opponents / games) * (1 + ((games - 1) * gain) / opponents);
  return { omega: omega / times, delta: delta / times };
}

function ofLogistic(lead: number, c: number, result: number): readonly [number, number] {
  const expected = expectedScore(lead, c);
  return [(result + 1) / 2 - expected, expected * expectedScore(-lead, c)];
}

function ofNormal(lead: number, margin: number, result: number): readonly [number, number] {
  if (result === 0) return ofDraw(lead, margin);
  const [v, w] = ofWin(result * lead, margin);
  return [result * v, w];
}

/**
 * Places are given from the first to the last, each to one of the remaining teams, in proportion to exp(mu / c). Tied teams share it.
 * Logarithms, because the powers overflow.
 */
function byRanking(teams: readonly Team[], beta: number): Judgement[] {
  const c = Math.sqrt(teams.reduce((sum, { variance }) => sum + variance + beta ** 2, 0));
  const places = [...new Set(teams.map(({ merit }) => merit))].sort((a, b) => a - b);
  let left = Number.NEGATIVE_INFINITY;
  const stages = places.map((merit) => {
    const here = teams.filter((team) => team.merit === merit);
    for (const { mu } of here) left = logOfSum(left, mu / c);
    return { merit, left, shared: here.length };
  });
  return teams.map(({ mu, variance, merit }) => {
    let [omega, delta] = [0, 0];
    for (const stage of stages) {
      if (stage.merit < merit) continue;
      const chance = Math.exp(mu / c - stage.left);
      omega += (stage.merit === merit ? 1 / stage.shared : 0) - chance;
      delta += chance * (1 - chance);
    }
    const gamma = Math.sqrt(variance) / c;
    return { omega: (variance / c) * omega, delta: gamma * (variance / c ** 2) * delta };
  });
}

/** ln (exp(a) + exp(b)). */
function logOfSum(a: number, b: number): number {
  const greater = Math.max(a, b);
  return greater + Math.log1p(Math.exp(Math.min(a, b) - greater));
}
