import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressReader } from './socket-address.js';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['nobody is trusted', [], '1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['a stranger says something', ['10.0.0.0/8'], '1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['a proxy speaks for somebody', ['10.0.0.0/8'], '10.1.1.1', '9.9.9.9', '9.9.9.9'],
  ['somebody lies to a proxy', ['10.0.0.0/8'], '10.1.1.1', '7.7.7.7, 9.9.9.9', '9.9.9.9'],
  ['two proxies stand in a row', ['10.0.0.0/8', '192.0.2.1'], '10.1.1.1', '9.9.9.9, 192.0.2.1', '9.9.9.9'],
  ['a proxy comes by IPv6', ['10.1.1.1'], '::ffff:10.1.1.1', '2001:db8::7', '2001:db8::7'],
  ['a network is of IPv6', ['2001:db8::/32'], '2001:db8::1', '9.9.9.9', '9.9.9.9'],
  ['a proxy speaks for itself', ['10.0.0.0/8'], '10.1.1.1', undefined, '10.1.1.1'],
  ['a proxy speaks nonsense', ['10.0.0.0/8'], '10.1.1.1', 'unknown', 'unknown'],
])('where %s, the address is told', (_, trusted, remote, forwarded, address) => {
  expect(addressReader(trusted)(request(remote, forwarded))).toBe(address);
});
