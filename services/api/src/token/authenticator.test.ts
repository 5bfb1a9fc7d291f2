import { describe, expect, test } from 'vitest';
import { Authenticator, type AuthenticatorNeeds, hashSecret, isPlausibleSecret, newSecret } from './authenticator.js';

test('ten thousand invented sessions make the process forget only the oldest', async () => {
  let asked = 0;
  const manager = {
    query: async () => {
      asked++;
      return [];
    },
  };
  const needs = { database: { manager }, clock: () => new Date(0) } as unknown as AuthenticatorNeeds;
  const authenticator = new Authenticator(needs);
  for (let each = 0; each <= 10_000; each++) await authenticator.authenticateSession(`session ${each}`);
  expect(asked).toBe(10_001);
  await authenticator.authenticateSession('session 1');
  expect(asked).toBe(10_001);
  await authenticator.authenticateSession('session 0');
  expect(asked).toBe(10_002);
});

test('a new secret has the prefix, 30 random characters and a checksum, and no other is like it', () => {
  const secrets = Array.from({ length: 1000 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^ol_[0-9A-Za-z]{36}$/);
  expect(new Set(secrets).size).toBe(1000);
  expect(secrets.every(isPlausibleSecret)).toBe(true);
});

test('every character comes as often as every other', () => {
  const text = Array.from({ length: 2000 }, () => newSecret().slice(3, 33)).join('');
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 60,000 characters: each about 968 times, with a standard deviation of 31. Six of these happen once in 10^9.
  for (const count of counts.values()) expect(Math.abs(count - 60_000 / 62)).toBeLessThan(6 * 31);
});

describe('the checksum reveals a typing error', () => {
  const secret = newSecret();

  test('in any letter', () => {
    for (let index = 3; index < secret.length; index++) {
      const wrong = secret[index] === 'x' ? 'y' : 'x';
      expect(isPlausibleSecret(secret.slice(0, index) + wrong + secret.slice(index + 1))).toBe(false);
    }
  });

  test.each([
    [
      'two neighbours changed places',
      () => {
        const index = [...secret].findIndex((character, i) => i > 3 && character !== secret[i + 1]);
        return secret.slice(0, index) + secret[index + 1]! + secret[index]! + secret.slice(index + 2);
      },
    ],
    ['one is missing', () => secret.slice(0, 10) + secret.slice(11)],
    ['one is too many', () => `${secret}0`],
    ['it ends with the prefix', () => 'ol_'],
  ])('or %s', (_, mistyped) => {
    expect(isPlausibleSecret(mistyped())).toBe(false);
  });

  test("an operator's own secret has no form to check", () => {
    expect(isPlausibleSecret('correct-horse-battery')).toBe(true);
  });
});

test('the stored value is SHA-256', () => {
  expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
