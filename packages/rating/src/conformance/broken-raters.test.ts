import { describe, expect, it } from 'vitest';
import {
  broken,
  each,
  fromContributions,
  type Points,
  plus,
  plusAccounted,
  spoilt,
  spoiltContributions,
  sumOfJournal,
  withSetting,
} from '../../test/broken.js';
import { elo } from '../../test/elo.js';
import { conformanceLaws, LawBroken } from '../conformance.js';
import { type Match, type PlayerId, withoutGuests } from '../match.js';
import { defaultSettings, type Rater } from '../rater.js';

const NEVER_LOWER = 'a better outcome never rates lower';
const NEVER_LOWER_IN_DUEL = 'a better outcome never rates lower in a duel';
const ADD_UP = 'contributions and adjustments add up to the change';
const NO_ORDER = 'the order of sides and participants is irrelevant';
const NO_IDS = 'who the players are is irrelevant';
const EVERYONE = 'every rated participant gets a result, and nobody else';
const WEIGHTS = 'the weight of a match counts as the rater says';
const AT_BOUNDS = 'all settings that the schema admits can rate';
const LONG_RUN = 'ratings stay within bounds in a long log, and chances are no worse than even ones';
const SHOWN = 'a rating is shown in a few words';
const SETTINGS = 'settings have descriptions and defaults that fit';

/** Elo with K times the weight. */
const weighed: Rater['rate'] = (match, states, settings) =>
  elo.rate(match, states, { ...settings, k: settings.k * (match.weight ?? 1) });

it.each<[offence: string, rater: Rater, laws: string[]]>([
  ['its key has capitals', broken({ key: 'Elo 2' }), ['the rater introduces itself']],
  ['its version is no semantic version', broken({ version: 'v2' }), ['the rater introduces itself']],
  ['it names no source', broken({ source: ' ' }), ['the rater introduces itself']],
  ['it breaks a law without a reason', broken({ breaks: { [NEVER_LOWER]: '' } }), ['the rater introduces itself']],
  ['a setting has no description', withSetting({ type: 'number', default: 24, description: '' }), [SETTINGS]],
  [
    'a default is out of its range',
    withSetting({ type: 'number', default: 24, maximum: 20, description: 'Points at stake.' }),
    [SETTINGS],
  ],
  [
    'the defaults break a rule between settings',
    broken({ checkSettings: () => [{ setting: 'k', rule: 'must be less than initialRating' }] }),
    [SETTINGS],
  ],
  [
    'its formats allow a match of one side',
    broken({ formats: () => ({ ...elo.formats({ k: 24, initialRating: 0 }), minSides: 1 }) }),
    ['formats are possible'],
  ],
  [
    'it ranks players before the matches that it says a rank needs',
    broken({ matchesForRank: () => 3 }),
    ['players with fewer matches than a rank needs are provisional'],
  ],
  [
    'it needs half a match for a rank',
    broken({ matchesForRank: () => 0.5 }),
    ['players with fewer matches than a rank needs are provisional'],
  ],
  [
    'it leaves the last participant out',
    spoilt((results) => new Map([...results].slice(0, -1))),
    [EVERYONE, 'replay equals rating one by one', NO_IDS, NO_ORDER],
  ],
  [
    'it rates somebody who did not play',
    spoilt((results) => new Map([...results, ['stranger', { state: { points: 1500 }, contributions: [] }]])),
    [EVERYONE],
  ],
  [
    'it favours the side that is named first',
    spoilt((results, match) => {
      const home = new Set(match.sides[0]!.participants.map(({ player }) => player));
      return each(results, (rated, player) => plusAccounted(rated, home.has(player) ? 3 : 0));
    }),
    [NO_ORDER, 'guests change nothing'],
  ],
  [
    'it gives a point to the player whose id comes first',
    spoilt((results) => {
      const first = Math.min(...[...results.keys()].map(Number));
      return each(results, (rated, player) => plusAccounted(rated, player === first ? 1 : 0));
    }),
    [NO_IDS],
  ],
  [
    'it gives a point for every participant, guests too',
    spoilt((results, { sides }) => {
      const players = sides.flatMap(({ participants }) => participants).length;
      return each(results, (rated) => plusAccounted(rated, players));
    }),
    ['guests change nothing'],
  ],
  [
    'it rates guests',
    spoilt((results, { sides }) => {
      const guests = sides.flatMap(({ participants }) => participants.filter(({ isGuest }) => isGuest));
      return new Map([...results, ...guests.map(({ player }) => [player, [...results.values()][0]!] as const)]);
    }),
    ['guests change nothing'],
  ],
  [
    'it rewards defeat',
    spoilt((results, _, states) =>
      each(results, (rated, player) =>
        fromContributions(
          states.get(player)!,
          rated.contributions.map((one) => ({ ...one, delta: -one.delta! })),
        ),
      ),
    ),
    [NEVER_LOWER, NEVER_LOWER_IN_DUEL],
  ],
  [
    'it rewards defeat where more than two sides play',
    spoilt((results, match, states) =>
      each(results, (rated, player) =>
        fromContributions(
          states.get(player)!,
          rated.contributions.map((one) => ({
            ...one,
            delta: one.delta! * (withoutGuests(match).sides.length > 2 ? -1 : 1),
          })),
        ),
      ),
    ),
    [NEVER_LOWER],
  ],
  [
    'it pays a point for taking part that no contribution tells of',
    spoilt((results) => each(results, (rated) => plus(rated, 1))),
    [ADD_UP],
  ],
  [
    "a contribution misstates the opponent's rating",
    spoiltContributions((one) => ({ ...one, opponentValue: one.opponentValue! + 1 })),
    [ADD_UP],
  ],
  [
    'an expected score is given in percent',
    spoiltContributions((one) => ({ ...one, expected: one.expected * 100 })),
    [ADD_UP],
  ],
  [
    'a contribution comes from nobody in the match',
    spoiltContributions((one) => ({ ...one, opponent: 'stranger' })),
    [ADD_UP],
  ],
  [
    'a rated player has a contribution without points',
    spoiltContributions((one) => ({ ...one, delta: null })),
    [ADD_UP],
  ],
  [
    'it creates points and claims to be zero-sum',
    spoilt((results) => each(results, (rated) => plusAccounted(rated, 1)), { isZeroSum: true }),
    ['the changes of a match add up to zero'],
  ],
  [
    'every question about idle time costs a point',
    broken({ idle: ({ points }: Points) => ({ points: points - 1 }) }),
    ['idle time in two parts equals the whole'],
  ],
  [
    'an expired wait costs a point',
    broken({ waited: ({ points }: Points) => ({ points: points - 1 }) }),
    ['an expired wait changes nothing that is shown'],
  ],
  [
    'its chances add up to more than 1',
    broken({ predict: (sides) => sides.map(() => 0.6) }),
    ['predictions are chances that add up to 1'],
  ],
  [
    'a chance is negative',
    broken({ predict: (sides) => sides.map((_, side) => [1.5, -0.5][side] ?? 0) }),
    ['predictions are chances that add up to 1', 'predictions do not depend on the order of the sides'],
  ],
  [
    'it always backs the side that is named first',
    broken({ predict: (sides) => sides.map((_, side) => (side === 0 ? 1 : 0)) }),
    ['predictions do not depend on the order of the sides'],
  ],
  [
    'its state holds a date',
    broken({
      initial: ({ initialRating }) => ({ points: initialRating, since: new Date(0) }),
      rate: (match, states, settings) =>
        each(elo.rate(match, states, settings), (rated) => ({
          ...rated,
          state: { ...rated.state, since: new Date(0) },
        })),
    }),
    ['a state survives JSON'],
  ],
  [
    'its journal holds whole points, its state fractions',
    broken({ restore: { needs: 'last', from: ([line]) => ({ points: Math.round(line!.after.value!) }) } }),
    ['the journal restores the state'],
  ],
  [
    'it needs the whole journal to restore a state, and asks for the last line',
    broken({
      restore: { needs: 'last', from: (lines, settings) => ({ points: sumOfJournal(lines, settings) }) },
    }),
    ['the journal restores the state'],
  ],
  [
    'it says that it only counts the lines of its journal, and reads them all',
    broken({
      restore: {
        needs: 'count',
        from: (lines, settings) => ({ points: sumOfJournal(lines, settings) }),
      },
    }),
    ['the journal restores the state'],
  ],
  [
    'its state tells for ever of a wait, and its journal does not',
    broken({
      waited: (state: Points, at) => ({ ...state, waitedAt: at }),
      rate: (match, states, settings) =>
        each(elo.rate(match, states, settings), (rated, player) => ({
          ...rated,
          state: { ...(states.get(player) as Points), ...(rated.state as Points) },
        })),
      restore: elo.restore,
    }),
    ['the journal restores the state'],
  ],
  [
    'a rating is not a number',
    broken({ rating: (state, settings) => ({ ...elo.rating(state, settings), deviation: Number.NaN }) }),
    ['everything is finite', 'replay equals rating one by one', NO_IDS, NO_ORDER, 'guests change nothing'],
  ],
  [
    'it does not say whether a rating is provisional',
    broken({ rating: (state, settings) => ({ ...elo.rating(state, settings), isProvisional: undefined as never }) }),
    ['everything is finite', 'replay equals rating one by one', NO_IDS],
  ],
  ['it shows a rating as a number', broken({ display: ({ points }) => points as never }), [SHOWN]],
  ['it shows a rating at length', broken({ display: () => '1500 '.repeat(50) }), [SHOWN]],
  ['it counts weights and does not say so', broken({ rate: weighed }), [WEIGHTS]],
  ['it says that it counts weights and does not', broken({ usesWeight: true }), [WEIGHTS]],
  [
    'a weight of 1 is not as none',
    broken({
      usesWeight: true,
      rate: (match, states, settings) =>
        elo.rate(match, states, match.weight === undefined ? settings : { ...settings, k: settings.k + 1 }),
    }),
    [WEIGHTS],
  ],
  [
    'it predicts no match of which it does not know the roles',
    broken({
      predict: (sides, settings, outlook) => (outlook?.roles ? elo.predict(sides, settings) : sides.map(() => 0)),
    }),
    ['predictions are chances that add up to 1'],
  ],
  [
    'a weight is infinite',
    spoiltContributions((one) => ({ ...one, weight: Number.POSITIVE_INFINITY })),
    ['everything is finite', 'replay equals rating one by one', NO_IDS],
  ],
])('a rater breaks exactly the violated law when %s', (_, rater, laws) => {
  expect(brokenLaws(rater).sort()).toEqual([...laws].sort());
});

describe('a rater that is no function of its input', () => {
  it('is found if it uses random numbers', () => {
    const rater = spoilt((results) => each(results, (rated) => plusAccounted(rated, Math.random())));
    expect(brokenLaws(rater)).toContain('the same input gives the same bits');
  });

  it('is found if it reads the clock', () => {
    const rater = broken({ predict: (sides) => sides.map(() => (Date.now() % 2 ** 30) / 2 ** 30) });
    expect(brokenLaws(rater)).toContain('the same input gives the same bits');
  });

  it('is found if it remembers the previous match outside the states', () => {
    let lastPlayedAt = 0;
    const rater = spoilt((results, { playedAt }) => {
      const isAfterPause = playedAt > lastPlayedAt;
      lastPlayedAt = playedAt;
      return isAfterPause ? each(results, (rated) => plusAccounted(rated, 1)) : results;
    });
    expect(brokenLaws(rater)).toContain('replay equals rating one by one');
  });

  it.each([
    ['a state', (_: Match, states: Map<PlayerId, { points: number }>) => [...states.values()].forEach(addPoint)],
    ['the map of states', (_: Match, states: Map<PlayerId, { points: number }>) => states.clear()],
    ['the match', ({ sides }: Match) => (sides as unknown[]).reverse()],
  ])('is found when it changes %s, one of its arguments', (_, spoil) => {
    const rater = broken({
      rate(match, states, settings) {
        const results = elo.rate(match, states, settings);
        spoil(match, states as Map<PlayerId, { points: number }>);
        return results;
      },
    });
    expect(brokenLaws(rater)).toContain('inputs are left untouched');
  });

  it('is found if it sorts the given sides', () => {
    const predict: Rater['predict'] = (sides, settings) => {
      const chances = elo.predict(sides, settings);
      (sides as unknown[]).reverse();
      return chances;
    };
    expect(brokenLaws(broken({ predict }))).toEqual(['inputs are left untouched']);
  });

  it('is found if it changes its settings', () => {
    const rater = broken({
      rating: (state, settings) => {
        settings.k += 1;
        return elo.rating(state, settings);
      },
    });
    expect(brokenLaws(rater)).toContain('inputs are left untouched');
  });

  function addPoint(state: { points: number }): void {
    state.points += 1;
  }
});

/** Without the laws of many matches, which nearly every offence breaks. */
function brokenLaws(rater: Rater): string[] {
  return conformanceLaws(rater, defaultSettings(rater.settings))
    .filter(({ law }) => law !== LONG_RUN && law !== AT_BOUNDS)
    .filter(({ check }) => isBroken(check))
    .map(({ law }) => law);
}

function isBroken(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof LawBroken) return true;
    throw error;
  }
}

describe('the laws of many matches find a rater', () => {
  const check = (rater: Rater, name = LONG_RUN) => {
    const settings = defaultSettings(rater.settings);
    conformanceLaws(rater, settings)
      .find(({ law }) => law === name)!
      .check();
  };

  it.each([1.1, 1.005])('whose ratings run away, by a factor of %d in each match', (factor) => {
    const runaway: Rater['rate'] = (match, states, settings) => {
      const grown = [...states].map(([player, { points }]) => [player, { points: factor * points }] as const);
      return elo.rate(match, new Map(grown), settings);
    };
    expect(() => check({ ...elo, rate: runaway })).toThrow(/none was further from the first rating/);
  });

  it('that fails with a setting that its schema admits', () => {
    const divided: Rater['rate'] = (match, states, settings) =>
      elo.rate(match, states, { ...settings, k: settings.k / settings.k ** 2 });
    expect(() => check({ ...elo, rate: divided }, AT_BOUNDS)).toThrow(/with k 5e-324: .* is not finite/);
  });

  it('that is overconfident in races, because it counts each opponent as a duel', () => {
    const paired: Rater['rate'] = (match, states, settings) =>
      elo.rate(match, states, { ...settings, k: settings.k * (match.sides.length - 1) });
    expect(() => check({ ...elo, rate: paired })).toThrow(
      /the log loss of the second half is 2\.\d+, and that of even chances 1\.\d+/,
    );
  });
});
