import { expect, test } from 'vitest';
import { Unavailable } from '../kit/unavailable.js';
import { failureReason } from './report.js';

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const KEPT = 'The work stored so far is kept. Run it again.';

test.each<[error: unknown, reason: string | null]>([
  [new Unavailable('The league is busy.', { retryAfter: 1 }), 'The league is busy.'],
  [
    failure('Connection terminated unexpectedly'),
    `The database does not respond: Connection terminated unexpectedly. ${KEPT}`,
  ],
  [
    failure(
      'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
    ),
    `The database does not respond: the connection was lost. ${KEPT}`,
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
  [
    failure('wrapped', { driverError: failure('permission denied for table league', { code: '42501' }) }),
    'PostgreSQL refused a statement of this command: permission denied for table league. Give the role of OPENLADDER_DATABASE_URL that right, or set another role.',
  ],
  [
    failure('cannot execute INSERT in a read-only transaction', { code: '25006' }),
    'PostgreSQL refused a statement of this command: cannot execute INSERT in a read-only transaction. Set OPENLADDER_DATABASE_URL to the primary, and to a role that may write.',
  ],
  [
    failure('column "weather" does not exist', { code: '42703' }),
    'PostgreSQL refused a statement of this command: column "weather" does not exist. The tables differ from those created by the migrations of Open Ladder. Undo any manual change, or restore a backup into an empty database.',
  ],
  [
    failure('could not extend file: No space left on device', { code: '53100' }),
    `PostgreSQL refused a statement of this command: could not extend file: No space left on device. Check the log of PostgreSQL, and free some space. ${KEPT}`,
  ],
  [
    failure('invalid page in block 7', { code: 'XX001' }),
    'PostgreSQL refused a statement of this command: invalid page in block 7. Files of the database are damaged. Restore a backup into an empty database.',
  ],
  [
    failure('ENOSPC: no space left on device, write', { code: 'ENOSPC', errno: -28, syscall: 'write' }),
    'The operating system refused: ENOSPC: no space left on device, write.',
  ],
  [failure('syntax error at or near "SELET"', { code: '42601' }), null],
  [new TypeError('x is not a function'), null],
])('%s', (error, reason) => {
  expect(failureReason(error)).toBe(reason);
});
