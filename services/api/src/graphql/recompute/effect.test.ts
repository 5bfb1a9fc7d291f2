import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { newResponseSize } from '../../kit/paging/response-size.js';
import type { Effect } from '../../replay/effect.js';
import type { Context } from '../context.js';
import { sharedSchema } from '../schema.js';

const moves = Array.from({ length: 1_000 }, (_, n) => ({
  playerId: n,
  before: { value: 1, deviation: null },
  after: { value: 2, deviation: null },
}));
const [operation] = parse('{ changes { player { handle } delta } }').definitions as OperationDefinitionNode[];
const info = {
  fieldNodes: operation!.selectionSet.selections as FieldNode[],
  fragments: {},
} as unknown as GraphQLResolveInfo;

test('a thousand changes are counted, and made after everyone else had a turn; a few are made at once', async () => {
  const effectOf = (changes: readonly (typeof moves)[number][]): Effect => {
    return { changeCount: changes.length, changes, standings: [], players: [] };
  };
  const size = newResponseSize();
  const context = { size, loaders: {} } as Context;
  const few = moves.slice(0, 10);
  const type = (await sharedSchema()).getType('Effect') as GraphQLObjectType<Effect>;
  const changesOf = (effect: Effect) => type.getFields().changes!.resolve!(effect, {}, context, info);
  expect(changesOf(effectOf(few))).toBe(few);
  const many = changesOf(effectOf(moves));
  expect(many).toBeInstanceOf(Promise);
  expect(await many).toEqual(moves);
  expect(size.fields).toBe(3 * (10 + 1_000));
});
