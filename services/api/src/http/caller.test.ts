import type { IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Access } from '../access/access.js';
import type { Log } from '../kit/log.js';
import { addressReader, type ChargeNeeds, chargeRequests, countWrongTokens, network } from './caller.js';
import { RateLimits, type RateLimitsNeeds, REQUEST_POINTS } from './rate-limits.js';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:49152', '192.0.2.7'],
  ['[2001:db8:1:2::6]:49152', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::6', '2001:db8:1:2::/64'],
])('%s is counted as %s', (address, expected) => {
  expect(network(address)).toBe(expected);
});

/** Points of accounts, in memory. */
function newLimits(points: number): RateLimits {
  const spent = new Map<string, number>();
  const spend = async (account: string, more: number) => {
    const before = spent.get(account) ?? 0;
    spent.set(account, before + more);
    return { limit: points, remaining: 0, resetsIn: 60, isSpent: before + more > points, wasSpent: before > points };
  };
  return { points, spend } as unknown as RateLimits;
}

test('an address has a hundred wrong secrets a minute, others have theirs, and the log reports it once', async () => {
  const lines: string[] = [];
  const log = {
    warn: ({ address }: { address: string }, line: string) => void lines.push(`${address}: ${line}`),
  } as unknown as Log;
  const { count, refuse } = countWrongTokens(newLimits(1_000));
  const waits: (number | null)[] = [];
  for (let attempt = 0; attempt < 99; attempt++) waits.push(await count('10.0.0.1', log));
  expect(new Set(waits)).toEqual(new Set([null]));
  expect((await refuse('10.0.0.1', log)).extensions.code).toBe('UNAUTHENTICATED');
  expect([await count('10.0.0.1', log), await count('10.0.0.1', log)]).toEqual([60, 60]);
  expect((await refuse('10.0.0.1', log)).extensions.code).toBe('RATE_LIMITED');
  expect(await count('10.0.0.2', log)).toBeNull();
  const refused = Array(100).fill('10.0.0.1: An invalid token was refused');
  const others = ['10.0.0.1: An address sent too many invalid tokens', '10.0.0.2: An invalid token was refused'];
  expect(lines).toEqual([...refused, ...others]);
});

test('without limits nobody waits', async () => {
  const { count } = countWrongTokens(null);
  expect(await count('10.0.0.1', { warn: () => undefined } as unknown as Log)).toBeNull();
});

const ADMIN: Access = { tokenId: 7, actor: 'admin', scopes: ['platform:admin'], leagueIds: [] };

test('invented sessions of an address without points cost no query, and a known session is accepted', async () => {
  const looked: string[] = [];
  const server = fastify();
  const isolated = { database: {}, isStandby: true, schema: {} } as unknown as RateLimitsNeeds;
  const rateLimits = new RateLimits(isolated, 3 * REQUEST_POINTS, () => undefined);
  chargeRequests(server, {
    rateLimits,
    authenticator: {
      knowsSession: (id) => id === 'known',
      authenticateSession: async (id) => {
        looked.push(id);
        return id === 'known' ? ADMIN : null;
      },
    },
    sessionOf: ({ headers }) => headers.cookie ?? null,
    lifecycle: { phase: 'serving' },
    headers: {},
  } as ChargeNeeds);
  server.get('/console', async () => 'a page');
  const get = async (cookie: string) => (await server.inject({ url: '/console', headers: { cookie } })).statusCode;
  const refused: number[] = [];
  for (let each = 0; each < 10; each++) if ((await get(`invented ${each}`)) !== 200) refused.push(each);
  expect(refused).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(looked).toEqual(['invented 0', 'invented 1', 'invented 2', 'invented 3']);
  expect(await get('known')).toBe(200);
  await server.close();
  await rateLimits.close();
});

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['nobody is trusted', [], '1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['a stranger says something', ['10.0.0.0/8'], '1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['a proxy speaks for somebody', ['10.0.0.0/8'], '10.1.1.1', '9.9.9.9', '9.9.9.9'],
  ['somebody lies to a proxy', ['10.0.0.0/8'], '10.1.1.1', '7.7.7.7, 9.9.9.9', '9.9.9.9'],
  ['two proxies stand in a row', ['10.0.0.0/8', '192.0.2.1'], '10.1.1.1', '9.9.9.9, 192.0.2.1', '9.9.9.9'],
  ['a proxy adds ports', ['10.0.0.0/8', '::1'], '10.1.1.1', '9.9.9.9:5, [::1]:80, 10.2.2.2:5678', '9.9.9.9:5'],
  ['a proxy comes by IPv6', ['10.1.1.1'], '::ffff:10.1.1.1', '2001:db8::7', '2001:db8::7'],
  ['a network is of IPv6', ['2001:db8::/32'], '2001:db8::1', '9.9.9.9', '9.9.9.9'],
  ['a proxy speaks for itself', ['10.0.0.0/8'], '10.1.1.1', undefined, '10.1.1.1'],
  ['a proxy speaks nonsense', ['10.0.0.0/8'], '10.1.1.1', 'unknown', 'unknown'],
])('if %s, the address is reported', (_, trusted, remote, forwarded, address) => {
  expect(addressReader(trusted)(request(remote, forwarded))).toBe(address);
});
