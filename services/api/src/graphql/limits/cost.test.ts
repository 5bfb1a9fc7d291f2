import { buildSchema, type GraphQLObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createCostCheck } from './cost.js';

const schema = buildSchema(`
  type Query { leagues(first: Int = 20): LeagueConnection!, newest(first: Int = 5): [League!]! }
  type LeagueConnection { edges: [LeagueEdge!]!, nodes: [League!]!, pageInfo: PageInfo!, totalCount: Int!, unreachable: [String!]! }
  type LeagueEdge { cursor: String!, node: League! }
  type League { slug: String!, name: String!, players(first: Int = 20): PlayerConnection! }
  type PlayerConnection { nodes: [Player!]!, totalCount: Int! }
  type Player { handle: String! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
`);
for (const name of ['LeagueConnection', 'PlayerConnection']) {
  (schema.getType(name) as GraphQLObjectType).getFields().totalCount!.extensions = { cost: { work: 100 } };
}
const check = createCostCheck(schema);
const cost = (query: string, variables?: Record<string, unknown>) =>
  check({ document: parse(query), variables }).points;

describe('of a connection', () => {
  it('its count, its page and its unreachable leagues are charged once, however long it is', () => {
    for (const first of [1, 20, 100]) {
      expect(cost(`{ leagues(first: ${first}) { totalCount } }`)).toBe(1 + 101);
      expect(cost(`{ leagues(first: ${first}) { pageInfo { hasNextPage endCursor } unreachable } }`)).toBe(1 + 3 + 1);
    }
  });

  it('only the content of its nodes and edges is charged for each of them', () => {
    expect(cost('{ leagues(first: 10) { nodes { slug name } } }')).toBe(1 + 1 + 10 * 2);
    expect(cost('{ leagues(first: 10) { edges { cursor node { slug } } } }')).toBe(1 + 1 + 10 * 3);
    expect(cost('{ leagues(first: 10) { totalCount nodes { slug } edges { cursor } } }')).toBe(
      1 + 101 + 1 + 10 + 1 + 10,
    );
  });

  it('items in fragments are charged as if they were written out', () => {
    const spread = '{ leagues(first: 10) { ...F ... on LeagueConnection { edges { cursor } } } }';
    expect(
      cost(`${spread} fragment F on LeagueConnection { totalCount nodes { ...G } } fragment G on League { slug }`),
    ).toBe(cost('{ leagues(first: 10) { totalCount nodes { slug } edges { cursor } } }'));
  });

  it('a connection in each item is charged as often as there are items', () => {
    const players = 1 + 101 + 1 + 50;
    expect(cost('{ leagues(first: 10) { nodes { players(first: 50) { totalCount nodes { handle } } } } }')).toBe(
      1 + 1 + 10 * players,
    );
    expect(
      cost('query ($n: Int) { leagues(first: 3) { edges { node { players(first: $n) { nodes { handle } } } } } }', {
        n: 7,
      }),
    ).toBe(1 + 1 + 3 * (1 + 1 + 1 + 7));
  });

  it('a list that is no connection is charged item by item', () => {
    expect(cost('{ newest(first: 30) { slug name } }')).toBe(1 + 30 * 2);
  });
});

it('a request beyond the limit is refused with its cost and the most that one may cost', () => {
  expect(() =>
    cost('{ leagues(first: 100) { nodes { players(first: 98) { nodes { handle } totalCount } } } }'),
  ).toThrow('The request costs 20102 points; the most is 20000. Request less, or smaller pages.');
  expect(cost('{ leagues(first: 100) { nodes { players(first: 96) { totalCount nodes { handle } } } } }')).toBe(
    1 + 1 + 100 * (1 + 101 + 1 + 96),
  );
});
