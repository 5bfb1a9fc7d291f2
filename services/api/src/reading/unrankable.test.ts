import { expect, it } from 'vitest';
import { loadRatersHere } from '../raters/raters.js';
import { whyUnrankable } from './nobody-ranked.js';

it('of the built-in systems with their defaults, only OpenSkill gives nobody a rank in races, and its preset does', async () => {
  const raters = await loadRatersHere([]);
  const found = async (sides: number) =>
    Promise.all([...raters.keys()].map(async (key) => [key, await whyUnrankable({ raters }, key, {}, sides)] as const));
  expect((await found(10)).filter(([, unrankable]) => unrankable)).toEqual([
    ['openskill', { matches: 50, preset: 'Races', presetSettings: expect.objectContaining({ provisionalSigma: 7.5 }) }],
  ]);
  expect((await found(2)).filter(([, unrankable]) => unrankable)).toEqual([]);
  expect(await whyUnrankable({ raters }, 'openskill', { provisionalSigma: 7.5 }, 10)).toBeNull();
  expect(await whyUnrankable({ raters }, 'openskill', { provisionalSigma: -1 }, 10)).toBeNull();
});

it('a system whose presets do not help is reported without one', async () => {
  const raters = await loadRatersHere([]);
  expect(await whyUnrankable({ raters }, 'openskill', { sigma: 10_000, beta: 10_000, tau: 10_000 }, 2)).toMatchObject({
    preset: null,
    presetSettings: null,
  });
});
