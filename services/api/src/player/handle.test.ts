import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kit/refusal.js';
import { byHandleKey, checkAccount, checkHandle, checkPlayerName, handleKey } from './handle.js';

const PATH = ['input', 'player'];

describe('a handle', () => {
  it.each([
    'x',
    'a_b.c-9',
    '_x',
    '007',
    'さくら',
    'Карпов',
    'Γιάννης',
    'विश्वनाथन',
    'Zoë',
    'x'.repeat(64),
    '𐐀'.repeat(64),
  ])('is taken unchanged: %s', (handle) => {
    expect(checkHandle(handle, PATH)).toBe(handle);
  });

  it('is stored in NFC', () => {
    expect(checkHandle('Zoe\u0308', PATH)).toBe('Zoë');
  });

  it.each([
    ['', 'player must not be empty, but is ""'],
    ['x'.repeat(65), `player must be at most 64 characters long, but is "${'x'.repeat(59)}…`],
    [
      'a b',
      'player must consist of letters, digits and _ . - only, and begin with a letter, a digit or _, but is "a b"',
    ],
    ['-a', 'player must consist of letters, digits and _ . - only, and begin with a letter, a digit or _, but is "-a"'],
    [
      'a\0',
      'player must consist of letters, digits and _ . - only, and begin with a letter, a digit or _, but is "a\\u0000"',
    ],
    ['ann\ufe0f', 'player must not contain invisible characters, but is "ann\\u{fe0f}"'],
    [
      '\u0430nn',
      'player must not mix scripts or use stylistic forms of letters, which could imitate another handle, but is "\u0430nn"',
    ],
  ])('is refused with its field, rule and value: %j', (handle, message) => {
    expect(checkHandle(handle, PATH)).toMatchObject({ kind: 'refusal', code: 'BAD_INPUT', message, path: PATH });
  });

  it('is checked once: an accepted handle is accepted again unchanged, and its key is one as well', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), (text) => {
        const handle = checkHandle(text, PATH);
        if (isRefusal(handle)) return;
        expect(checkHandle(handle, PATH)).toBe(handle);
        expect(handleKey(handleKey(handle))).toBe(handleKey(handle));
        expect(handleKey(text)).toBe(handleKey(handle));
      }),
    );
  });
});

describe('the key of a handle', () => {
  it.each([
    ['ANN', 'ann'],
    ['ZOË', 'Zoe\u0308'],
    ['КАРПОВ', 'карпов'],
    ['\u212a', 'k'],
    ['ΣΑΣ', 'σασ'],
    ['ΣΑΣ', 'σας'],
    ['STRASSE', 'straße'],
    ['STRASSE', 'STRAẞE'],
    ['ᾼ', 'αι'],
    ['ᾴ', 'ΆΙ'],
    ['Ꮳ', 'ꮳ'],
    ['ᲀ', 'В'],
  ])('is the same for %s and %s', (one, other) => {
    expect(handleKey(one)).toBe(handleKey(other));
  });

  it.each([
    ['ann', 'anna'],
    ['zoe', 'zoë'],
    ['a.b', 'ab'],
  ])('differs for %s and %s', (one, other) => {
    expect(handleKey(one)).not.toBe(handleKey(other));
  });

  it('agrees with full case folding of every letter', () => {
    const lower = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC');
    // Upper case and back to lower case, letter by letter: the same as CaseFolding.txt, except for the dotless i, which has no
    // partner there.
    const fold = (letter: string) =>
      letter === 'ı' ? letter : Array.from(letter.toUpperCase(), (capital) => capital.toLowerCase()).join('');
    for (let code = 1; code < 0x110000; code++) {
      const letter = String.fromCodePoint(code);
      if (!/[\p{L}\p{M}]/u.test(letter) || letter.normalize('NFKC') !== letter) continue;
      const folded = Array.from(lower(letter).normalize('NFD'), fold).join('').normalize('NFC');
      if (handleKey(letter) !== folded) expect.fail(`U+${code.toString(16)} is ${handleKey(letter)}, not ${folded}`);
    }
  });
});

it('of handles that are the same the first is kept', () => {
  expect([...byHandleKey(['Ann', 'ben', 'ANN', 'Ben'])]).toEqual([
    ['ann', 'Ann'],
    ['ben', 'ben'],
  ]);
});

const ACCOUNT_PATH = ['input', 'account'];

describe('an account', () => {
  it.each([
    ['discord:1234', 'discord:1234'],
    ['Steam:76561198000000000', 'steam:76561198000000000'],
    ['battle.net:Bob#1234', 'battle.net:Bob#1234'],
    ['riot:aB_-=/+', 'riot:aB_-=/+'],
    ['steam2:STEAM_0:1:42', 'steam2:STEAM_0:1:42'],
    ['psn:Zoe\u0308', 'psn:Zo\u00eb'],
  ])('%s is stored as %s, and found by it', (text, stored) => {
    expect(checkAccount(text, ACCOUNT_PATH)).toBe(stored);
    expect(checkPlayerName(text, ACCOUNT_PATH)).toBe(stored);
    expect(handleKey(text)).toBe(stored);
    expect(handleKey(stored)).toBe(stored);
  });

  it.each([
    ['ann', 'account must be an account such as "discord:1234", but is "ann"'],
    [':1234', 'account must begin with a provider of 1 to 32 letters a to z, digits and _ . -, but is ":1234"'],
    ['dis cord:1', 'account must begin with a provider'],
    ['\u0430bc:1', 'account must begin with a provider'],
    ['discord:', 'account must have an id of 1 to 128 letters, digits'],
    ['discord:a b', 'account must have an id'],
    ['discord:a\u200bb', 'account must have an id'],
    ['discord:1\ufe0f', 'account must have an id'],
    [`discord:${'1'.repeat(129)}`, 'account must have an id'],
  ])('is refused with its field, rule and value: %j', (text, message) => {
    expect(checkAccount(text, ACCOUNT_PATH)).toMatchObject({
      code: 'BAD_INPUT',
      path: ACCOUNT_PATH,
      message: expect.stringContaining(message),
    });
  });
});
