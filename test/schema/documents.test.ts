import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const FOLDERS = ['./', 'docs/', 'docs/decisions/', 'schema/'];
const DOCUMENTS = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
);

test('every path in the glossary exists', () => {
  const text = readFileSync(new URL('GLOSSARY.md', ROOT), 'utf8');
  const paths = [...text.matchAll(/`((?:api|packages|test)\/[^`]*)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(0);
  const missing = paths.filter((path) => !existsSync(new URL(path.replace(/^api\//, 'services/api/src/'), ROOT)));
  expect(missing).toEqual([]);
});

test.each(DOCUMENTS)('every relative link in %s leads to a file', (document) => {
  const base = new URL(document, ROOT);
  const links = [...readFileSync(base, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(new URL(link, base)))).toEqual([]);
});
