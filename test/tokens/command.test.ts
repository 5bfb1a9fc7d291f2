import { expect, test } from 'vitest';
import { useCommandLine } from '../import/support.js';

const at = useCommandLine();

const ARGS = ['token', '--name', 'new admin', '--scope', 'platform:admin'];

test('prints a secret, and the token ends at the given time', async () => {
  const run = await at.openladder(...ARGS, '--expires', '2027-01-01');
  expect(run).toMatchObject({ status: 0, out: expect.stringMatching(/^ol_\w{36}\n$/) });
  expect(await at.sql('SELECT name, expires_at FROM token')).toEqual([
    { name: 'new admin', expires_at: new Date('2027-01-01T00:00:00Z') },
  ]);
});

test.each(['40', 'tomorrow 12', '30d'])('an end of "%s" is no time, and no token is made', async (expires) => {
  const run = await at.openladder(...ARGS, '--expires', expires);
  expect(run).toMatchObject({ status: 2, out: '', err: expect.stringContaining('It must be a date such as') });
});
