import { describe, expect, it } from 'vitest';
import { checkDisplayName } from './display-name.js';

const check = (text: string) => checkDisplayName(text, ['input', 'displayName']);

describe('a display name is', () => {
  it.each([
    'Łukasz 🦊',
    'Big Bob',
    'Bob#1234',
    "O'Neill-Ó Briain, Jr.",
    '张伟',
    'محمد',
    'می‌خواهم',
    '👩‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️',
    '<b>& "x"',
    'x'.repeat(40),
    '👨‍🚀'.repeat(18),
  ])('%s', (name) => {
    expect(check(name)).toBe(name);
  });

  it('trimmed, and in NFC', () => {
    expect(check(' \u3000Zoe\u0308 \n')).toBe('Zo\u00eb');
  });
});

describe('a display name is refused', () => {
  it.each([
    ['if it is empty', '', 'must contain a visible character, but is ""'],
    ['if it is of spaces', ' \u3000', 'must contain a visible character, but is " \u3000"'],
    ['if it is of joiners', '\u200d\u200c', 'must contain a visible character, but is "\\u{200d}\\u{200c}"'],
    ['if it is a lone mark', '\u0301', 'must contain a visible character'],
    ['if it is blank', '\u2800', 'must contain a visible character'],
    [
      'with a line break',
      'a\nb',
      'must not contain control characters, line breaks, direction marks or broken Unicode, but is "a\\nb"',
    ],
    ['with an override of direction', 'a\u202eb', 'must not contain control characters'],
    ['with a mark of direction', 'a\u200fb', 'must not contain control characters'],
    ['with half a character', 'a\ud83e', 'must not contain control characters'],
    ['with a space of no width', 'Bo\u200bb', 'must not contain invisible characters, but is "Bo\\u{200b}b"'],
    ['with a filler', 'Bo\u3164b', 'must not contain invisible characters'],
    ['of 41 characters', 'x'.repeat(41), 'must be at most 40 characters long, but has 41'],
    ['of many bytes in few characters', `x${'\u0301'.repeat(100)}`, 'must be at most 200 bytes long, but has 201'],
  ])('%s', (_, text, rule) => {
    const path = ['input', 'displayName'];
    expect(check(text)).toMatchObject({
      code: 'BAD_INPUT',
      path,
      message: expect.stringContaining(`displayName ${rule}`),
    });
  });
});
