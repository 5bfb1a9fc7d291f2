import { readFile } from 'node:fs/promises';
import { buildSchema, type GraphQLSchema, Kind, parse, print } from 'graphql';

const FOLDER = new URL('../../schema/', import.meta.url);

export const SCHEMA_FILE = new URL('schema.graphql', FOLDER);
export const RULES_FILE = new URL('rules.json', FOLDER);
export const HISTORY_FILE = new URL('history.json', FOLDER);
export const DATABASE_FILE = new URL('database.sql', FOLDER);
export const QUERIES_FOLDER = new URL('queries/', FOLDER);
export const OPERATIONS_FOLDER = new URL('operations/', FOLDER);

/** A document of operations/ with the shared fragments that it or one of them names, as a client sends it. */
export async function readOperation(file: string): Promise<string> {
  const [text, shared] = await Promise.all(
    [new URL(file, OPERATIONS_FOLDER), new URL('fragments.graphql', FOLDER)].map((url) => readFile(url, 'utf8')),
  );
  const fragments = parse(shared!).definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  // A fragment names only those below it.
  return fragments.reduce(
    (whole, part) => (whole.includes(`...${part.name.value}\n`) ? `${whole}\n${print(part)}` : whole),
    text!,
  );
}

/** The schema that clients are given. */
export async function readSchema(): Promise<GraphQLSchema> {
  return buildSchema(await readFile(SCHEMA_FILE, 'utf8'));
}
