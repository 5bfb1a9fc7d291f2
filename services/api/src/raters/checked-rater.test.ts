import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings, type Match, type Rated, type Rater, rateMatch } from '@openladder/rating';
import { describe, expect, it } from 'vitest';
import { checked } from './checked-rater.js';
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

it.each([zoneStats, timedGlicko] as Rater[])('$key, which keeps the rules, rates as it did', (rater) => {
  const own = defaultSettings(rater.settings);
  expect(rateMatch(checked(guarded(rater)), own, match, new Map())).toEqual(rateMatch(rater, own, match, new Map()));
});

/** zoneStats with another answer. */
function answering(change: (rated: Map<number, Rated<unknown>>) => unknown, more: Partial<Rater> = {}): Rater {
  const rater = zoneStats as Rater;
  return { ...rater, ...more, rate: (...args) => change(new Map(rater.rate(...args)) as never) as never };
}

const withDelta = (rated: Map<number, Rated<unknown>>, delta: number | null) => {
  const { state, contributions } = rated.get(1)!;
  return rated.set(1, { state, contributions: contributions.map((each) => ({ ...each, delta })) });
};

let times = 0;

describe('a rater that breaks a rule is refused with the rule', () => {
  it.each([
    ['returns no Map', answering(() => []), /rate must return a Map, but returned \[\]/],
    [
      'leaves a player out',
      answering((rated) => new Map([...rated].filter(([player]) => player !== 2))),
      /it left out player 2/,
    ],
    [
      'rates a stranger',
      answering((rated) => rated.set(3, rated.get(1)!)),
      /it rated player 3, who is no rated player/,
    ],
    [
      'answers otherwise the second time',
      answering((rated) => withDelta(rated, times++)),
      /rate must give the same answer each time, but its second answer differs/,
    ],
    [
      'explains more than the change',
      answering((rated) => withDelta(rated, 1e6), { adjustments: undefined }),
      /of player 1 must add up to the change of their value, [\d.]+, but add up to 1000000/,
    ],
    ['leaves a delta out', answering((rated) => withDelta(rated, null)), /must add up to the change of their value/],
    [
      'gives a delta to players without a value',
      answering((rated) => rated, {
        rating: () => ({ value: null, deviation: null, score: null, isProvisional: true }),
      }),
      /contributions of player 1 must have no delta, because a value is null/,
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
  ])('%s', (_, rater, rule) => {
    expect(() => rateWith(rater)).toThrow(rule);
  });
});

/** Player 2 stays where they were. */
function withSum(rated: Map<number, Rated<unknown>>): Map<number, Rated<unknown>> {
  return rated.set(2, { state: zoneStats.initial(settings as never), contributions: [] });
}
