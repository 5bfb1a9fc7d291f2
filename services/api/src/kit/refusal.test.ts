import { describe, expect, it } from 'vitest';
import { checkLine, isRefusal, Refused, RULES, refuse, shown } from './refusal.js';
import { RULES_BY_CODE } from './rules.js';

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

  it('even if it is nested deeper than JSON can be written', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    // Newer versions of Node allow this depth in JSON.
    expect(['a value that is nested too deeply to show', `${'['.repeat(60)}…`]).toContain(shown(value));
  });

  it('cut to a readable length', () => {
    expect(shown('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(59)}…`);
  });
});

it('a refusal is known by its kind, and its path is of texts', () => {
  const refusal = refuse('MATCH_ID', ['input', 'matches', 3], { value: '"g-1"' });
  expect(refusal.path).toEqual(['input', 'matches', '3']);
  expect([isRefusal(refusal), isRefusal({ kind: 'other' }), isRefusal(null), isRefusal('refusal')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('an error that ends a use case contains everything that was refused', () => {
  const refused = new Refused(refuse('EMPTY', ['a'], { field: 'a' }), refuse('SLUG_TAKEN', ['b'], { value: '"b"' }));
  expect(refused.message).toBe('a must not be empty; slug must be unique, but "b" is taken');
});

describe('a rule', () => {
  it('has one code, and a sentence with the values', () => {
    expect(refuse('MAX_LENGTH', ['input', 'name'], { field: 'name', max: 40, length: 41 })).toEqual({
      kind: 'refusal',
      code: 'BAD_INPUT',
      rule: 'MAX_LENGTH',
      parameters: { field: 'name', max: 40, length: 41 },
      message: 'name must be at most 40 characters long, but has 41',
      path: ['input', 'name'],
    });
  });

  it('inserts values unchanged, whatever they contain', () => {
    const { message } = refuse('SLUG_TAKEN', [], { value: '"{field} $& $1"' });
    expect(message).toBe('slug must be unique, but "{field} $& $1" is taken');
  });

  it('lists the items of a list', () => {
    const scopes = refuse('ONE_OF', [], { field: 'scope', values: ['a', 'b'], value: '"c"' });
    expect(scopes.message).toBe('scope must be one of a, b, but is "c"');
    const names = refuse('NEVER_IN_LEAGUE_BUT_SIMILAR', [], {
      league: 'x',
      value: '"an"',
      similar: ['"ann"', '"anne"'],
    });
    expect(names.message).toContain('Did you mean "ann" or "anne"? If');
  });

  it('has another refusal as its reason', () => {
    const reason = refuse('COUNT_MIN', ['sides'], { field: 'sides', min: 2, count: 1 });
    const refusal = refuse('UNRATABLE_MATCH', ['input'], { match: '"g-1"', problem: reason });
    expect(refusal.message).toBe('match "g-1": number of sides must be 2 or more, but is 1');
    const { rule, parameters, message } = reason;
    expect(refusal.parameters.problem).toEqual({ rule, parameters, message });
  });

  it('has only values that JSON can express', () => {
    const { parameters, message } = refuse('RANGE', [], { field: 'share', min: 0, max: 1, value: Number.NaN });
    expect([parameters.value, message]).toEqual(['NaN', 'share must be 0 to 1, but is NaN']);
  });

  it('has a unique name', () => {
    const names = Object.values(RULES_BY_CODE).flatMap((rules) => Object.keys(rules));
    expect(new Set(names).size).toBe(names.length);
    expect(RULES.size).toBe(names.length);
    expect(names.filter((name) => !/^[A-Z]+(_[A-Z]+)*$/.test(name))).toEqual([]);
  });
});

describe('a line', () => {
  it.each([
    ['turns what stands beside it', 'a\u202eb'],
    ['isolates what stands beside it', 'a\u2066b'],
    ['ends where some programs see an end', 'a\u2028b'],
    ['has a control character', 'a\u001b[2Jb'],
  ])('is refused that %s', (_, text) => {
    expect(checkLine(text, ['reason'])).toMatchObject({ path: ['reason'] });
  });

  it('may be in any script, with the directional marks that it needs', () => {
    expect(checkLine('שלום\u200f! 👩\u200d🔬', ['reason'])).toBeUndefined();
  });
});
