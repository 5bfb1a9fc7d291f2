import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVICE = join(ROOT, 'services/api/src');
const PACKAGES = join(ROOT, 'packages');

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

/** Every package of a rating system exports its rater by this name, as a plug-in does. */
const SHARED = ['rater'];

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(DECLARED)].map(([, name]) => name!);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names]) => names!.split(','));
  return [...declared, ...listed.map((name) => name.replace(/.* as |\btype /g, '').trim())];
}

/** The files of the service, and of each package the one that says what it gives to others. */
async function publicFiles(): Promise<string[]> {
  const service = (await readdir(SERVICE, { recursive: true })).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const packages = (await readdir(PACKAGES)).map((name) => join(PACKAGES, name, 'src/index.ts'));
  return [...service.map((path) => join(SERVICE, path)), ...packages];
}

test('no two things that the service or a package exports share a name', async () => {
  const files = new Map<string, string[]>();
  for (const path of await publicFiles()) {
    for (const name of new Set(exportsOf(await readFile(path, 'utf8')))) {
      if (name !== '' && name !== 'default' && !SHARED.includes(name)) {
        files.set(name, [...(files.get(name) ?? []), relative(ROOT, path)]);
      }
    }
  }
  expect(files.size).toBeGreaterThan(1000);
  const shared = [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
  expect(shared).toEqual([]);
});
