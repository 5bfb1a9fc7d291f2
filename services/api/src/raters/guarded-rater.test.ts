import glicko2 from '@openladder/rater-glicko2';
import timedGlicko from '@openladder/rater-timed-glicko';
import {
  type BatchForm,
  defaultSettings,
  hasBatch,
  type Match,
  MatchPacker,
  PackedLines,
  type PlayerId,
  packedStates,
  packMatch,
  type Rater,
  RaterFault,
  rateBatch,
  rateMatch,
  replay,
} from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { describe, expect, it } from 'vitest';
import { guarded } from './guarded-rater.js';

const settings = defaultSettings<never>(timedGlicko.settings);
const duel = (playedAt: number): Match => ({
  playedAt,
  sides: [
    { placement: 1, participants: [{ player: 1 }] },
    { placement: 2, participants: [{ player: 2 }] },
  ],
});

/** Timed Glicko with a part replaced. */
const withFault = (fault: Partial<Rater>): Rater => guarded({ ...(timedGlicko as Rater), ...fault });

it('a guarded rater rates as before, to the bit', () => {
  const log = Array.from({ length: 30 }, (_, day) => duel(day ** 2 * 86_400_000));
  expect([...replay(guarded(timedGlicko), settings, log)]).toEqual([...replay(timedGlicko, settings, log)]);
});

describe('its batch form', () => {
  testRater({ ...guarded(timedGlicko), breaks: {} }, { test: it });

  const packed = () => {
    const matches = new MatchPacker();
    for (let day = 0; day < 3; day++) packMatch(matches, duel(day * 86_400_000), (player) => Number(player) - 1);
    return matches;
  };
  const rated = (rater: Rater) => {
    if (!hasBatch(rater)) throw new Error('it has none');
    const [states, lines] = [packedStates(rater, settings, 2), new PackedLines()];
    rateBatch(rater, settings, packed(), states, lines);
    return [...lines.value.subarray(0, 6)];
  };
  const batch = timedGlicko.batch as BatchForm<unknown, unknown>;

  it('is passed on, and rates as before', () => {
    expect(rated(guarded(timedGlicko))).toEqual(rated(timedGlicko));
    expect(withFault({ batch: undefined }).batch).toBeUndefined();
  });

  it.each<[what: string, fault: Partial<Rater>, message: string]>([
    ['throws', { batch: { ...batch, rate: () => JSON.parse('{') } }, 'failed in batch.rate'],
    [
      'makes no numbers',
      { batch: { ...batch, rate: (_m, _s, _c, lines) => lines.value.fill(Number.NaN) } },
      'not finite',
    ],
    ['leaves states without a text', { display: () => 7 as never }, 'display must be a text without NUL'],
    ['leaves states with a long text', { display: () => 'x'.repeat(201) }, 'of at most 200 characters'],
    [
      'changes the settings',
      { batch: { ...batch, rate: (_m, _s, chosen) => Object.assign(chosen as object, { initialRating: 1 }) } },
      'read only',
    ],
  ])('that %s is a fault', (_, fault, message) => {
    expect(() => rated(withFault(fault))).toThrow(RaterFault);
    expect(() => rated(withFault(fault))).toThrow(message);
  });
});

describe('an error in it', () => {
  const failing = (what: string) => ({
    ...(timedGlicko as Rater),
    rate: () => {
      throw new Error(what);
    },
  });
  const logged: string[] = [];
  const failWith = (what: string) => () =>
    rateMatch(
      guarded(failing(what), undefined, (text) => logged.push(text)),
      settings,
      duel(0),
      new Map(),
    );

  it('is reported to its author with the place where it was thrown', () => {
    expect(failWith('lost')).toThrow('failed in rate: lost');
    expect(logged.at(-1)).toMatch(/^timed-glicko \S+ failed in rate: lost\n\s+at .*guarded-rater\.test\.ts:\d+/);
  });

  it('is cut if it is long, because every refused match repeats it', () => {
    const message = (() => {
      try {
        return failWith('lost '.repeat(10_000))();
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(message.length).toBeLessThan(1100);
  });
});

it("a line's memory is passed on", () => {
  expect(guarded(glicko2).restore!.memory!.width({ timing: 'periods' } as never)).toBe(6);
  expect(guarded(glicko2).restore!.readsContributions).toBe(false);
});

it('its facts and its declarations stay the same', () => {
  const functions = Object.entries(timedGlicko).filter(
    ([, part]) => typeof part !== 'function' && typeof part !== 'object',
  );
  expect(guarded(timedGlicko)).toMatchObject(Object.fromEntries(functions));
  expect(guarded(timedGlicko).formats(settings)).toEqual(timedGlicko.formats(settings));
  expect(guarded(timedGlicko).restore?.needs).toBe('last');
});

it('parts that a rater lacks are missing', () => {
  const bare = withFault({
    idle: undefined,
    waited: undefined,
    display: undefined,
    restore: undefined,
    checkSettings: undefined,
  });
  expect([bare.idle, bare.waited, bare.display, bare.restore, bare.checkSettings]).toEqual(Array(5).fill(undefined));
});

describe('changing its arguments is a fault, and changes nothing', () => {
  it.each<[what: string, change: (...args: Parameters<Rater['rate']>) => unknown]>([
    ['a state', (_, states) => Object.assign(states.get(1) as object, { rating: 9999 })],
    ['the match', ({ sides }) => (sides as unknown[]).reverse()],
    ['a side of it', ({ sides }) => Object.assign(sides[0]!, { placement: 2 })],
    ['the settings', (_match, _states, chosen) => Object.assign(chosen as object, { initialRating: 0 })],
  ])('of %s', (_, change) => {
    const rate: Rater['rate'] = (...args) => {
      change(...args);
      return (timedGlicko as Rater).rate(...args);
    };
    const states = new Map<PlayerId, unknown>([
      [1, timedGlicko.initial(settings)],
      [2, timedGlicko.initial(settings)],
    ]);
    const before = structuredClone(states);
    const match = duel(0);
    expect(() => rateMatch(withFault({ rate }), settings, match, states)).toThrow(RaterFault);
    expect(states).toEqual(before);
    expect(match).toEqual(duel(0));
  });

  it('but the map of states is its own', () => {
    const rate: Rater['rate'] = (match, states, chosen) => {
      const rated = timedGlicko.rate(match, states as never, chosen);
      (states as Map<PlayerId, unknown>).clear();
      return rated;
    };
    const [changed] = rateMatch(withFault({ rate }), settings, duel(0), new Map());
    expect(changed!.stateBefore).toEqual(timedGlicko.initial(settings));
  });
});

describe('any failure in it is a fault that names the rater and its part', () => {
  const fail = () => {
    throw new Error('out of luck');
  };

  it.each<[part: string, call: (rater: Rater) => unknown]>([
    ['formats', (rater) => rater.formats(settings)],
    ['initial', (rater) => rater.initial(settings)],
    ['rating', (rater) => rater.rating({}, settings)],
    ['predict', (rater) => rater.predict([], settings)],
    ['display', (rater) => rater.display!({}, settings)],
    ['checkSettings', (rater) => rater.checkSettings!(settings)],
    ['rate', (rater) => rateMatch(rater, settings, duel(0), new Map())],
  ])('%s', (part, call) => {
    const called = () => call(withFault({ [part]: fail }));
    expect(called).toThrow(RaterFault);
    expect(called).toThrow(new RegExp(`^timed-glicko ${timedGlicko.version} failed in ${part}: out of luck$`));
  });

  it.each(['idle', 'waited'] as const)('except %s, which then changes nothing', (part) => {
    const state = timedGlicko.initial(settings);
    expect(withFault({ [part]: fail })[part]!(state, 0, settings)).toBe(state);
  });

  it.each([{ deviation: -1 }, { isProvisional: undefined }, { value: Number.NaN }])(
    'except time after which its rating has %s, which then changes nothing: otherwise each match would be refused',
    (wrong) => {
      const later = { ...timedGlicko.initial(settings), isLater: true };
      const rating: Rater['rating'] = (state) => ({
        ...timedGlicko.rating(state as never, settings),
        ...(state === later && (wrong as object)),
      });
      const state = timedGlicko.initial(settings);
      expect(withFault({ idle: () => later, rating }).idle!(state, 0, settings)).toBe(state);
      expect(withFault({ idle: () => later }).idle!(state, 0, settings)).toBe(later);
    },
  );

  it.each([Number.NaN, 2.5, 0, 1e10, '7', undefined, fail])(
    'except a number of matches for a rank that is %s, or fails, which then is 1',
    (answer) => {
      const matchesForRank = typeof answer === 'function' ? answer : () => answer as never;
      expect(withFault({ matchesForRank }).matchesForRank!(settings)).toBe(1);
      expect(withFault({ matchesForRank: () => 7 }).matchesForRank!(settings)).toBe(7);
    },
  );

  it.each([
    ['that fails', fail],
    ['that is a number', () => 7 as never],
    ['with NUL', () => 'a\0b'],
  ])('a display %s, when the match is rated', (_, display) => {
    const states = new Map<PlayerId, unknown>();
    expect(() => rateMatch(withFault({ display }), settings, duel(0), states)).toThrow(RaterFault);
    expect(states.size).toBe(0);
  });
});

describe('a rater that does not end is stopped', () => {
  const endless = () => {
    for (;;);
  };

  it.each(['rate', 'rating', 'display', 'predict', 'initial', 'formats'] as const)('in %s', (part) => {
    const rater = guarded({ ...(timedGlicko as Rater), [part]: endless }, 100);
    expect(() => (rater[part] as (given: unknown) => void)([])).toThrow(RaterFault);
  });

  it('and is called again for the next match', () => {
    let asked = 0;
    const sound = timedGlicko as Rater;
    const rate: Rater['rate'] = (...args) => (asked++ === 0 ? endless() : sound.rate(...args));
    const rater = guarded({ ...sound, rate }, 1_000);
    const attempt = () => rateMatch(rater, settings, duel(0), new Map());
    expect(attempt).toThrow('it took longer than 1 s');
    expect(attempt()).toHaveLength(2);
  });

  it('with time itself, which then changes nothing', () => {
    const rater = guarded({ ...(timedGlicko as Rater), idle: endless }, 100);
    const state = rater.initial(settings);
    expect(rater.idle!(state, 1e12, settings)).toBe(state);
  });
});

const line = {
  before: { value: 1, deviation: null },
  after: { value: 2, deviation: null },
  delta: 1,
  contributions: [],
};

describe('an answer that cannot be shown is the fault of the rater', () => {
  const predicting = (chances: unknown) => withFault({ predict: () => chances as number[] });
  const sides = [[timedGlicko.initial(settings)], [timedGlicko.initial(settings)]];

  it.each([
    [[Number.NaN, Number.NaN], /failed in predict: the chances of 2 sides must .* but are \[ NaN, NaN \]/],
    [[2, -1], /add up to 1, but are \[ 2, -1 \]/],
    [[1, 1], /add up to 1/],
    [[1], /the chances of 2 sides/],
    [['0.5', '0.5'], /the chances of 2 sides/],
    [undefined, /but are undefined/],
  ])('chances %j', (chances, rule) => {
    expect(() => predicting(chances).predict(sides, settings)).toThrow(rule);
  });

  it('chances that rounding has moved are shown', () => {
    expect(predicting([0.3, 0.7 + 1e-12]).predict(sides, settings)).toEqual([0.3, 0.7 + 1e-12]);
  });

  it.each([
    [undefined, /failed in formats: .* but are undefined/],
    [{ minSides: Number.NaN, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }, /minSides: NaN/],
    [{ minSides: 3, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }, /two sides or more/],
  ])('formats %j', (formats, rule) => {
    expect(() => withFault({ formats: () => formats as never }).formats(settings)).toThrow(rule);
  });

  it.each([
    { explain: () => ({ text: 'Because.' }) },
    { explain: () => 'a\0b' },
    { adjustments: () => [{ reason: 'cap', points: Number.NaN }] },
    { adjustments: () => [{ points: 1 }] },
    { adjustments: () => 'none' },
  ] as unknown as readonly Partial<Rater>[])('words and causes: %o', (fault) => {
    const [[name]] = Object.entries(fault) as [['explain' | 'adjustments', unknown]];
    const ask = withFault(fault)[name] as (...args: unknown[]) => unknown;
    expect(() => ask(line, settings, 'en')).toThrow(`failed in ${name}`);
  });

  it('words and causes may be left to the service', () => {
    const silent = withFault({ explain: () => undefined as never, adjustments: () => undefined as never });
    expect([silent.explain!(line, settings, 'en'), silent.adjustments!(line, settings)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
