import { expect, test } from 'vitest';
import { SocketCensus } from './socket-census.js';

test('an address has 100 places, and all addresses together 1,000', () => {
  const census = new SocketCensus();
  const enter = (address: string, count: number) => Array.from({ length: count }, () => census.enter(address));
  const [first] = enter('a', 100);
  expect(census.refusal('a')).toBe('At most 100 WebSockets may be open per address; close one first');
  expect(census.refusal('b')).toBeUndefined();
  for (let n = 1; n < 10; n++) enter(`b${n}`, 100);
  expect(census.refusal('c')).toBe('At most 1000 WebSockets may be open in all; try again later');
  first!();
  expect(census.refusal('a')).toBeUndefined();
});
