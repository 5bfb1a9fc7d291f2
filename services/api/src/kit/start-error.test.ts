import { expect, test } from 'vitest';
import { StartError, startStep } from './start-error.js';

test.each([
  ['connect ECONNREFUSED', 'connect ECONNREFUSED'],
  // The error of node-postgres if a server requires a password and the URL has none.
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'the server asks for a password, and none is given',
  ],
])('a step that fails with "%s" is reported in words of the operator', async (message, reason) => {
  const step = startStep('Could not use it', () => Promise.reject(new Error(message)));
  await expect(step).rejects.toThrow(new StartError(`Could not use it: ${reason}`));
});
