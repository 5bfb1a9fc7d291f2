import { expect, test } from 'vitest';
import { SocketCounter } from './sockets.js';

test('an address has 100 places, and all addresses together as many as the process', () => {
  const census = new SocketCounter(1_000);
  const enter = (address: string, count: number) => {
    for (let n = 0; n < count; n++) census.enter(address);
  };
  enter('a', 100);
  expect(census.refusal('a')).toBe('At most 100 WebSockets may be open per address; close one first');
  expect(census.refusal('b')).toBeUndefined();
  for (let n = 1; n < 10; n++) enter(`b${n}`, 100);
  expect(census.refusal('c')).toBe('At most 1000 WebSockets may be open in all; try again later');
  census.leave('a');
  expect(census.refusal('a')).toBeUndefined();
});
