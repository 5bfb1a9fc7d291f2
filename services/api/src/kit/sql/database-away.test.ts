import { expect, test } from 'vitest';
import { Unavailable } from '../unavailable.js';
import { endedStatement, isAway, isLockNotAvailable, refusedConnection, unavailability } from './database-away.js';

const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test.each<[what: string, error: unknown]>([
  ['a refused connection', failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })],
  ['a refused connection to each address', new AggregateError([failure('', { code: 'ECONNREFUSED' })])],
  ['a Unix socket that is gone', failure('connect ENOENT /x', { code: 'ENOENT', syscall: 'connect' })],
  ['a host without an address', failure('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND' })],
  ['a shutdown', failure('terminating connection due to administrator command', { code: '57P01' })],
  ['a crash', failure('terminating connection because of crash', { code: '57P02' })],
  ['a start', failure('the database system is starting up', { code: '57P03', severity: 'FATAL' })],
  ['too many connections', failure('sorry, too many clients already', { code: '53300' })],
  ['a full disk', failure('could not extend file', { code: '53100' })],
  ['a lost connection', failure('x', { code: '08006' })],
  ['a wrong password', failure('password authentication failed', { code: '28P01', severity: 'FATAL' })],
  ['a connection that ended', failure('Connection terminated unexpectedly')],
  ['a pool whose connections are all taken', failure('timeout exceeded when trying to connect')],
  ['an answer that does not come in time', failure('Query read timeout')],
  ['a session that was idle in a transaction', failure('terminating connection', { code: '25P03' })],
  [
    'a transaction of TypeORM that has lost its session',
    failure('Database connection provided by a query runner was already released, cannot continue'),
  ],
  ['a failed statement of TypeORM', failure('x', { driverError: failure('x', { code: '57P01' }) })],
])('%s means that the database is unavailable', (_, error) => {
  expect(isAway(error)).toBe(true);
  expect(unavailability(error)).toMatchObject({ retryAfter: 5, cause: error });
});

test('a full database is not an unavailable one', () => {
  const full = failure('could not extend file', { code: '53100', severity: 'ERROR' });
  for (const error of [full, failure('x', { driverError: full })])
    expect(unavailability(error)?.message).toMatch(/^The database has no disk space or memory left\./);
  const absent = failure('connect ECONNREFUSED', { code: 'ECONNREFUSED' });
  expect(unavailability(absent)?.message).toMatch(/^The database does not respond;/);
});

test.each<[what: string, code: string]>([
  ['a statement that took too long', '57014'],
  ['a lock that others held for too long', '55P03'],
])('%s means that callers should retry, although the database is available', (_, code) => {
  const error = failure('canceling statement', { code, severity: 'ERROR' });
  expect(isAway(error)).toBe(false);
  expect(endedStatement(error)).toBe('canceling statement');
  expect(endedStatement(failure('x', { driverError: error }))).toBe('canceling statement');
  expect(unavailability(error)).toMatchObject({
    retryAfter: 5,
    message: expect.stringContaining('nothing was changed'),
  });
});

test.each<[what: string, error: unknown]>([
  ['a wrong statement', failure('syntax error', { code: '42601', severity: 'ERROR' })],
  ['a missing table', failure('relation does not exist', { code: '42P01', severity: 'ERROR' })],
  ['a deadlock', failure('deadlock detected', { code: '40P01', severity: 'ERROR' })],
  ['a missing file', failure('ENOENT', { code: 'ENOENT', syscall: 'open' })],
  ['a bug', new TypeError('x is not a function')],
  ['no errors at all', new AggregateError([])],
  ['nothing', undefined],
])('%s does not', (_, error) => {
  expect(unavailability(error)).toBeNull();
  expect(endedStatement(error)).toBeNull();
});

test('a database that accepts no writes asks to try again, and is not unavailable', () => {
  const error = failure('read-only transaction', { code: '25006', severity: 'ERROR' });
  expect(isAway(error)).toBe(false);
  expect(unavailability(failure('x', { driverError: error }))).toMatchObject({
    retryAfter: 5,
    message: expect.stringContaining('nothing was changed'),
  });
});

test('an unavailable lock differs from a cancelled statement', () => {
  const locked = failure('canceling statement due to lock timeout', { code: '55P03' });
  expect([locked, failure('x', { driverError: locked })].map(isLockNotAvailable)).toEqual([true, true]);
  expect([failure('x', { code: '57014' }), new Error('x'), undefined].map(isLockNotAvailable)).toEqual([
    ...[false, false, false],
  ]);
});

test('a refused connection has the words of PostgreSQL', () => {
  const refusal = failure('database "x" does not exist', { code: '3D000', severity: 'FATAL' });
  expect(refusedConnection(refusal)).toBe('database "x" does not exist');
  expect(refusedConnection(failure('y', { driverError: refusal }))).toBe('database "x" does not exist');
  expect(refusedConnection(failure('no password', { code: '28P01', severity: 'FATAL' }))).toBe('no password');
  const others = [{ code: '57P01', severity: 'FATAL' }, { code: '3D000', severity: 'ERROR' }, { code: 'ENOTFOUND' }];
  expect(others.map((fields) => refusedConnection(failure('x', fields)))).toEqual([null, null, null]);
});

test('other causes of unavailability have their own reason', () => {
  const error = new Unavailable('busy', { retryAfter: 1 });
  expect(unavailability(error)).toBe(error);
});
