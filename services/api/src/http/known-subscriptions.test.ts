import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { KnownSubscriptions, subscriptionRequest } from './known-subscriptions.js';

const SCHEMA = buildSchema(`type Query { a: Int }
  type Subscription { heard(league: String, after: String): Event }
  type Event { cursor: String page(after: String): Int }`);
const subscriptions = new KnownSubscriptions(SCHEMA);

function requests(query: string, ...variables: object[]): number {
  const known = subscriptions.read(query, null);
  if (Array.isArray(known)) throw known[0];
  return new Set(variables.map((each) => subscriptionRequest(known, null, each as Record<string, unknown>))).size;
}

test.each([
  [1, 'where events begin', 'heard(league: $l, after: $a) { cursor }'],
  [2, 'what else depends on the same variable', 'heard(league: $l, after: $a) { cursor page(after: $a) }'],
  [2, 'an argument of another field', 'heard(league: $l) { page(after: $a) }'],
])('there are %i requests for two values of %s', (count, _, field) => {
  const query = `subscription ($l: String, $a: String) { ${field} }`;
  expect(requests(query, { l: 'x', a: 'one' }, { l: 'x', a: 'two' })).toBe(count);
  expect(requests(query, { l: 'x', a: 'one' }, { l: 'y', a: 'one' })).toBe(2);
});

test('long documents push out older ones, and short ones are remembered by the hundred', () => {
  const remembered = (length: number) => {
    const own = new KnownSubscriptions(SCHEMA);
    const queries = Array.from({ length: 200 }, (_, index) =>
      `subscription s${index} { heard { cursor } }`.padEnd(length),
    );
    for (const query of queries) own.read(query, null);
    return queries.filter((query) => own.find(query, null) !== undefined).length;
  };
  expect(remembered(100)).toBe(200);
  const most = remembered(9_000);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(20);
});

test('a document that was forgotten and read again is the same request, and a different one is not', () => {
  const requestOf = (query: string) => {
    const known = new KnownSubscriptions(SCHEMA).read(query, null);
    return Array.isArray(known) ? null : subscriptionRequest(known, null, null);
  };
  const [query, other] = ['subscription { heard { cursor } }', 'subscription { heard { page } }'];
  expect(requestOf(query)).toBe(requestOf(query));
  expect(requestOf(query)).not.toBe(requestOf(other));
});
