import { type GraphQLSchema, isObjectType } from 'graphql';

/**
 * Fields that readers of lists put into their rows. A resolver for each of them would cost more than everything else about a row. None of
 * them may be null: if one is missing after all, the compiled query notices and leaves the response to graphql-js and the resolvers.
 */
const PREJOINED: Readonly<Record<string, readonly string[]>> = {
  Contribution: ['opponent'],
  Participant: ['player', 'scoresAgainst'],
  Rating: ['player'],
  RatingChange: ['match', 'expectedScore', 'actualScore'],
  ScoreAgainst: ['opponent'],
  Side: ['participants'],
  Standing: ['player'],
};

/** Removes the resolvers of fields that rows already have. @param schema is changed; use one that is only for compiled queries */
export function readPrejoinedFields(schema: GraphQLSchema): GraphQLSchema {
  for (const [typeName, fieldNames] of Object.entries(PREJOINED)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
    const fields = type.getFields();
    for (const name of fieldNames) fields[name]!.resolve = undefined;
  }
  return schema;
}
