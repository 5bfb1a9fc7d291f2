import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StateCodec } from './state-codec.js';

/** Through bytes that are overwritten before they are read. */
function roundTrip(state: unknown, codec = new StateCodec()): unknown {
  const bytes = Buffer.from(codec.encode(state));
  codec.encode('something else');
  return codec.decode(bytes);
}

it.each([
  ['numbers', [0, -0, 1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE, 2 ** 53]],
  ['a number alone', -0],
  ['what is no number among numbers', [1, null, 2, 'three', undefined]],
  ['an array with a hole', Object.assign(new Array(3), { 0: 1, 2: 3 })],
  ['no array at all', []],
  ['an object with undefined in it', { value: undefined, deviation: null, isNew: true, isOld: false }],
  ['an object without keys', {}],
  [
    'objects with the same keys',
    {
      games: [
        { id: 1, at: [1, 2] },
        { id: 2, at: [] },
      ],
      newest: { id: 'x', at: [0.5] },
    },
  ],
  ['text', ['', 'Ünïcödé', '\ud800 alone', 'a\0b']],
  ['keys like no others', JSON.parse('{"__proto__": 1, "a\\u0000b": 2, "": 3, "7": 4}')],
  ['typed arrays', [new Float64Array([-0, 1e300]), new Int32Array([1]), new Uint8Array(0), new Float32Array(3)]],
  ['part of a typed array', { bytes: new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4) }],
  ['big numbers, dates, maps and sets', { at: new Date(5), n: 10n, map: new Map([[1, [2]]]), set: new Set(['x']) }],
  ['typed arrays within maps', new Map([[1, new Float64Array([1, 2])]])],
])('%s come back to the bit', (_, state) => {
  expect(roundTrip(state)).toStrictEqual(state);
});

it('a state with any content is restored', () => {
  const codec = new StateCodec();
  const anything = fc.anything({
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withDate: true,
    withBigInt: true,
  });
  fc.assert(
    fc.property(anything, (state) => {
      expect(roundTrip(state, codec)).toStrictEqual(state);
    }),
  );
});

it("players' keys do not fill memory", () => {
  const codec = new StateCodec();
  for (let player = 0; player < 3000; player++) {
    const state = { met: { [`player ${player}`]: player }, value: 1500 };
    expect(roundTrip(state, codec)).toStrictEqual(state);
  }
});

it('long states fit', () => {
  const state = { games: Array.from({ length: 100_000 }, (_, index) => index / 7), name: 'x'.repeat(50_000) };
  expect(roundTrip(state)).toStrictEqual(state);
});
