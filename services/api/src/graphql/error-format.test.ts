import { buildSchema, execute, GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import { Unavailable } from '../kit/unavailable.js';
import { formatError } from './error-format.js';

const app = { isStandby: false, schema: { incompatibility: null, isUnknown: false } } as never;

test.each([
  ['a lost connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 5],
  ['a full queue', new Unavailable('Too many are waiting.', { retryAfter: 2 }), 2],
])('%s becomes UNAVAILABLE, in a field and before any field began', (_, originalError, retryAfter) => {
  for (const path of [['league'], undefined]) {
    const error = new GraphQLError(originalError.message, { originalError, path });
    expect(formatError(error.toJSON(), error, app).extensions).toEqual({ code: 'UNAVAILABLE', retryAfter });
  }
});

test.each([
  ['query ($n: Int) { square(of: $n) }', 'of'],
  ['query ($n: Int = 1) { sum(of: { a: $n }) }', 'of'],
  ['query ($n: Boolean = true) { square @skip(if: $n) }', 'if'],
])("null that only a default permits for a variable is the sender's mistake: %s", async (source, argument) => {
  const schema = buildSchema('input Two { a: Int! } type Query { square(of: Int! = 2): Int sum(of: Two): Int }');
  const { errors } = await execute({ schema, document: parse(source), variableValues: { n: null } });
  const { message, extensions } = formatError(errors![0]!.toJSON(), errors![0], app);
  expect(extensions).toEqual({ code: 'BAD_INPUT', argument: [argument] });
  expect(message).toMatch(new RegExp(`^Argument "${argument}" .* must not be null`));
});
