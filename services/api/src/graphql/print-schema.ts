import { lexicographicSortSchema, printSchema as print } from 'graphql';
import { createSchema } from './schema.js';

/** The GraphQL schema in its own language, sorted by name, so that a change of order is no change. */
export async function printSchema(): Promise<string> {
  return `${print(lexicographicSortSchema(await createSchema()))}\n`;
}
