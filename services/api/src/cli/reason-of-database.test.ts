import { expect, test } from 'vitest';
import { Unavailable } from '../kit/unavailable.js';
import { reasonOfDatabase } from './reason-of-database.js';

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const KEPT = 'What the command had stored before is kept. Run it again.';

test.each<[error: unknown, reason: string | null]>([
  [new Unavailable('The league is busy.', { retryAfter: 1 }), 'The league is busy.'],
  [
    failure('Connection terminated unexpectedly'),
    `The database does not respond: Connection terminated unexpectedly. ${KEPT}`,
  ],
  [failure('canceling', { code: '57014' }), `PostgreSQL ended a statement of this command: canceling. ${KEPT}`],
  [
    failure('password authentication failed for user "x"', { code: '28P01', severity: 'FATAL' }),
    'PostgreSQL refused the connection: password authentication failed for user "x".',
  ],
  [
    failure('wrapped', { driverError: failure('database "x" does not exist', { code: '3D000', severity: 'FATAL' }) }),
    'PostgreSQL refused the connection: database "x" does not exist.',
  ],
  [failure('write EPIPE', { code: 'EPIPE', syscall: 'write' }), null],
  [new TypeError('x is not a function'), null],
])('%s', (error, reason) => {
  expect(reasonOfDatabase(error)).toBe(reason);
});
