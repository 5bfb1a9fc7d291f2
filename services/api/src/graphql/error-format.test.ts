import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { Unavailable } from '../kit/unavailable.js';
import { formatError } from './error-format.js';

const app = { isStandby: false, schema: { incompatibility: null, isUnknown: false } } as never;

test.each([
  ['a lost connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 5],
  ['a full queue', new Unavailable('Too many are waiting.', { retryAfter: 2 }), 2],
])('%s is told as UNAVAILABLE, in a field and before any field began', (_, originalError, retryAfter) => {
  for (const path of [['league'], undefined]) {
    const error = new GraphQLError(originalError.message, { originalError, path });
    expect(formatError(error.toJSON(), error, app).extensions).toEqual({ code: 'UNAVAILABLE', retryAfter });
  }
});
