import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where streams of clients come from, and how each is listened to for good. An `error` that nobody hears ends the process. */
const SOURCES: readonly { readonly from: RegExp; readonly heard: RegExp }[] = [
  {
    from: /= (await )?fastify\(|\bimport [^;]*\bcreate\w*Server\b[^;]* from 'node:https?2?'/g,
    heard: /\bhearClients\(/g,
  },
  { from: /\bnew \w*Busboy\(/g, heard: /\bhear\(new Busboy\(/g },
  { from: /\.on\('file',/g, heard: /\.on\('file', \(\w+, (\w+),[^)]*\) => \{\s+const \w+ = hear\(\1\);/g },
  { from: /\bnew \w*WebSocketServer\(/g, heard: /\.on\('connection', \((\w+), \w+\) => \{\s+\1\.on\('error',/g },
];

/** What is wrong in a source: a stream of clients that is not heard. */
function unheardIn(text: string): string[] {
  return SOURCES.flatMap(({ from, heard }) => {
    const sources = text.match(from) ?? [];
    return sources.length > (text.match(heard) ?? []).length ? [sources.join(', ')] : [];
  });
}

async function sources(): Promise<string[]> {
  const folders = ['services/api/src', 'services/web/src'].map((folder) => join(ROOT, folder));
  const entries = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })));
  return entries
    .flat()
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('the errors of every stream that comes from a client are heard', async () => {
  const files = await sources();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const unheard = texts.flatMap((text, index) =>
    unheardIn(text).map((what) => `${relative(ROOT, files[index]!)}: ${what}`),
  );
  expect(unheard).toEqual([]);
  const known = SOURCES.map(({ from }) => texts.filter((text) => text.match(from)).length);
  expect(
    known.every((count) => count > 0),
    'each kind of source is there',
  ).toBe(true);
});

test.each([
  [`import { createServer } from 'node:http';`, `import { createServer } from 'node:http'`],
  ['const server = fastify();', '= fastify('],
  ['const parser = new Busboy({ headers });', 'new Busboy('],
  [`parser.on('file', (_, stream, name) => {\n  stream.resume();\n});`, `.on('file',`],
  [`const sockets = new WebSocketServer({ server });`, 'new WebSocketServer('],
])('a stream that nobody hears is found', (text, found) => {
  expect(unheardIn(text)).toEqual([found]);
});
