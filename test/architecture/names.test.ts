import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CHANGES } from '../../services/api/dist/changes/changes.js';

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
  // Templates export nothing.
  const libraries = (await readdir(PACKAGES)).filter((name) => !name.startsWith('create-'));
  const packages = libraries.map((name) => join(PACKAGES, name, 'src/index.ts'));
  return [...service.map((path) => join(SERVICE, path)), ...packages];
}

test('no two exports of the service or of a package share a name', async () => {
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

const PRIVATE = /^(?:async )?function\*? (\w+)/gm;
/** Of functions that are not exported; a name that stands in two files says too little in both. */
const MAX_SHARED = 18;

test('few private functions share a name', async () => {
  const files = new Map<string, Set<string>>();
  for (const folder of ['services', 'packages']) {
    const entries = await readdir(join(ROOT, folder), { recursive: true });
    const sources = entries.filter(
      (path) => /^[\w-]+\/src\/.*(?<!\.test)\.tsx?$/.test(path) && !path.includes('migrations'),
    );
    for (const path of sources) {
      for (const [, name] of (await readFile(join(ROOT, folder, path), 'utf8')).matchAll(PRIVATE)) {
        files.set(name!, (files.get(name!) ?? new Set()).add(`${folder}/${path}`));
      }
    }
  }
  expect(files.size).toBeGreaterThan(1000);
  const shared = [...files].filter(([, paths]) => paths.size > 1);
  expect(
    shared.length,
    shared.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`).join('\n'),
  ).toBeLessThanOrEqual(MAX_SHARED);
});

const SOURCE = fileURLToPath(new URL('../../services/api/src/', import.meta.url));

/** What makes a new version of a league, in SQL or for TypeORM, with what follows. */
const RAISING = /UPDATE league SET[^`]{0,900}?version = version \+ 1.{0,60}|version: \(\) => 'version \+ 1'.{0,60}/g;

test('every write that creates a new version of a league marks it', async () => {
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

/** Files that import each other in a circle, types and views counted, each circle as the files on it. @param imports of each file */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const start of imports.keys()) {
    const seen = new Set<string>();
    const next = [...imports.get(start)!];
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      next.push(...(imports.get(file) ?? []));
    }
    reached.set(start, seen);
  }
  const rest = new Set([...imports.keys()].filter((file) => reached.get(file)!.has(file)));
  return [...rest].flatMap((file) => {
    if (!rest.has(file)) return [];
    const circle = [...rest].filter((other) => reached.get(file)!.has(other) && reached.get(other)!.has(file));
    for (const other of circle) rest.delete(other);
    return [circle];
  });
}

// `npm run check` does so for all but views, which its parser can't read.
test('no files of the service or the site import each other in a circle, including types and views', async () => {
  const files = await sources();
  const known = new Set(files);
  const imports = new Map<string, string[]>();
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const paths = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)].map(([, path]) =>
      join(file, '..', path!),
    );
    imports.set(
      file,
      paths.flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((each) => known.has(each))),
    );
  }
  expect([...imports.values()].flat().length).toBeGreaterThan(2000);
  expect(circlesIn(imports).map((circle) => circle.map((file) => relative(ROOT, file)))).toEqual([]);
  expect(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', []],
      ]),
    ),
  ).toEqual([['a', 'b', 'c']]);
});

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

test('the errors of every stream from a client are handled', async () => {
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
])('a stream without an error handler is found', (text, found) => {
  expect(unheardIn(text)).toEqual([found]);
});

/** Who may name kinds of changes: their own files, migrations, which never change, and the words of each language. */
const NAMES_KINDS = /^api\/src\/(?:changes|database\/migrations)\/|^web\/src\/texts\/|\.test\.tsx?$/;

test('only its own file names a kind of change; all others ask the list, or import the change', async () => {
  const folder = join(ROOT, 'services');
  const entries = await readdir(folder, { recursive: true });
  const sources = entries.filter((path) => /^(?:api|web)\/src\/.*\.tsx?$/.test(path) && !NAMES_KINDS.test(path));
  const kinds = [...new Set([...CHANGES.values()].flatMap(({ kind, action }) => [kind, action]))];
  const named: string[] = [];
  for (const path of sources) {
    const text = await readFile(join(folder, path), 'utf8');
    const imported = [...text.matchAll(/^import \{([^}]*)\} from '[./]*\/changes\/[^']*';/gm)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim()),
    );
    for (const kind of kinds) {
      // As a text, in code or SQL, or as the key of a table. Descriptions, comments and types of answers may speak of it.
      if (!imported.includes(kind) && new RegExp(`(?<!Mutation\\[)['"]${kind}['"]|^ *${kind}\\??:`, 'm').test(text)) {
        named.push(`${path}: ${kind}`);
      }
    }
  }
  expect(sources.length).toBeGreaterThan(400);
  expect(named).toEqual([]);
});
