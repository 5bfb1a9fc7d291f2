import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../support/folder.js';

const ROOT = new URL('../../', import.meta.url);
const CLIENT = 'packages/client/src/operations.ts';
const PAGES = 'services/web/src/operations.ts';

const { writeOperations } = (await import(new URL('packages/client/generate.mjs', ROOT).href)) as {
  writeOperations: (root?: URL) => Promise<string[]>;
};

/** A repository with nothing but its schema/. */
let root: URL;

beforeAll(async () => {
  root = pathToFileURL(`${await newFolder()}/`);
  await cp(new URL('schema/', ROOT), new URL('schema/', root), { recursive: true });
  for (const folder of ['packages/client/src/', 'services/web/src/']) {
    await mkdir(new URL(folder, root), { recursive: true });
  }
});

describe('the documents from the build', () => {
  test('are in the client, and those of the service’s own pages in services/web', async () => {
    expect(await writeOperations(root)).toEqual([CLIENT, PAGES]);
    const [client, pages] = await Promise.all([CLIENT, PAGES].map((path) => readFile(new URL(path, root), 'utf8')));
    expect(client).toContain('export const BoardDocument =');
    expect(client).not.toMatch(/(Site|Console)\w+Document/);
    expect(pages).toContain('export const SiteBoardDocument =');
    expect(pages).toContain('export const ConsoleLeagueDocument =');
    expect(pages).not.toContain('export const BoardDocument =');
  });

  test('are the built ones, word for word', async () => {
    for (const path of [CLIENT, PAGES]) {
      const [built, made] = await Promise.all([ROOT, root].map((each) => readFile(new URL(path, each), 'utf8')));
      expect(built, `run \`npm run build\`: ${path} is not what schema/ says`).toBe(made);
    }
  });

  test('are rebuilt if and only if a source has changed', async () => {
    expect(await writeOperations(root)).toEqual([]);
    await appendFile(new URL('schema/operations/board.graphql', root), '# Changed.\n');
    expect(await writeOperations(root)).toEqual([CLIENT, PAGES]);
    expect(await readFile(new URL(CLIENT, root), 'utf8')).toContain('Changed. */\nexport const BoardDocument =');
    expect(await writeOperations(root)).toEqual([]);
  });

  test('are named if the schema lacks a requested field', async () => {
    await writeFile(new URL('schema/operations/own.graphql', root), '# A site: x.\nquery Own {\n  weather\n}\n');
    await expect(writeOperations(root)).rejects.toThrow(/Cannot query field "weather".*at own\.graphql:3:3/s);
  });
});
