import { describe, expect, it } from 'vitest';
import { checkCountry, checkDisplayName, checkLinks, labelOf } from './profile.js';

describe('a country', () => {
  it.each([
    ['SE', 'SE'],
    [' de ', 'DE'],
    ['XK', 'XK'],
  ])('%j is %s', (text, code) => {
    expect(checkCountry(text, ['country'])).toBe(code);
  });

  // Unknown, nobody's, a union, a part of a country, and three former ones.
  it.each(['ZZ', 'XA', 'EU', 'IC', 'SU', 'DD', 'UK', '', 'S', 'SWE', 'Sweden', 'S\u0000', 'ſe'])(
    '%j is refused',
    (text) => {
      expect(checkCountry(text, ['country'])).toMatchObject({ rule: 'COUNTRY', path: ['country'] });
    },
  );

  it('is one of the 249 of ISO 3166-1, or Kosovo', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter((code) => checkCountry(code, []) === code)).toHaveLength(250);
  });
});

describe('links', () => {
  const check = (...links: string[]) => checkLinks(links, ['links']);

  it('are written like in browsers, each once', () => {
    expect(check('https://Twitch.TV/ann', 'https://twitch.tv/ann', 'https://münchen.example:8443/ä?q#x')).toEqual([
      'https://twitch.tv/ann',
      'https://xn--mnchen-3ya.example:8443/%C3%A4?q#x',
    ]);
    expect(check()).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'http://example.com',
    'ftp://example.com',
    '//example.com',
    'example.com',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://example/',
    'https://exam ple.com/',
    'https://example.com/a b',
    'java\nscript:alert(1)',
    'https://example.com/\u0000',
    'https://example.com/\u202egnp.exe',
    'https://example.com\\@evil.example/',
    ' https://example.com/',
    '',
  ])('%j is refused', (link) => {
    expect(check('https://example.com/', link)).toMatchObject({ rule: 'LINK', path: ['links', '1'] });
  });

  it.each(['https://ann@example.com/', 'https://ann:secret@example.com/'])(
    '%s is refused without repeating it',
    (link) => {
      const refusal = check(link);
      expect(refusal).toMatchObject({ rule: 'LINK_NO_PASSWORD' });
      expect(JSON.stringify(refusal)).not.toContain('ann');
    },
  );

  it('are at most five, of 300 bytes', () => {
    const six = Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`);
    expect(checkLinks(six.slice(1), ['links'])).toHaveLength(5);
    expect(check(...six)).toMatchObject({ rule: 'COUNT_MAX', parameters: { max: 5, count: 6 } });
    expect(check(`https://example.com/${'x'.repeat(280)}`)).toHaveLength(1);
    expect(check(`https://example.com/${'x'.repeat(281)}`)).toMatchObject({ rule: 'MAX_BYTES' });
  });

  it('are shown by their hosts, in ASCII, so that none looks like another', () => {
    expect(labelOf('https://www.twitch.tv/ann')).toBe('twitch.tv');
    expect(labelOf(String(check('https://аpple.com/')))).toBe('xn--pple-43d.com');
  });
});

const nameChecked = (text: string) => checkDisplayName(text, ['input', 'displayName']);

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
    expect(nameChecked(name)).toBe(name);
  });

  it('trimmed, and in NFC', () => {
    expect(nameChecked(' \u3000Zoe\u0308 \n')).toBe('Zo\u00eb');
  });
});

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
])('a display name is refused: %s', (_, text, rule) => {
  const path = ['input', 'displayName'];
  expect(nameChecked(text)).toMatchObject({
    code: 'BAD_INPUT',
    path,
    message: expect.stringContaining(`displayName ${rule}`),
  });
});
