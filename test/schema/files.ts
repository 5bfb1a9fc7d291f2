import { readFile } from 'node:fs/promises';
import { buildSchema, type GraphQLSchema } from 'graphql';

const FOLDER = new URL('../../schema/', import.meta.url);

export const SCHEMA_FILE = new URL('schema.graphql', FOLDER);
export const DATABASE_FILE = new URL('database.sql', FOLDER);
export const OPERATIONS_FOLDER = new URL('operations/', FOLDER);

/** The schema that clients are given. */
export async function readSchema(): Promise<GraphQLSchema> {
  return buildSchema(await readFile(SCHEMA_FILE, 'utf8'));
}
