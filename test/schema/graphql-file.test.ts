import { readFile } from 'node:fs/promises';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema as print,
} from 'graphql';
import { expect, test } from 'vitest';
import { printSchema } from '../../services/api/dist/graphql/schema.js';
import { printRules } from '../../services/api/dist/kit/refusal.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { serve } from '../../services/api/dist/start/serve.js';
import { createTestDatabase } from '../support/database.js';
import { RULES_FILE, SCHEMA_FILE } from './files.js';

test('schema/schema.graphql is what the code has', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8'), 'run `npm run schema`').toBe(await printSchema());
});

test('schema/rules.json is what the code has', async () => {
  expect(await readFile(RULES_FILE, 'utf8'), 'run `npm run schema`').toBe(printRules());
});

test('the standard introspection query passes the limits of the server, and answers with the same schema', async () => {
  const database = await createTestDatabase();
  const config = readConfig({ OPENLADDER_DATABASE_URL: database.url, OPENLADDER_LOG_LEVEL: 'silent' });
  const service = await serve({ ...config, port: 0, isDemo: false }, () => undefined);
  const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true });
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: IntrospectionQuery; errors?: unknown };
  expect(errors).toBeUndefined();
  const told = print(lexicographicSortSchema(buildClientSchema(data)));
  expect(`${told}\n`).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  await service.stop();
  await database.drop();
});
