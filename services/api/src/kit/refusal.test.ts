import { describe, expect, it } from 'vitest';
import { isRefusal, Refused, refuse, shown } from './refusal.js';

describe('a received value is shown', () => {
  it.each<[value: unknown, text: string]>([
    ['ann', '"ann"'],
    [7, '7'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [null, 'null'],
    [undefined, 'nothing'],
    [[1, 'a'], '[1,"a"]'],
    [new Date('2020-01-01T00:00:00Z'), '2020-01-01T00:00:00.000Z'],
    ['a\0b', '"a\\u0000b"'],
    ['a\u200bb', '"a\\u{200b}b"'],
    ['a\u202eb', '"a\\u{202e}b"'],
    ['a\u007fb', '"a\\u{7f}b"'],
    ['a\ufe0fb', '"a\\u{fe0f}b"'],
    ['\ud800', '"\\ud800"'],
    ['🏆', '"🏆"'],
  ])('%j as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it('even where it is nested deeper than JSON can be written', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(shown(value)).toBe('a value that is nested too deeply to show');
  });

  it('cut to a readable length', () => {
    expect(shown('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(59)}…`);
  });
});

it('a refusal is known by its kind, and its path is of texts', () => {
  const refusal = refuse('BAD_INPUT', ['input', 'matches', 3], 'no');
  expect(refusal.path).toEqual(['input', 'matches', '3']);
  expect([isRefusal(refusal), isRefusal({ kind: 'other' }), isRefusal(null), isRefusal('refusal')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('what ends a use case says everything that was refused', () => {
  const refused = new Refused(refuse('BAD_INPUT', ['a'], 'a is bad'), refuse('TAKEN', ['b'], 'b is taken'));
  expect(refused.message).toBe('a is bad; b is taken');
});
