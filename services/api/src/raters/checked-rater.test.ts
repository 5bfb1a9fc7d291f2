import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings, type Match, type Rated, type Rater, rateMatch } from '@openladder/rating';
import { describe, expect, it } from 'vitest';
import { checked, checkKept } from './checked-rater.js';
import { guarded } from './guarded-rater.js';

const match: Match = {
  playedAt: Date.UTC(2024, 0, 1),
  sides: [
    { placement: 1, participants: [{ player: 1 }] },
    { placement: 2, participants: [{ player: 2 }] },
  ],
};
const settings = defaultSettings(zoneStats.settings);
const rateWith = (rater: Rater) => rateMatch(checked(guarded(rater)), settings, match, new Map());

it.each([zoneStats, timedGlicko] as Rater[])('$key, which obeys the rules, rates unchanged', (rater) => {
  const own = defaultSettings(rater.settings);
  expect(rateMatch(checked(guarded(rater)), own, match, new Map())).toEqual(rateMatch(rater, own, match, new Map()));
});

/** zoneStats with a different answer. */
function answering(change: (rated: Map<number, Rated<unknown>>) => unknown, more: Partial<Rater> = {}): Rater {
  const rater = zoneStats as Rater;
  return { ...rater, ...more, rate: (...args) => change(new Map(rater.rate(...args)) as never) as never };
}

const withDelta = (rated: Map<number, Rated<unknown>>, delta: number | null) => {
  const { state, contributions } = rated.get(1)!;
  return rated.set(1, { state, contributions: contributions.map((each) => ({ ...each, delta })) });
};

let times = 0;

it.each([
  ['returns no Map', answering(() => []), /rate must return a Map, but returned \[\]/],
  [
    'leaves a player out',
    answering((rated) => new Map([...rated].filter(([player]) => player !== 2))),
    /it left out participant 1 of side 2/,
  ],
  [
    'rates a stranger',
    answering((rated) => rated.set(3, rated.get(1)!)),
    /it rated somebody who is no rated player of the match/,
  ],
  [
    'answers otherwise the second time',
    answering((rated) => withDelta(rated, times++)),
    /rate must give the same answer each time, but its second answer differs/,
  ],
  [
    'explains more than the change',
    answering((rated) => withDelta(rated, 1e6), { adjustments: undefined }),
    /of participant 1 of side 1 must add up to the change of their value, [\d.]+, but add up to 1000000/,
  ],
  ['leaves a delta out', answering((rated) => withDelta(rated, null)), /must add up to the change of their value/],
  [
    'gives a delta to players without a value',
    answering((rated) => rated, {
      rating: () => ({ value: null, deviation: null, score: null, isProvisional: true }),
    }),
    /contributions of participant 1 of side 1 must have no delta, because a value is null/,
  ],
  [
    'gains from nobody, and says that nobody does',
    answering((rated) => withSum(rated), { isZeroSum: true }),
    /the changes of a match must add up to 0, but add up to/,
  ],
  [
    'keeps fewer numbers than it says',
    answering((rated) => rated, {
      restore: { needs: 'last', memory: { width: () => 2, of: () => [1] }, from: () => ({}) },
    }),
    /restore\.memory must be 2 finite numbers, but is \[1\]/,
  ],
  [
    'gains from somebody else',
    answering((rated) => withContribution(rated, { opponent: 3 })),
    /contributions of participant 1 of side 1 must each be of an opponent/,
  ],
  [
    'gains from themselves',
    answering((rated) => withContribution(rated, { opponent: 1 })),
    /must each be of an opponent/,
  ],
  [
    'expects more than everything',
    answering((rated) => withContribution(rated, { expected: 7 })),
    /expected of participant 1 of side 1 must be 0 to 1, but is 7/,
  ],
  [
    'counts a pair less than not at all',
    answering((rated) => withContribution(rated, { weight: -1 })),
    /weight of participant 1 of side 1 must be a number of 0 or more, but is -1/,
  ],
  [
    'restores another state',
    answering((rated) => rated, { restore: { needs: 'last', from: () => ({ forgot: true }) } }),
    /restore must give back the state after the match, \{.*\}, but gives \{ forgot: true \}/,
  ],
])('a rater that breaks a rule is refused with the rule: %s', (_, rater, rule) => {
  expect(() => rateWith(rater)).toThrow(rule);
});

const circle: { self?: unknown } = {};
circle.self = circle;

describe('a state that is stored as JSON is read back unchanged', () => {
  it.each([
    ['a map', new Map([[1, 2]])],
    ['something undefined', undefined],
    ['what is no number', Number.NaN],
    ['a zero with a sign', -0],
    ['a character that PostgreSQL does not keep', 'a\0'],
    ['half a character', '\ud800'],
    ['half a character behind a backslash', '\\\ud800'],
    ['a large integer', 10n],
    ['itself', circle],
  ])('%s is refused', (_, part) => {
    expect(() => checkKept({ part })).toThrow(/a state must survive JSON/);
  });

  it.each([1e300, 5e-324, '🦊', '\\u0000', null, [1, { a: 2 }]])('%j is accepted', (part) => {
    expect(() => checkKept({ part })).not.toThrow();
  });

  it('only if the journal does not restore it', () => {
    const odd = (restore: Rater['restore']) =>
      answering(
        (rated) => new Map([...rated].map(([player, each]) => [player, { ...each, state: withOdd(each.state) }])),
        {
          restore,
        },
      );
    expect(() => rateWith(odd(undefined))).toThrow(/a state must survive JSON unchanged, but is \{.*odd: undefined/);
    expect(() => rateWith(odd({ needs: 'all', from: () => ({}) }))).not.toThrow();
  });
});

const withOdd = (state: unknown) => ({ ...(state as object), odd: undefined });

function withContribution(rated: Map<number, Rated<unknown>>, part: object): Map<number, Rated<unknown>> {
  const { state, contributions } = rated.get(1)!;
  return rated.set(1, { state, contributions: contributions.map((each) => ({ ...each, ...part })) });
}

/** Player 2 does not move. */
function withSum(rated: Map<number, Rated<unknown>>): Map<number, Rated<unknown>> {
  return rated.set(2, { state: zoneStats.initial(settings as never), contributions: [] });
}
