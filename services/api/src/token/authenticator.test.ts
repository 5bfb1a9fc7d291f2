import { expect, test } from 'vitest';
import { Authenticator, type AuthenticatorNeeds } from './authenticator.js';

test('ten thousand invented sessions make the process forget no more than the oldest', async () => {
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
