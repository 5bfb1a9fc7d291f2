import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { QUERIES_FOLDER } from './files.js';
import { hotQueries } from './hot-queries.js';

test('schema/queries has the statements that are sent most', async () => {
  const queries = await hotQueries();
  if (process.env.WRITE_QUERIES) await write(queries);
  const hint = 'run `npm run queries` without OPENLADDER_DATABASE_URL, and review which plans change';
  expect(withoutPlans(await read()), hint).toEqual(withoutPlans(queries));
});

/**
 * Each version of PostgreSQL plans in its own way, and in tables as small as these a plan that costs a little less can be another one from
 * run to run. The files have the plans of the embedded version at the time they were written, for review.
 */
function withoutPlans(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.replace(/^-- {3}.*\n/gm, '')]));
}

async function read(): Promise<Record<string, string>> {
  const files = await readdir(QUERIES_FOLDER);
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file, await readFile(new URL(file, QUERIES_FOLDER), 'utf8')] as const),
    ),
  );
}

/** Replaces the folder. */
async function write(queries: Record<string, string>): Promise<void> {
  await rm(QUERIES_FOLDER, { recursive: true, force: true });
  await mkdir(QUERIES_FOLDER);
  for (const [file, text] of Object.entries(queries)) await writeFile(new URL(file, QUERIES_FOLDER), text);
}
