import { readdir, readFile } from 'node:fs/promises';
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { OPERATIONS_FOLDER, readOperation, readSchema } from './files.js';

const ROOT = new URL('../../', OPERATIONS_FOLDER);
const README = new URL('schema/README.md', ROOT);
/** With documents to paste. */
const PAGES = [
  'README.md',
  'schema/README.md',
  ...['corrections', 'compare', 'webhooks', 'write-a-bot', 'show-a-board'].map((page) => `docs/${page}.md`),
];

describe('the operations to copy', async () => {
  const schema = await readSchema();
  const files = await readdir(OPERATIONS_FOLDER);

  test.each(files)('%s is valid, and its first line names its users', async (file) => {
    const text = await readOperation(file);
    expect(validate(schema, parse(text))).toEqual([]);
    expect(text).toMatch(/^# (A bot|A site|A site or a bot|An administrator|The console|Anybody): /);
  });

  test.each(files)('%s names the league as all of them do: $league', async (file) => {
    const text = await readFile(new URL(file, OPERATIONS_FOLDER), 'utf8');
    expect([...text.matchAll(/\bleague\(slug: (\$\w+)/g)].filter(([, variable]) => variable !== '$league')).toEqual([]);
  });

  test('schema/README.md lists every operation', async () => {
    const readme = await readFile(README, 'utf8');
    expect(files.filter((file) => !readme.includes(`operations/${file}`))).toEqual([]);
  });

  test('every query of the API is shown in one of them, or on a page', async () => {
    const documents = await Promise.all([
      ...files.map((file) => readFile(new URL(file, OPERATIONS_FOLDER), 'utf8')),
      ...PAGES.map(async (page) => documentsOf(await readFile(new URL(page, ROOT), 'utf8')).join('\n')),
    ]);
    const shown = (field: string) => documents.some((text) => new RegExp(`\\b${field}\\b *[({]`).test(text));
    expect(Object.keys(schema.getQueryType()!.getFields()).filter((field) => !shown(field))).toEqual([]);
  });

  test.each(PAGES)('the queries and mutations that %s shows are valid', async (page) => {
    const text = await readFile(new URL(page, ROOT), 'utf8');
    const shown = documentsOf(text);
    expect(shown.length).toBeGreaterThan(0);
    for (const document of shown) expect(validate(schema, parse(document))).toEqual([]);
  });
});

/** The GraphQL documents of a page. */
function documentsOf(page: string): string[] {
  return [...page.matchAll(/```graphql\n(.*?)```/gs)].map(([, document]) => document!);
}
