import { expect, test } from 'vitest';
import { Census } from './census.js';
import { socketRefusal } from './sockets.js';

test('an address has 100 places, and all addresses together as many as the process', () => {
  const census = new Census();
  const enter = (address: string, count: number) => {
    for (let n = 0; n < count; n++) census.enter(address);
  };
  enter('a', 100);
  expect(socketRefusal(census, 'a', 1_000)).toBe('At most 100 WebSockets may be open per address; close one first');
  expect(socketRefusal(census, 'b', 1_000)).toBeNull();
  for (let n = 1; n < 10; n++) enter(`b${n}`, 100);
  expect(socketRefusal(census, 'c', 1_000)).toBe('At most 1000 WebSockets may be open in all; try again later');
  census.leave('a');
  expect(socketRefusal(census, 'a', 1_000)).toBeNull();
});
