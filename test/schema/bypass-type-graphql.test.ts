import { ANONYMOUS } from '@openladder/api/dist/access/access.js';
import { createSchema } from '@openladder/api/dist/graphql/schema.js';
import { compileOperation } from '@openladder/api/dist/http/known-operations.js';
import fc from 'fast-check';
import { type GraphQLSchema, getOperationAST, getVariableValues, isObjectType, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';

let schema: GraphQLSchema;
beforeAll(async () => {
  schema = await createSchema();
});

function fieldOf(typeName: string, fieldName: string) {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
  return type.getFields()[fieldName]!;
}

test('a mutation happens once, however often its response is made', async () => {
  const { resolve } = fieldOf('Mutation', 'submitMatches');
  const context = { app: { leagueCache: { idOf: () => undefined } }, access: ANONYMOUS, mutation: {} };
  const info = { fieldNodes: [{}], fragments: {} } as never;
  const input = { league: 'europe', matches: [] };
  const first = resolve!(undefined, { input }, context, info);
  expect(resolve!(undefined, { input }, context, info)).toBe(first);
  await expect(first).rejects.toThrow('A token is needed to submit matches.');
  const other = resolve!(undefined, { input }, { ...context, mutation: {} }, info);
  expect(other).not.toBe(first);
  await expect(other).rejects.toThrow();
});

describe('a compiled mutation', () => {
  const document = parse('mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { __typename } }');
  const operation = getOperationAST(document)!;

  /** A value where one is expected, or now and then another one, or none. */
  const mostly = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 12, arbitrary: value as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.jsonValue() });
  const text = mostly(fc.string());
  const number = mostly(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })));
  const list = <T>(item: fc.Arbitrary<T>) => mostly(fc.array(item, { maxLength: 3 }));
  const record = (required: object, optional: object) =>
    mostly(fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as never[] }));
  const against = record({ opponent: text, score: number }, {});
  const participant = record(
    { player: text },
    { isGuest: mostly(fc.boolean()), score: number, minutesPlayed: number, scoresAgainst: list(against) },
  );
  const side = record({ participants: list(participant) }, { placement: number, score: number, name: text });
  const match = record(
    { externalId: text, sides: list(side) },
    { playedAt: mostly(fc.constant('2026-11-20T12:00:00Z')) },
  );
  const input = record({ league: text, matches: list(match) }, {});

  test('receives its variables as graphql-js coerces them, or is refused', () => {
    let given: unknown;
    fieldOf('Mutation', 'submitMatches').resolve = (_, args) => {
      given = args;
      return { errors: [] };
    };
    const compiled = compileOperation(schema, document, operation)!;
    let fitting = 0;
    fc.assert(
      fc.property(fc.record({ input }), (variables) => {
        given = undefined;
        const expected = getVariableValues(schema, operation.variableDefinitions!, variables);
        const answer = compiled({}, variables) as { errors?: unknown };
        if (expected.errors) {
          expect(answer.errors).toBeDefined();
          expect(given).toBeUndefined();
        } else {
          fitting++;
          expect(answer.errors).toBeUndefined();
          expect(given).toEqual(expected.coerced);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(fitting).toBeGreaterThan(50);
  });
});
