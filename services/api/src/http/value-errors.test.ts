import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { refusedVariables } from './value-errors.js';

const schema = buildSchema(`
  type Query { submit(league: String!, matches: [MatchInput!]): Int }
  input MatchInput { externalId: String!, weight: Float, sides: [Int!]! }
`);
const operation = getOperationAST(
  parse('query ($league: String!, $matches: [MatchInput!]) { submit(league: $league, matches: $matches) }'),
)!;

/** The errors about variables: sentence and place. */
function said(variables: Record<string, unknown>): unknown[] {
  return refusedVariables(schema, operation, variables).map(({ message, extensions: { code, ...place } }) => {
    expect(code).toBe('BAD_INPUT');
    return [message, place];
  });
}

describe('variables', () => {
  test('that are right are not refused', () => {
    expect(said({ league: 'europe', matches: [{ externalId: 'g-1', sides: [1] }] })).toEqual([]);
  });

  test.each([
    [{}, 'Variable "$league" of required type "String!" was not provided.', { argument: ['league'] }],
    [{ league: null }, 'league must not be null', { argument: ['league'] }],
    [{ league: 5 }, 'league has a wrong type: String cannot represent a non string value: 5', { argument: ['league'] }],
  ])('%j is refused with its fault', (variables, message, place) => {
    expect(said(variables)).toEqual([[message, place]]);
  });

  test('that are missing are reported with those that are wrong', () => {
    expect(said({ matches: 7 })).toEqual([
      ['Variable "$league" of required type "String!" was not provided.', { argument: ['league'] }],
      ['matches has a wrong type: Expected type "MatchInput" to be an object; received 7', { argument: ['matches'] }],
    ]);
  });

  test('name a field that the type does not have, one that is missing, and a null', () => {
    const matches = [
      { externalId: 'g-1', sides: [1], winner: 'ann' },
      { externalId: 'g-2', sides: [1], weigth: 2 },
      { externalId: 'g-3' },
      { externalId: 'g-4', sides: [null] },
    ];
    const at = (match: number, ...path: string[]) => ({
      argument: ['matches', String(match), ...path],
      externalId: `g-${match + 1}`,
    });
    expect(said({ league: 'europe', matches })).toEqual([
      ['matches.0.winner (match "g-1") is not a field of MatchInput', at(0, 'winner')],
      ['matches.1.weigth (match "g-2") is not a field of MatchInput. Did you mean "weight"?', at(1, 'weigth')],
      ['matches.2.sides (match "g-3") is required, but missing', at(2, 'sides')],
      ['matches.3.sides.0 (match "g-4") must not be null', at(3, 'sides', '0')],
    ]);
  });

  test('with an unknown field of any length get a short response', () => {
    const field = 'x'.repeat(100_000);
    const [error] = refusedVariables(schema, operation, {
      league: 'europe',
      matches: [{ externalId: 'g-1', sides: [], [field]: 1 }],
    });
    expect(JSON.stringify(error).length).toBeLessThan(500);
  });
});
