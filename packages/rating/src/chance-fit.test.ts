import { describe, expect, it } from 'vitest';
import { fittedChances } from './chance-fit.js';

type Roles = readonly (string | undefined)[];

describe('fittedChances', () => {
  it('keeps chances unchanged with a slope of 1 and no advantage', () => {
    for (const chances of [
      [0.3, 0.7],
      [0.1, 0.2, 0.7],
    ]) {
      const fitted = fittedChances({ slope: 1, sideAdvantage: 0 }, chances);
      for (const [side, chance] of fitted.entries()) expect(chance).toBeCloseTo(chances[side]!, 14);
    }
  });

  it('favours only the first of two sides', () => {
    const two = fittedChances({ slope: 1, sideAdvantage: Math.log(3) }, [0.5, 0.5]);
    expect(two[0]).toBeCloseTo(0.75, 14);
    const three = fittedChances({ slope: 1, sideAdvantage: 1 }, [0.2, 0.3, 0.5]);
    expect(three[0]).toBeCloseTo(0.2, 14);
  });

  it('favours a role, wherever its side is named, and nobody if both have it or none', () => {
    const fit = { slope: 1, sideAdvantage: Math.log(3), sideRole: 'white' };
    const whites = (...roles: Roles) => fittedChances(fit, [0.5, 0.5], roles)[0];
    expect(whites('white', 'black')).toBeCloseTo(0.75, 14);
    expect(whites('black', 'white')).toBeCloseTo(0.25, 14);
    expect(whites(undefined, 'white')).toBeCloseTo(0.25, 14);
    expect(whites('white', 'white')).toBeCloseTo(0.5, 14);
    expect(whites()).toBeCloseTo(0.5, 14);
  });

  it('favours the favourites of races, and keeps duels, and fits without this number, to the bit', () => {
    const fit = { slope: 0.9, sideAdvantage: 0 };
    const race = [0.1, 0.2, 0.7];
    expect(fittedChances({ ...fit, favouriteAdvantage: 0 }, race)).toEqual(fittedChances(fit, race));
    expect(fittedChances({ ...fit, favouriteAdvantage: 2 }, [0.3, 0.7])).toEqual(fittedChances(fit, [0.3, 0.7]));
    const [low, middle, high] = fittedChances({ slope: 1, sideAdvantage: 0, favouriteAdvantage: 2 }, race);
    expect(high! / low!).toBeCloseTo(7 * Math.exp(2 * 0.6), 12);
    expect(middle! / low!).toBeCloseTo(2 * Math.exp(2 * 0.1), 12);
  });

  it('multiplies log odds by the size of a field, and keeps duels, and fits without this number, to the bit', () => {
    const fit = { slope: 0.9, sideAdvantage: 0, favouriteAdvantage: 2 };
    const race = [0.1, 0.2, 0.3, 0.4];
    expect(fittedChances({ ...fit, slopeBySides: 0 }, race)).toEqual(fittedChances(fit, race));
    expect(fittedChances({ ...fit, slopeBySides: 0.5 }, [0.3, 0.7])).toEqual(fittedChances(fit, [0.3, 0.7]));
    const plain = fittedChances(fit, race);
    const sized = fittedChances({ ...fit, slopeBySides: 0.5 }, race);
    expect(sized[3]! / sized[0]!).toBeCloseTo((plain[3]! / plain[0]!) ** Math.sqrt(2), 12);
    expect(sized.reduce((sum, chance) => sum + chance)).toBeCloseTo(1, 14);
  });

  it('turns even certain predictions into chances', () => {
    const [won, lost] = fittedChances({ slope: 0.5, sideAdvantage: 0 }, [1, 0]);
    expect(won! + lost!).toBeCloseTo(1, 15);
    expect(lost!).toBeGreaterThan(0.001);
  });
});
