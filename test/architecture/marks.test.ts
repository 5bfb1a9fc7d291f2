import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../services/api/src/', import.meta.url));
/** What makes a new version of a league, in SQL or for TypeORM, with what follows. */
const RAISING = /UPDATE league SET[^`]{0,900}?version = version \+ 1.{0,60}|version: \(\) => 'version \+ 1'.{0,60}/g;

test('every write that makes a new version of a league marks it', async () => {
  const entries = await readdir(SOURCE, { recursive: true });
  const files = entries.filter((path) => path.endsWith('.ts') && !path.includes('migrations'));
  const found: string[] = [];
  const unmarked: string[] = [];
  for (const path of files) {
    const text = await readFile(join(SOURCE, path), 'utf8');
    for (const [statement] of text.matchAll(RAISING)) {
      found.push(path);
      if (!/\bmark\b/.test(statement)) unmarked.push(`${path}: ${statement}`);
    }
  }
  expect(unmarked).toEqual([]);
  expect(found.length).toBeGreaterThan(5);
});
