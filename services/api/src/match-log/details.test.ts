import { describe, expect, it } from 'vitest';
import { canonicalDetails, checkDetails } from './details.js';

const check = (value: unknown) => checkDetails(value, ['details']);
const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) });
/** Details of so many bytes of JSON. */
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('details are', () => {
  it.each([
    ['a small object', { map: 'Łódź 🦊', rounds: [13, 7], replay: { url: 'https://example.org/1', at: null } }],
    ['an empty object', {}],
    ['2,048 bytes', ofBytes(2048)],
    ['4 levels deep', nested(4)],
    ['an object with an odd key', JSON.parse('{"__proto__":{"a":1}}')],
  ])('%s', (_, value) => {
    expect(JSON.stringify(check(value))).toBe(JSON.stringify(value));
  });

  it.each([undefined, null])('none: %s', (value) => {
    expect(check(value)).toBeNull();
  });
});

describe('details are refused', () => {
  it.each([
    ['as a list', [1, 2], 'details must be a JSON object, but is [1,2]', ['details']],
    ['as a text', 'dust', 'details must be a JSON object, but is "dust"', ['details']],
    ['of 2,049 bytes', ofBytes(2049), 'details must be at most 2048 bytes of JSON, but has 2049', ['details']],
    [
      'of 2,049 bytes in fewer characters',
      { a: `${'é'.repeat(1020)}x` },
      /2048 bytes of JSON, but has 2049/,
      ['details'],
    ],
    [
      '5 levels deep',
      nested(5),
      /must be nested at most 4 levels deep, but contains \{\} below that/,
      ['details', 'in', 'in', 'in', 'in'],
    ],
    ['with a list 5 levels deep', { in: [[[[]]]] }, /at most 4 levels deep/, ['details', 'in', '0', '0', '0']],
    [
      'with a null character',
      { a: ['\0'] },
      /null characters or broken Unicode, but contains "\\u0000"/,
      ['details', 'a', '0'],
    ],
    ['with half a character in a key', { '\ud800': 1 }, /broken Unicode/, ['details']],
    [
      'with a number beyond all',
      { a: Number.POSITIVE_INFINITY },
      /must contain finite numbers only, but one is Infinity/,
      ['details', 'a'],
    ],
  ])('%s', (_, value, message, path) => {
    expect(check(value)).toMatchObject({
      code: 'BAD_INPUT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      path,
    });
  });
});

it('details are equal in whatever order their keys stand, and lists are not objects', () => {
  const text = (json: string) => JSON.stringify(canonicalDetails(JSON.parse(json)));
  expect(text('{"a":1,"b":{"c":2,"d":3}}')).toBe(text('{"b":{"d":3,"c":2},"a":1}'));
  expect(text('{"a":[1,2]}')).not.toBe(text('{"a":[2,1]}'));
  expect(text('{"__proto__":1}')).not.toBe(text('{}'));
  expect(text('{"a":{"0":1}}')).not.toBe(text('{"a":[1]}'));
  expect(text('{"a":{"entries":[["b",1]]}}')).not.toBe(text('{"a":{"b":1}}'));
});
