import { describe, expect, it } from 'vitest';
import { scoreBaselines } from './baselines.js';
import { EvaluationSums } from './evaluation.js';
import type { Match } from './match.js';
import { MatchPacker, packMatch } from './packed/packer.js';
import { type Random, seededRandom } from './random.js';

const waits = { length: 0, player: new Int32Array(0), at: new Float64Array(0), next: new Int32Array(0) };

function placed(...placements: number[]): Match {
  return { playedAt: 0, sides: placements.map((placement, player) => ({ placement, participants: [{ player }] })) };
}

function withRoles({ sides, ...match }: Match, ...roles: (string | undefined)[]): Match {
  const given = (role: string | undefined) => (role === undefined ? {} : { role });
  return { ...match, sides: sides.map((side, index) => ({ ...side, ...given(roles[index]) })) };
}

function baselinesOf(log: readonly Match[]) {
  const matches = new MatchPacker();
  for (const match of log) packMatch(matches, match, Number);
  const [even, baseRates] = [new EvaluationSums(), new EvaluationSums()];
  scoreBaselines([{ matches, waits }], even, baseRates);
  return { even: even.means(), baseRates: baseRates.means() };
}

function many(matches: number, one: (random: Random) => Match): Match[] {
  const random = seededRandom(11);
  return Array.from({ length: matches }, () => one(random));
}

/** The log loss of a known base rate. */
const lossAt = (share: number) => -share * Math.log(share) - (1 - share) * Math.log(1 - share);

it('are an even chance, and the earlier share of points of the same place', () => {
  const { even, baseRates } = baselinesOf([placed(2, 1), placed(1, 2), placed(1, 1), placed(1, 2), placed(2, 1, 3)]);
  expect(even.logLoss).toBeCloseTo((4 * Math.LN2 + Math.log(3)) / 5, 12);
  // Twice even, because the second side could be the winner by definition; then 1.5 of 3 points, and 2 of 4.
  expect(baseRates.logLoss).toBeCloseTo((4 * Math.LN2 + Math.log(3)) / 5, 12);
  const { baseRates: later } = baselinesOf([placed(1, 2), placed(2, 1), placed(1, 2), placed(1, 2)]);
  // The third and the fourth: 1.5 of 3 points, then 2.5 of 4.
  expect(later.logLoss).toBeCloseTo((3 * Math.LN2 - Math.log(2.5 / 4)) / 4, 12);
});

describe('base rates learn nothing from a list by result', () => {
  const race = (random: Random) => placed(...Array.from({ length: random.integer(5, 12) }, (_, side) => side + 1));
  it.each<[string, Match[]]>([
    ['races by place', many(300, race)],
    ['races with the last one first', many(300, () => placed(5, 4, 3, 2, 1))],
    ['duels with the winner first', many(400, () => placed(1, 2))],
    ['duels with the loser first', many(400, () => placed(2, 1))],
    ['duels with the winner first, half of them drawn', many(400, (random) => placed(1, random.chance(0.5) ? 1 : 2))],
    ['races by place, with ties for the first', many(300, (random) => placed(1, random.chance(0.4) ? 1 : 2, 3, 4))],
    ['sides called winner and loser', many(400, () => withRoles(placed(2, 1), 'loser', 'winner'))],
    ['a side called winner', many(400, () => withRoles(placed(1, 2, 2), 'winner', undefined, undefined))],
  ])('%s', (_, log) => {
    const { even, baseRates } = baselinesOf(log);
    expect(baseRates.logLoss).toBe(even.logLoss);
  });

  it('nor from one by result with a few mistakes in it', () => {
    const log = many(1000, (random) => (random.chance(0.05) ? placed(2, 1) : placed(1, 2)));
    const { even, baseRates } = baselinesOf(log);
    expect(baseRates.logLoss).toBeCloseTo(even.logLoss, 2);
  });
});

describe('base rates learn a genuine advantage', () => {
  it('of the side that is named first, separately for each number of sides', () => {
    const log = many(4000, (random) =>
      random.chance(0.5) ? placed(1, 2, 3) : random.chance(0.7) ? placed(1, 2) : placed(2, 1),
    );
    const { baseRates } = baselinesOf(log);
    const [duels, races] = [lossAt(0.7), Math.log(3)];
    expect(baseRates.logLoss).toBeCloseTo((duels + races) / 2, 1);
    expect(baseRates.logLoss).toBeLessThan((Math.LN2 + races) / 2 - 0.03);
  });

  it('of the pole, which is not the result', () => {
    const log = many(2000, (random) => {
      const order = random.chance(0.45) ? [1, 2, 3, 4] : [1 + random.integer(1, 3), 1, 5, 6];
      return placed(...order);
    });
    const { even, baseRates } = baselinesOf(log);
    expect(baseRates.logLoss).toBeLessThan(even.logLoss - 0.3);
  });

  it('of a role, wherever its side is named', () => {
    const log = many(4000, (random) => {
      const doesHomeWin = random.chance(0.7);
      return random.chance(0.5)
        ? withRoles(doesHomeWin ? placed(1, 2) : placed(2, 1), 'home', 'away')
        : withRoles(doesHomeWin ? placed(2, 1) : placed(1, 2), undefined, 'home');
    });
    const { baseRates } = baselinesOf(log);
    expect(baseRates.logLoss).toBeCloseTo(lossAt(0.7), 1);
    expect(baseRates.logLoss).toBeLessThan(Math.LN2 - 0.06);
  });

  it('of a role, if the winner is named first', () => {
    const log = many(4000, (random) =>
      random.chance(0.7) ? withRoles(placed(1, 2), 'white', 'black') : withRoles(placed(1, 2), 'black', 'white'),
    );
    const { baseRates } = baselinesOf(log);
    expect(baseRates.logLoss).toBeGreaterThan(lossAt(0.7) - 0.03);
    expect(baseRates.logLoss).toBeLessThan(Math.LN2 - 0.06);
  });

  it('and use the place if all sides have the same role', () => {
    const log = many(2000, (random) => withRoles(random.chance(0.7) ? placed(1, 2) : placed(2, 1), 'team', 'team'));
    expect(baselinesOf(log).baseRates.logLoss).toBeLessThan(Math.LN2 - 0.06);
  });
});
