import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedName, plainName, type Skeletons, skeletonOrder, skeletonsOf } from './handle.js';

const ofName = (name: string): Skeletons => skeletonsOf(foldedName(name), name);

/** Whether two names can be mistaken for each other. */
function lookAlike(one: string, other: string): boolean {
  const [a, b] = [ofName(one), ofName(other)];
  return a.small === b.small || a.capital === b.capital || a.typed === b.typed;
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
    ['I, l and 1', 'lI1', 'lll'],
    ['a digit in place of a small letter', 'ann1', 'annl'],
    ['a digit in place of a capital', 'B0B', 'BOB'],
    ['a digit of either in a name in Cyrillic', 'раура1', 'paypaI'],
  ])('equal those of another: %s', (_, one, other) => {
    expect(lookAlike(one, other)).toBe(true);
    expect(lookAlike(other, one)).toBe(true);
  });

  it.each([
    ['bob0', 'bobo'],
    ['LAN', 'ian'],
    ['lan', 'ian'],
    ['modern', 'modem'],
    ['zoe', 'zoë'],
    ['карпов', 'kapnob'],
    ['νοι', 'uoi'],
    ['さくら', 'サクラ'],
  ])('differ for %s and %s', (one, other) => {
    expect(lookAlike(one, other)).toBe(false);
  });

  it('in small and in capital letters of a name in ASCII are the name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_.-]+$/), (key) => {
        expect(skeletonsOf(key, key)).toMatchObject({ small: key, capital: key });
      }),
    );
  });

  it('are the same however a name is composed, and the name of a skeleton looks like itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), (text) => {
        const key = text.normalize('NFC').toLowerCase().normalize('NFC');
        const skeletons = skeletonsOf(key, text);
        expect(skeletonsOf(key.normalize('NFD'), text.normalize('NFD'))).toEqual(skeletons);
        expect(skeletonsOf(key, skeletons.typed).typed).toBe(skeletons.typed);
      }),
    );
  });

  it('are the skeletons of its letters in sequence', () => {
    const letter = fc.constantFrom(...'абвгдежзикмнопрстуфхцабеορνικαվօսハ口');
    fc.assert(
      fc.property(fc.array(letter), fc.array(letter), (one, other) => {
        const [a, b, both] = [one, other, [...one, ...other]].map((letters) => ofName(letters.join('')));
        expect(both).toEqual({
          ...{ small: a!.small + b!.small, capital: a!.capital + b!.capital },
          typed: a!.typed + b!.typed,
        });
      }),
    );
  });

  it('sort names in ASCII that look alike together, and thus all ways to type one', () => {
    const letter = fc.constantFrom(...'aBiIlL1oO0');
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 3 }), fc.array(letter, { maxLength: 3 }), (letters, others) => {
        const [one, other] = [letters.join(''), others.join('')];
        const isAlike = lookAlike(one, other) || foldedName(one) === foldedName(other);
        if (isAlike) expect(skeletonOrder(ofName(one))).toBe(skeletonOrder(ofName(other)));
      }),
      { numRuns: 2000 },
    );
  });
});

it.each([
  ['Łukasz Müller', 'lukasz muller'],
  ['ANAÏS', 'anais'],
  ['Straße', 'strasse'],
  ['Bjørn Ægir', 'bjorn aegir'],
  ['Ｆｕｌｌ', 'full'],
  ['ΣΑΣ', 'σασ'],
  ['Ολυμπιακός', 'ολυμπιακοσ'],
  ['𝓐𝓷𝓷𝓪 ™', 'anna tm'],
])('the plain form of %s is %s', (name, plain) => expect(plainName(name)).toBe(plain));
