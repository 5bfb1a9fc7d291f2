import { describe, expect, it } from 'vitest';
import { checkAccount, checkPlayerName } from './account.js';
import { handleKey } from './handle.js';

const PATH = ['input', 'account'];

describe('an account', () => {
  it.each([
    ['discord:1234', 'discord:1234'],
    ['Steam:76561198000000000', 'steam:76561198000000000'],
    ['battle.net:Bob#1234', 'battle.net:Bob#1234'],
    ['riot:aB_-=/+', 'riot:aB_-=/+'],
    ['steam2:STEAM_0:1:42', 'steam2:STEAM_0:1:42'],
    ['psn:Zoe\u0308', 'psn:Zo\u00eb'],
  ])('%s is stored as %s, and found by it', (text, stored) => {
    expect(checkAccount(text, PATH)).toBe(stored);
    expect(checkPlayerName(text, PATH)).toBe(stored);
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
    expect(checkAccount(text, PATH)).toMatchObject({
      code: 'BAD_INPUT',
      path: PATH,
      message: expect.stringContaining(message),
    });
  });
});
