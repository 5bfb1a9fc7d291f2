import { changeLine, defaultSettings, displayRating, type Match, rateMatch, type Side } from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { seededRandom } from '@openladder/rating/random';
import { rate } from 'openskill';
import { bradleyTerryFull, plackettLuce, thurstoneMostellerFull } from 'openskill/models';
import { describe, expect, test } from 'vitest';
import { type Model, type OpenSkillSettings, type OpenSkillState, rater } from './index.js';
import { normalChance, ofDraw, ofWin } from './normal.js';

const defaults = defaultSettings<OpenSkillSettings>(rater.settings);
const MODELS = rater.settings.properties.model!.enum as readonly Model[];

testRater(rater, {
  test,
  settings: [
    ...MODELS.slice(1).map((model) => ({ model })),
    { mu: 1500, sigma: 500, beta: 250, tau: 5, limitSigma: true, z: 0 },
  ],
});

/** A match of teams of named players, the first in front; teams with one placement are tied. */
function contest(teams: readonly (readonly string[])[], placements = teams.map((_, index) => index + 1)): Match {
  const sides = teams.map(
    (team, index): Side => ({
      placement: placements[index]!,
      participants: team.map((player) => ({ player })),
    }),
  );
  return { playedAt: 0, sides };
}

test('shows a rating that rounds to zero without a sign', () => {
  const settings = { ...defaults, mu: 0, z: 0 };
  const almostZero = { value: -0.004, deviation: 1 };
  const line = { before: almostZero, after: almostZero, delta: 0, contributions: [] };
  expect(displayRating(rater, { mu: -0.004, sigma: 1 }, settings)).toBe('0.00');
  expect(rater.explain!(line, settings, 'en')).toMatch(/On the board: 0\.00\.$/);
});

function rated(match: Match, states: Map<string | number, OpenSkillState>, settings: Partial<OpenSkillSettings> = {}) {
  rateMatch(rater, { ...defaults, ...settings }, match, states);
  return states;
}

test('a first duel agrees with the documentation of openskill', () => {
  const states = rated(contest([['ann'], ['ben']]), new Map(), { tau: 0 });
  expect(states.get('ann')!.mu).toBeCloseTo(27.63523138, 7);
  expect(states.get('ben')!.mu).toBeCloseTo(22.36476861, 7);
  expect(states.get('ann')!.sigma).toBeCloseTo(8.0655063, 6);
  expect(displayRating(rater, states.get('ann')!, defaults)).toBe('3.44');
});

describe('the formulas of the paper', () => {
  const { beta } = defaults;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  interface Team {
    readonly players: readonly OpenSkillState[];
    readonly mu: number;
    readonly variance: number;
    readonly rank: number;
  }

  /** Omega and Delta of a team by Algorithm 1, Bradley-Terry with full pairs, gamma = sigma_i / c; by as many games as the pairs of a ranking are worth. */
  function bradleyTerry(own: Team, teams: readonly Team[]): [number, number] {
    let [omega, delta, gain] = [0, 0, 0];
    for (const other of teams) {
      if (other === own) continue;
      const c = Math.sqrt(own.variance + other.variance + 2 * beta ** 2);
      const p = Math.exp(own.mu / c) / (Math.exp(own.mu / c) + Math.exp(other.mu / c));
      const s = other.rank > own.rank ? 1 : other.rank === own.rank ? 0.5 : 0;
      omega += (own.variance / c) * (s - p);
      delta += (Math.sqrt(own.variance) / c) * (own.variance / c ** 2) * p * (1 - p);
      gain += (own.variance / c ** 2) * p * (1 - p);
    }
    const n = teams.length;
    const games = (3 * (n - 1)) / (n + 1);
    const share = games / (n - 1) / (1 + (games - 1) * (gain / (n - 1)));
    return [share * omega, share * delta];
  }

  /** The same by Algorithm 4, Plackett-Luce. */
  function plackettLuce(own: Team, teams: readonly Team[]): [number, number] {
    const c = Math.sqrt(sum(teams.map(({ variance }) => variance + beta ** 2)));
    let [omega, delta] = [0, 0];
    for (const q of teams) {
      if (q.rank > own.rank) continue;
      const left = teams.filter(({ rank }) => rank >= q.rank);
      const ties = teams.filter(({ rank }) => rank === q.rank).length;
      const p = Math.exp(own.mu / c) / sum(left.map(({ mu }) => Math.exp(mu / c)));
      omega += ((q === own ? 1 : 0) - p) / ties;
      delta += (p * (1 - p)) / ties;
    }
    const gamma = Math.sqrt(own.variance) / c;
    return [(own.variance / c) * omega, gamma * (own.variance / c ** 2) * delta];
  }

  test.each([
    ['bradleyTerry', bradleyTerry],
    ['plackettLuce', plackettLuce],
  ] as const)('%s: teams and free-for-alls, with ties', (model, formula) => {
    const random = seededRandom(17);
    for (let round = 0; round < 60; round++) {
      const names = random.shuffle(Array.from({ length: 9 }, (_, index) => `p${index}`));
      const teams = Array.from({ length: random.integer(2, 4) }, () => names.splice(0, random.integer(1, 2)));
      const placements = teams.map(() => random.integer(1, 3));
      const states = new Map<string | number, OpenSkillState>(
        teams.flat().map((name) => [name, { mu: 15 + 20 * random.next(), sigma: 1 + 8 * random.next() }]),
      );
      const before = new Map(states);
      rated(contest(teams, placements), states, { model, tau: 0 });

      const known = teams.map((team, index): Team => {
        const players = team.map((name) => before.get(name)!);
        return {
          players,
          mu: sum(players.map(({ mu }) => mu)),
          variance: sum(players.map(({ sigma }) => sigma ** 2)),
          rank: placements[index]!,
        };
      });
      for (const [index, team] of known.entries()) {
        const [omega, delta] = formula(team, known);
        for (const [place, { mu, sigma }] of team.players.entries()) {
          const share = sigma ** 2 / team.variance;
          const after = states.get(teams[index]![place]!)!;
          expect(after.mu).toBeCloseTo(mu + share * omega, 9);
          expect(after.sigma).toBeCloseTo(sigma * Math.sqrt(Math.max(1 - share * delta, 1e-4)), 9);
        }
      }
    }
  });
});

test.each(MODELS)('a duel has the numbers of the package openskill, with teams and draws: %s', (model) => {
  const random = seededRandom(23);
  const rank = { plackettLuce, bradleyTerry: bradleyTerryFull, thurstoneMosteller: thurstoneMostellerFull }[model];
  for (let round = 0; round < 100; round++) {
    const teams = [['a', 'b'].slice(random.integer(0, 1)), ['c', 'd'].slice(random.integer(0, 1))];
    const placements = [1, random.integer(1, 2)];
    const states = new Map<string | number, OpenSkillState>(
      teams.flat().map((name) => [name, { mu: 15 + 20 * random.next(), sigma: 1 + 8 * random.next() }]),
    );
    const expected = rate(
      teams.map((team) => team.map((name) => states.get(name)!)),
      { model: rank, rank: placements, tau: defaults.tau },
    );
    rated(contest(teams, placements), states, { model });
    for (const [index, team] of teams.entries()) {
      for (const [place, name] of team.entries()) {
        expect(states.get(name)!.mu).toBeCloseTo(expected[index]![place]!.mu, 11);
        expect(states.get(name)!.sigma).toBeCloseTo(expected[index]![place]!.sigma, 11);
      }
    }
  }
});

test('the tails of the normal law are exact', () => {
  // pdf(x) / cdf(x) and v (v + x), with cdf(x) = erfc(-x / sqrt 2) / 2 by Python.
  expect(ofWin(-3.9, 0)[0]).toBeCloseTo(4.130365320908112, 10);
  expect(ofWin(-8, 0)[0]).toBeCloseTo(8.121368112236068, 12);
  expect(ofWin(-8, 0)[1]).toBeCloseTo(0.9856751165562901, 11);
  expect(ofWin(-40, 0)[0]).toBeCloseTo(40.02497, 4);
  expect(ofWin(-40, 0)[1]).toBeCloseTo(0.99938, 4);
  expect(normalChance(-8) / 6.22096057427178e-16).toBeCloseTo(1, 12);
  expect(ofDraw(9, 0.01)).toEqual([-8.99, 1]);
});

test('nearly everybody has a rank after 20 races of 5 to 12 with the preset for them, and nobody with the defaults', () => {
  const { settings: chosen } = rater.presets!.find(({ name }) => name === 'Races')!;
  const random = seededRandom(5);
  const strengths = Array.from({ length: 40 }, () => 3 * random.next());
  const states = new Map<string | number, OpenSkillState>();
  const raced = strengths.map(() => 0);
  const after20: OpenSkillState[] = [];
  for (let race = 0; race < 200; race++) {
    const field = random.shuffle([...strengths.keys()]).slice(0, random.integer(5, 12));
    const luck = new Map(field.map((player) => [player, strengths[player]! - Math.log(-Math.log(random.next()))]));
    const order = field.toSorted((one, other) => luck.get(other)! - luck.get(one)!);
    rated(contest(order.map((player) => [String(player)])), states, chosen);
    for (const player of field) if (++raced[player]! === 20) after20.push(states.get(String(player))!);
  }
  const ranked = (settings: OpenSkillSettings) =>
    after20.filter((state) => !rater.rating(state, settings).isProvisional).length / after20.length;
  expect(after20.length).toBeGreaterThan(35);
  expect(ranked({ ...defaults, ...chosen })).toBeGreaterThan(0.9);
  expect(ranked(defaults)).toBe(0);
});

describe('with players counted by their lead over a newcomer', () => {
  const fair = { sizeCounts: false };

  test('newcomers are even, however many they are, and a larger team of them gains as much as a smaller one loses', () => {
    const newcomers = (count: number) => Array.from({ length: count }, () => rater.initial(defaults));
    const sides = [newcomers(5), newcomers(2)];
    expect(rater.predict(sides, { ...defaults, ...fair })[0]).toBeCloseTo(0.5, 12);
    expect(rater.predict(sides, defaults)[0]).toBeGreaterThan(0.9);
    const states = rated(contest([['ann', 'ben', 'cid'], ['dee']]), new Map(), { ...fair, tau: 0 });
    const gained = ['ann', 'ben', 'cid'].reduce((sum, player) => sum + states.get(player)!.mu - 25, 0);
    expect(gained / 3).toBeCloseTo(25 - states.get('dee')!.mu, 9);
  });

  test('teams of equal size have the same bits', () => {
    const teams = [
      ['ann', 'ben'],
      ['cid', 'dee'],
      ['eve', 'fay'],
    ];
    const known = () =>
      new Map(teams.flat().map((player, index) => [player, { mu: 20.3 + index, sigma: 3.1 }] as const));
    expect(rated(contest(teams), known(), fair)).toEqual(rated(contest(teams), known()));
  });
});

describe('a chance', () => {
  const strong = { mu: 30, sigma: 2 };
  const weak = { mu: 20, sigma: 2 };
  const c = Math.sqrt(2 * defaults.beta ** 2 + 8);

  test('is computed from the sums of the players', () => {
    const [even] = rater.predict(
      [
        [strong, weak],
        [weak, strong],
      ],
      defaults,
    );
    expect(even).toBeCloseTo(0.5, 12);
  });

  test.each([
    ['plackettLuce', 1 / (1 + Math.exp(-10 / c))],
    ['bradleyTerry', 1 / (1 + Math.exp(-10 / c))],
    // Phi(10 / c), as in the library.
    ['thurstoneMosteller', 0.93698],
  ] as const)('is that of the model that rates: %s', (model, expected) => {
    const [favourite, underdog] = rater.predict([[strong], [weak]], { ...defaults, model });
    expect(favourite).toBeCloseTo(expected, 4);
    expect(favourite! + underdog!).toBeCloseTo(1, 12);
  });

  test('to be first of several is that of Plackett-Luce, by deviations between those of the players and of newcomers', () => {
    for (const sigma of [2, 8]) {
      const sides = [30, 25, 20, 20].map((mu) => [{ mu, sigma }]);
      const all = Math.sqrt(4 * ((sigma * defaults.sigma) / 2 + defaults.beta ** 2));
      const shares = [30, 25, 20, 20].map((mu) => Math.exp(mu / all));
      const sum = shares.reduce((total, share) => total + share, 0);
      for (const [index, chance] of rater.predict(sides, defaults).entries()) {
        expect(chance).toBeCloseTo(shares[index]! / sum, 12);
      }
    }
  });
});

test('explains a match of two teams by its result, not as a race', () => {
  const teams = [
    ['ann', 'ben'],
    ['cid', 'dee'],
  ];
  const [winner, , loser] = rateMatch(rater, defaults, contest(teams), new Map()).map(changeLine);
  expect(rater.explain!(winner!, defaults, 'en')).toMatch(/^Beat both opponents: \+[\d.]+, to .* as a whole counts/);
  expect(rater.explain!(loser!, defaults, 'de')).toMatch(/^Niederlage gegen beide Gegner: \u2212[\d,]+ auf /);
  expect(rater.explain!(loser!, defaults, 'fr-CA')).toMatch(
    /^Défaite contre les 2 adversaires\u00a0: \u2212[\d,]+, à /,
  );
});

test('explains a change with the decimals of its scale', () => {
  const [winner, loser] = rateMatch(rater, defaults, contest([['ann'], ['ben']]), new Map()).map(changeLine);
  expect(rater.explain!(winner!, defaults, 'en')).toBe(
    'Beat an opponent rated 25.00 (expected score 0.50): +2.64, to 27.64 ± 8.07. On the board: 3.44, after 0.00.',
  );
  expect(rater.explain!(loser!, defaults, 'de')).toBe(
    'Niederlage gegen einen Gegner mit Wertung 25,00 (erwartete Punktzahl 0,50): \u22122,64 auf 22,36 ± 8,07. Auf der Rangliste: \u22121,83, zuvor 0,00.',
  );
});
