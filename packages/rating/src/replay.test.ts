import { describe, expect, it } from 'vitest';
import { aging, elo } from '../test/elo.js';
import type { Match } from './match.js';
import { RaterFault, rateMatch, replay, stateAt } from './replay.js';

const settings = { k: 32, initialRating: 1000 };

function beats(winner: string, loser: string, playedAt = 0): Match {
  return {
    playedAt,
    sides: [
      { placement: 1, participants: [{ player: winner }] },
      { placement: 2, participants: [{ player: loser }] },
    ],
  };
}

describe('rateMatch', () => {
  it("starts newcomers at the initial state, and returns everybody's change", () => {
    const states = new Map();
    const [ann, bob] = rateMatch(elo, settings, beats('ann', 'bob'), states);
    expect(ann).toEqual({
      player: 'ann',
      stateBefore: { points: 1000 },
      stateAfter: { points: 1016 },
      before: { value: 1000, deviation: null, score: 1000, isProvisional: false },
      after: { value: 1016, deviation: null, score: 1016, isProvisional: false },
      contributions: [{ opponent: 'bob', opponentValue: 1000, expected: 0.5, actual: 1, weight: 32, delta: 16 }],
    });
    expect(bob!.after.value).toBe(984);
    expect(states).toEqual(
      new Map([
        ['ann', { points: 1016 }],
        ['bob', { points: 984 }],
      ]),
    );
  });

  it('does not change the states of bystanders', () => {
    const cid = { points: 1234 };
    const states = new Map([['cid', cid]]);
    rateMatch(elo, settings, beats('ann', 'bob'), states);
    expect(states.get('cid')).toBe(cid);
  });

  it('changes nobody if nobody can be rated against anybody', () => {
    const states = new Map();
    const sides = [{ placement: 1, participants: [{ player: 'ann' }] }];
    const match = {
      playedAt: 0,
      sides: [...sides, { placement: 2, participants: [{ player: 'gus', isGuest: true }] }],
    };
    expect(rateMatch(elo, settings, match, states)).toEqual([]);
    expect(states.size).toBe(0);
  });

  it.each<[string, Partial<typeof elo>, string]>([
    ['throws', { rate: failing }, 'elo 1.0.0 could not rate the match: out of luck'],
    ['throws when asked for a rating', { rating: failing }, 'elo 1.0.0 could not rate the match: out of luck'],
    ['throws when asked for a new player', { initial: failing }, 'elo 1.0.0 could not rate the match: out of luck'],
    ['leaves a participant out', { rate: () => new Map() }, 'it left out player ann'],
    [
      'has a rating that is no number',
      { rating: () => ({ value: Number.NaN, deviation: null, score: 1, isProvisional: false }) },
      'a rating is not finite: value NaN, deviation null, score 1',
    ],
    [
      'has a rating that is text',
      { rating: () => ({ value: '1500' as never, deviation: null, score: 1, isProvisional: false }) },
      'a rating is not finite: value "1500", deviation null, score 1',
    ],
    [
      'is more than certain of a rating',
      { rating: () => ({ value: 1500, deviation: -5, score: 1500, isProvisional: false }) },
      'the deviation of a rating must be 0 or more, but is -5',
    ],
    [
      'does not say whether a rating is provisional',
      { rating: () => ({ value: 1500, deviation: null, score: 1500 }) as never },
      'isProvisional of a rating must be true or false, but is undefined',
    ],
    [
      'has a contribution that is no number',
      {
        rate: (match, states) =>
          new Map(
            [...elo.rate(match, states, settings)].map(([player, { state, contributions }]) => [
              player,
              { state, contributions: contributions.map((one) => ({ ...one, delta: Number.POSITIVE_INFINITY })) },
            ]),
          ),
      },
      'the contribution of player bob is not finite: opponentValue 1000, expected 0.5, actual 1, weight 32, delta Infinity',
    ],
  ])('blames a rater that %s, and leaves the states unchanged', (_, fault, message) => {
    const states = new Map([['ann', { points: 1000 }]]);
    const attempt = () => rateMatch({ ...elo, ...fault }, settings, beats('ann', 'bob'), states);
    expect(attempt).toThrow(RaterFault);
    expect(attempt).toThrow(message);
    expect([...states]).toEqual([['ann', { points: 1000 }]]);
  });

  function failing(): never {
    throw new Error('out of luck');
  }
});

describe('replay', () => {
  const log = [beats('ann', 'bob', 1), beats('bob', 'cid', 2), beats('cid', 'ann', 3)];

  it('rates the log in its order, one step per match', () => {
    const steps = [...replay(elo, settings, log)];
    expect(steps.map(({ match }) => match.playedAt)).toEqual([1, 2, 3]);
    expect(steps[1]!.changes[0]!.stateBefore).toEqual(steps[0]!.changes[1]!.stateAfter);
  });

  it('continues where another replay stopped', () => {
    const whole = new Map();
    for (const _ of replay(elo, settings, log, whole));
    const parts = new Map();
    for (const _ of replay(elo, settings, log.slice(0, 2), parts));
    for (const _ of replay(elo, settings, log.slice(2), parts));
    expect(parts).toEqual(whole);
  });
});

it('stateAt lets time pass if the rater uses time, and otherwise changes nothing', () => {
  const state = { points: 2000 };
  expect(stateAt(elo, settings, state, 1e12)).toBe(state);
  expect(stateAt(aging, settings, { points: 2000, at: 0 }, 1e12).points).toBeLessThan(2000);
});
