import { type Json, settingsSchema } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import type { SettingValues } from '../raters/rating-system.js';
import { type NumericAxis, searchAxes } from './search-axes.js';
import { type SettingsSearch, searchSettings } from './search-settings.js';

const about = (range: object, value: number, type: 'number' | 'integer' = 'number') => {
  const schema = settingsSchema({ a: { type, default: value, description: '', ...range } });
  const [axis] = searchAxes(schema, null) as [NumericAxis];
  return (halvings: number, from = value) => axis.neighbours(from, halvings);
};

describe('a number moves', () => {
  test('by ratios if it is above 0', () => {
    const k = about({ exclusiveMinimum: 0, maximum: 10_000 }, 32);
    expect([k(0), k(1), k(4)]).toEqual([
      [16, 64],
      [22.6, 45.3],
      [30.6, 33.4],
    ]);
  });

  test('by its distance from a near upper bound', () => {
    const decay = about({ exclusiveMinimum: 0, maximum: 1 }, 0.98);
    expect([decay(0), decay(1)]).toEqual([
      [0.96, 0.99],
      [0.9717, 0.9859],
    ]);
    expect(decay(0, 1)).toEqual([0.98, 0.995]);
  });

  test('by steps if it may be negative, and never out of its bounds', () => {
    expect(about({ minimum: -1000, maximum: 1000 }, 100)(0)).toEqual([50, 150]);
    expect(about({ minimum: 1, maximum: 1000 }, 1.5)(0)).toEqual([1, 3]);
    expect(about({ exclusiveMinimum: 1, maximum: 1000 }, 1.5)(0)).toEqual([1.001, 3]);
  });

  test('by whole numbers if it is one, and away from 0', () => {
    const games = about({ minimum: 0, maximum: 10_000 }, 0, 'integer');
    expect([games(0, 1), games(4, 5)]).toEqual([
      [0, 2],
      [4, 6],
    ]);
  });

  test('from 0 near and far if 0 is the default, which shows nothing about its size', () => {
    const scale = about({ minimum: 0, maximum: 1_000_000 }, 0);
    expect([scale(0), scale(1), scale(0, 16)]).toEqual([
      [0.25, 16],
      [0.25, 8],
      [8, 32],
    ]);
    expect(about({ minimum: 0, maximum: 10 }, 0, 'integer')(0)).toEqual([1, 10]);
    expect(about({ minimum: 0, maximum: 100 }, 8)(0, 0)).toEqual([2]);
  });
});

/** A search over a loss that is known. */
function search(
  loss: (settings: Record<string, Json>) => number | null,
  {
    budget = 100,
    ask = () => budget,
    ...more
  }: Partial<Omit<SettingsSearch, 'budget'>> & { budget?: number; ask?: () => number } = {},
) {
  const schema = settingsSchema({
    k: { type: 'number', default: 32, exclusiveMinimum: 0, maximum: 10_000, description: '' },
    decay: { type: 'number', default: 0.98, exclusiveMinimum: 0, maximum: 1, description: '' },
    variant: { type: 'string', default: 'plain', enum: ['plain', 'odd', 'fancy'], description: '' },
    none: { type: 'number', default: 1500, minimum: -1e6, maximum: 1e6, description: '' },
  });
  const tried: SettingValues[] = [];
  const evaluate = async (candidates: readonly SettingValues[]) => {
    tried.push(...candidates);
    return candidates.map((settings) => loss(settings as Record<string, Json>));
  };
  const starts = [{ k: 32, decay: 0.98, variant: 'plain', none: 1500 }];
  const isAllowed = () => true;
  const done = searchSettings({
    starts,
    axes: searchAxes(schema, null),
    isAllowed,
    evaluate,
    budget: ask,
    ...more,
  });
  return { done, tried };
}

/** Best at k 90, decay 0.9 and `fancy`, where both matter together. */
const bowl = ({ k, decay, variant }: Record<string, Json>) => {
  const [one, other] = [Math.log(Number(k) / 90), Math.log((1 - Number(decay)) / 0.1)];
  const valley = 0.01 * (one ** 2 + other ** 2 + one * other);
  return 0.5 + valley + (variant === 'fancy' ? 0 : 0.002);
};

describe('searchSettings', () => {
  test('finds a valley, in fewer tries than allowed, and reports the way there', async () => {
    const { best, path, tried } = (await search(bowl).done)!;
    expect(Number(best.settings.k)).toBeGreaterThan(85);
    expect(Number(best.settings.k)).toBeLessThan(95);
    expect(Number(best.settings.decay)).toBeCloseTo(0.9, 1);
    expect(best.settings).toMatchObject({ variant: 'fancy', none: 1500 });
    expect(best.logLoss).toBeLessThan(0.5001);
    expect(tried).toBeLessThan(100);
    const losses = path.map(({ logLoss }) => logLoss);
    expect(losses).toEqual(losses.toSorted((a, b) => b - a));
  });

  test('does the same every time, and never tries the same twice', async () => {
    const [one, other] = [search(bowl), search(bowl)];
    expect(await one.done).toEqual(await other.done);
    expect(one.tried).toEqual(other.tried);
    expect(new Set(one.tried.map((settings) => JSON.stringify(settings))).size).toBe(one.tried.length);
  });

  test('ignores settings without an effect, until another choice is made', async () => {
    const { done, tried } = search((settings) => {
      const isUsed = settings.variant === 'odd';
      return isUsed ? 0.4 + 0.01 * Math.abs(Math.log(Number(settings.k) / 40)) : 0.5;
    });
    const { best } = (await done)!;
    expect(best.settings).toMatchObject({ variant: 'odd' });
    expect(Math.abs(Number(best.settings.k) - 40)).toBeLessThan(2);
    expect(tried.filter(({ none }) => none !== 1500).length).toBeLessThan(10);
  });

  test('finds a choice that gains only with other numbers', async () => {
    const { done } = search(({ k, variant }) =>
      variant === 'odd'
        ? 0.46 + 0.05 * Math.abs(Math.log(Number(k) / 8))
        : 0.5 + 0.01 * Math.abs(Math.log(Number(k) / 32)),
    );
    const { best } = (await done)!;
    expect(best.settings).toMatchObject({ variant: 'odd' });
    expect(Number(best.settings.k)).toBeCloseTo(8, 0);
  });

  test('finds a setting that has an effect only with one that is off', async () => {
    const schema = settingsSchema({
      k: { type: 'number', default: 32, exclusiveMinimum: 0, maximum: 10_000, description: '' },
      boost: { type: 'number', default: 40, exclusiveMinimum: 0, maximum: 10_000, description: '' },
      boosted: { type: 'integer', default: 0, minimum: 0, maximum: 10_000, description: '' },
    });
    const { done } = search(
      ({ k, boost, boosted }) => {
        const gain = 0.01 * (Math.log(Number(boost) / 50) - 0.1 * Math.abs(Math.log(Number(boost) / 200)));
        return 0.5 + 0.01 * Math.abs(Math.log(Number(k) / 20)) - (gain * Math.min(Number(boosted), 20)) / 20;
      },
      { starts: [{ k: 32, boost: 40, boosted: 0 }], axes: searchAxes(schema, null) },
    );
    const { best } = (await done)!;
    expect(best.settings.boost).toBeGreaterThan(60);
    expect(best.settings.boosted).toBeGreaterThan(10);
  });

  test('finds a setting that is off and whose small values do harm', async () => {
    const schema = settingsSchema({
      scale: { type: 'number', default: 0, minimum: 0, maximum: 1_000_000, description: '' },
    });
    const { done } = search(
      ({ scale }) => (Number(scale) === 0 ? 0.5 : 0.48 + 0.01 * Math.abs(Math.log(Number(scale) / 20))),
      { starts: [{ scale: 0 }], axes: searchAxes(schema, null) },
    );
    const { best } = (await done)!;
    expect(Math.abs(Number(best.settings.scale) - 20)).toBeLessThan(1);
  });

  test('checks its budget again and again', async () => {
    const { tried, done } = search(bowl);
    await done;
    let left = 3;
    const stopped = searchSettings({
      starts: [{ k: 32, decay: 0.98, variant: 'plain', none: 1500 }],
      axes: searchAxes(settingsSchema({ k: { type: 'number', default: 32, minimum: 1, description: '' } }), null),
      isAllowed: () => true,
      evaluate: async (candidates) => {
        left--;
        return candidates.map((settings) => bowl(settings as Record<string, Json>));
      },
      budget: () => (left > 0 ? 100 : 0),
    });
    expect((await stopped)!.tried).toBeLessThan(tried.length);
  });

  test.each([1, 7, 20, 41])('that ended after %i tries is repeated by its count', async (tries) => {
    const timed = async () => {
      let tried = 0;
      const budget = () => (tried < tries ? 100 : tried);
      const evaluate = async (candidates: readonly SettingValues[]) => {
        tried += candidates.length;
        return candidates.map((settings) => bowl(settings as Record<string, Json>));
      };
      return (await search(bowl, { evaluate, ask: budget }).done)!;
    };
    const ended = await timed();
    expect(ended.endedBy).toBe(ended.sameBy);
    expect(ended.sameBy).toBeLessThan(100);
    const again = (await search(bowl, { budget: ended.sameBy }).done)!;
    expect(again).toEqual(ended);
  });

  test('resets settings that hardly gain', async () => {
    const { done } = search((settings) => {
      const gain = Number(settings.k) > 60 ? 0.000008 : 0;
      return 0.5 - gain + 0.01 * Math.abs(Math.log((1 - Number(settings.decay)) / 0.2));
    });
    const { best } = (await done)!;
    expect(best.settings).toMatchObject({ k: 32, variant: 'plain', none: 1500 });
    expect(Number(best.settings.decay)).toBeCloseTo(0.8, 1);
  });

  test('that ran out of candidates was not ended by its budget', async () => {
    expect((await search(bowl, { budget: 1000 }).done)!.endedBy).toBeNull();
  });

  test('stops at its budget with the best so far', async () => {
    const { done, tried } = search(bowl, { budget: 5 });
    const { best, tried: count } = (await done)!;
    expect(count).toBe(tried.length);
    expect(count).toBeLessThanOrEqual(5);
    expect(best.logLoss).toBe(Math.min(...tried.map((settings) => bowl(settings as Record<string, Json>))));
  });

  test('avoids settings that are not allowed or fail', async () => {
    const isAllowed = ({ k }: SettingValues) => Number(k) < 70;
    const { done } = search((settings) => (settings.variant === 'fancy' ? null : bowl(settings)), { isAllowed });
    const { best } = (await done)!;
    expect(Number(best.settings.k)).toBeGreaterThan(60);
    expect(Number(best.settings.k)).toBeLessThan(70);
    expect(best.settings.variant).toBe('plain');
    expect(await search(() => null).done).toBeNull();
  });
});
