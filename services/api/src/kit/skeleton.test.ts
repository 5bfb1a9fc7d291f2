import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skeletonsOf } from './skeleton.js';

/** Whether two keys can be mistaken for each other. */
function lookAlike(one: string, other: string): boolean {
  const [a, b] = [skeletonsOf(one), skeletonsOf(other)];
  return a.small === b.small || a.capital === b.capital;
}

describe('the skeletons of a name', () => {
  it.each([
    ['Cyrillic, in capitals', 'аве', 'abe'],
    ['Cyrillic, in small letters', 'раура', 'paypa'],
    ['Cyrillic, whose capital I is a stroke', 'івас', 'ibac'],
    ['Greek, in small letters', 'νοι', 'voi'],
    ['Greek, in capitals', 'νοι', 'noi'],
    ['Greek and Cyrillic', 'ορ', 'ор'],
    ['Armenian', 'օօ', 'oo'],
    ['Armenian and Greek', 'օ', 'ο'],
    ['Cherokee', 'ꭺꭼ', 'ae'],
    ['Coptic', 'ⲟⲣ', 'op'],
    ['Hebrew and a stroke', 'ןס', 'lo'],
    ['a ligature', 'jæger', 'jaeger'],
    ['a dotless i', 'fıl', 'fil'],
    ['Katakana and Han', 'ロ', '口'],
    ['marks that differ in code only', 'a\u0342', 'a\u0303'],
  ])('are those of another: %s', (_, one, other) => {
    expect(lookAlike(one, other)).toBe(true);
    expect(lookAlike(other, one)).toBe(true);
  });

  it.each([
    ['ann1', 'annl'],
    ['bob0', 'bobo'],
    ['modern', 'modem'],
    ['zoe', 'zoë'],
    ['карпов', 'kapnob'],
    ['νοι', 'uoi'],
    ['さくら', 'サクラ'],
  ])('differ for %s and %s', (one, other) => {
    expect(lookAlike(one, other)).toBe(false);
  });

  it('of a name in ASCII are the name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_.-]+$/), (key) => {
        expect(skeletonsOf(key)).toEqual({ small: key, capital: key });
      }),
    );
  });

  it('are the same however a name is composed, and the name of a skeleton looks like itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), (text) => {
        const key = text.normalize('NFC').toLowerCase().normalize('NFC');
        expect(skeletonsOf(key.normalize('NFD'))).toEqual(skeletonsOf(key));
        expect(lookAlike(key, key)).toBe(true);
      }),
    );
  });

  it('are those of letters put one after the other', () => {
    const letter = fc.constantFrom(...'абвгдежзикмнопрстуфхцабеορνικαվօսハ口');
    fc.assert(
      fc.property(fc.array(letter), fc.array(letter), (one, other) => {
        const [a, b, both] = [one, other, [...one, ...other]].map((letters) => skeletonsOf(letters.join('')));
        expect(both).toEqual({ small: a!.small + b!.small, capital: a!.capital + b!.capital });
      }),
    );
  });
});
