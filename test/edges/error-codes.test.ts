import { readFile } from 'node:fs/promises';
import { type GraphQLEnumType, getNamedType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../services/api/dist/graphql/error-format.js';
import { readSchema } from '../schema/files.js';
import { useStory } from '../support/story.js';
import { document, expectHarmless, type RawRequest, send } from './refusals.js';

/** The rows of a table of schema/README.md whose first column is a code: the code, and the message. */
async function tableAfter(words: string): Promise<[code: string, message: string][]> {
  const readme = await readFile(new URL('../../schema/README.md', import.meta.url), 'utf8');
  const lines = readme.slice(readme.indexOf(words)).split('\n');
  const start = lines.findIndex((line) => line.startsWith('| `'));
  const rows = lines.slice(
    start,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  );
  return rows.map((row) => {
    const [, code, , message] = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^`|`$/g, ''));
    return [code!, message!];
  });
}

const expectedFailures = await tableAfter('Expected failures are values');
const responseErrors = await tableAfter('Everything else is an error of the response');

describe('the tables of error codes', () => {
  test('list every UserErrorCode once, with an example', async () => {
    const { values } = (await readSchema()).getType('UserErrorCode')!.toConfig() as ReturnType<
      GraphQLEnumType['toConfig']
    >;
    expect(expectedFailures.map(([code]) => code).sort()).toEqual(Object.keys(values).sort());
    expect(expectedFailures.filter(([, message]) => !message)).toEqual([]);
  });

  test('list every code of a response error once, with an example', () => {
    expect(responseErrors.map(([code]) => code).sort()).toEqual([...ERROR_CODES].sort());
    expect(responseErrors.filter(([, message]) => !message)).toEqual([]);
  });

  test('name a type for every expected failure', async () => {
    const schema = await readSchema();
    for (const [code] of expectedFailures) {
      const name = code.toLowerCase().replace(/(^|_)(.)/g, (_, __, letter) => letter.toUpperCase());
      expect(getNamedType(schema.getType(`${name}Error`)), code).toBeDefined();
    }
  });
});

describe('the example of a response error is the response of the service:', () => {
  const BOARD = '{ leagues(first: 100) { nodes { standings(first: 100) { nodes { rank player { handle } } } } } }';
  const ALIASES = `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: viewer { name }`).join(' ')} }`;
  const CREATE =
    'mutation { createLeague(input: { slug: "a", name: "a", ratingSystem: "zonestats" }) { league { slug } } }';
  const ASKING: Partial<Record<ErrorCode, RawRequest>> = {
    UNAUTHENTICATED: document('{ league(slug: "europe") { auditLog { nodes { id } } } }'),
    BAD_INPUT: document('{ leagues(first: 1000) { nodes { slug } } }'),
    BAD_REQUEST: { body: '{' },
    GRAPHQL_PARSE_FAILED: document('{'),
    GRAPHQL_VALIDATION_FAILED: document(ALIASES),
    OPERATION_RESOLUTION_FAILURE: document('query A { viewer { name } } query B { viewer { name } }'),
    PERSISTED_QUERY_NOT_FOUND: {
      body: `{ "extensions": { "persistedQuery": { "version": 1, "sha256Hash": "${'0'.repeat(64)}" } } }`,
    },
    PERSISTED_QUERY_NOT_SUPPORTED: {
      body: '{ "extensions": { "persistedQuery": { "version": 1, "sha256Hash": "x" } } }',
    },
    TOO_COSTLY: document(BOARD),
    PAYLOAD_TOO_LARGE: { body: 'x'.repeat(100_001) },
    UNSUPPORTED_MEDIA_TYPE: { headers: { 'content-type': 'text/plain' }, body: 'x' },
    NOT_FOUND: { search: '/v1', body: '{}' },
  };

  const story = useStory();
  beforeAll(() => story.league('europe'));

  test.each(Object.entries(ASKING))('%s', async (code, request) => {
    const { errors } = await send(story, request);
    expect(errors).toMatchObject([{ message: new Map(responseErrors).get(code), extensions: { code } }]);
  });

  test('FORBIDDEN', async () => {
    const bot = await story.bot(['matches:submit'], 'europe');
    const { message, extensions } = await bot.fail(CREATE);
    expect([extensions.code, message]).toEqual(['FORBIDDEN', new Map(responseErrors).get('FORBIDDEN')]);
  });

  test('UNAVAILABLE while the database accepts no writes; READ_ONLY comes only from a standby', async () => {
    const refusing = "BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'read_only_sql_transaction'; END";
    await story.sql(`CREATE FUNCTION refuse_league() RETURNS trigger LANGUAGE plpgsql AS $$ ${refusing} $$`);
    await story.sql('CREATE TRIGGER refused BEFORE INSERT ON league EXECUTE FUNCTION refuse_league()');
    const { message, extensions } = await story.admin.fail(CREATE);
    await story.sql('DROP FUNCTION refuse_league CASCADE');
    expect([extensions, message]).toEqual([
      { code: 'UNAVAILABLE', retryAfter: 5 },
      expect.stringMatching(/^The database takes no writes at the moment/),
    ]);
  });

  test('INTERNAL_SERVER_ERROR, without details', async () => {
    await story.sql('ALTER TABLE match RENAME TO elsewhere');
    const { errors, text } = await send(story, document('{ league(slug: "europe") { matches { nodes { id } } } }'));
    await story.sql('ALTER TABLE elsewhere RENAME TO match');
    const message = new Map(responseErrors).get('INTERNAL_SERVER_ERROR');
    expect(errors, text).toMatchObject([{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
    expectHarmless(text);
  });
});
