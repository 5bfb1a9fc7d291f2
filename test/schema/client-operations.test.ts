import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CLIENT = new URL('../../packages/client/', import.meta.url);

test('the documents and types of the client are those of schema/', async () => {
  const generator = fileURLToPath(new URL('generate.mjs', CLIENT));
  const { stdout } = await promisify(execFile)(process.execPath, [generator, '--print'], { maxBuffer: 1e7 });
  expect(await readFile(new URL('src/operations.ts', CLIENT), 'utf8'), 'run `npm run schema`').toBe(stdout);
});
