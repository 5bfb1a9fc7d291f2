import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReadmeRater } from '../../packages/rating/test/readme-rater.js';
import type { Row } from '../support/graphql.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVICE = join(ROOT, 'services/api');
const SITE = join(ROOT, 'services/web');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

interface Packed {
  readonly folder: string;
  readonly tarball: string;
  readonly manifest: Manifest;
  /** Paths of its files. */
  readonly files: readonly string[];
}

/** An empty folder outside of the repository. */
let workplace: string;
let packed: readonly Packed[];

async function run(file: string, args: readonly string[], cwd = workplace): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(OPENLADDER_|VITEST|NODE_)/.test(name));
  // No registry: what is packed here is not on one yet.
  const env = { ...Object.fromEntries(inherited), npm_config_offline: 'true', npm_config_audit: 'false' };
  return (await promisify(execFile)(file, args, { cwd, env })).stdout;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** Those that others install: whatever is in these folders and not private. */
async function publishable(): Promise<string[]> {
  const names = await readdir(join(ROOT, 'packages'));
  const folders = [...names.map((name) => join(ROOT, 'packages', name)), SITE, SERVICE];
  const manifests = await Promise.all(folders.map(readManifest));
  return folders.filter((_, index) => !manifests[index]!.private);
}

async function pack(folders: readonly string[]): Promise<Packed[]> {
  // Built already: `prepack` builds what is packed from a clean clone.
  const output = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', workplace, ...folders]);
  const made: { filename: string; files: { path: string }[] }[] = JSON.parse(output);
  return Promise.all(
    folders.map(async (folder, index) => ({
      folder,
      tarball: join(workplace, made[index]!.filename),
      manifest: await readManifest(folder),
      files: made[index]!.files.map(({ path }) => path),
    })),
  );
}

/** The paths that an entry of `exports` leads to, under whatever conditions. */
function pathsIn(entry: unknown): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap(pathsIn);
}

/** Paths that a package exports, as they are imported: "@openladder/client/outbox". */
function specifiersOf({ name, exports = {} }: Manifest): string[] {
  return Object.keys(exports as object)
    .filter((path) => !path.includes('*'))
    .map((path) => name + path.slice(1));
}

/** Packages of others that one needs. */
function foreignNeeds({ dependencies = {} }: Manifest): string[] {
  return Object.keys(dependencies).filter((name) => !name.startsWith('@openladder/'));
}

/** Puts a package there as npm would, but for what it needs of others: the checkout has that, and no registry is asked. */
async function unpack({ folder, tarball, manifest }: Packed): Promise<void> {
  const modules = join(workplace, 'node_modules');
  const target = join(modules, manifest.name);
  await mkdir(target, { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', target]);
  for (const name of foreignNeeds(manifest)) {
    await mkdir(join(target, 'node_modules', name, '..'), { recursive: true });
    await symlink(join(folder, 'node_modules', name), join(target, 'node_modules', name), 'dir');
  }
  await mkdir(join(modules, '.bin'), { recursive: true });
  for (const [command, path] of Object.entries((manifest.bin ?? {}) as Record<string, string>)) {
    await symlink(join(target, path), join(modules, '.bin', command));
  }
}

/** Packs packages of others that the client has in the checkout. @returns their tarballs */
async function packInstalled(names: readonly string[]): Promise<string[]> {
  const folders = names.map((name) => join(ROOT, 'packages/client/node_modules', name));
  if (folders.length === 0) return [];
  const output = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', workplace, ...folders]);
  return JSON.parse(output).map(({ filename }: Row) => join(workplace, filename));
}

/** Compiles a program in the workplace, into its folder `out`. */
async function compile(module: string, file: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--module', module, '--target', 'es2023', '--strict', '--skipLibCheck', '--outDir', 'out'];
  await run(process.execPath, [tsc, ...options, '--types', '', file]);
}

beforeAll(async () => {
  workplace = await mkdtemp(join(tmpdir(), 'packed-'));
  packed = await pack(await publishable());
  await writeFile(join(workplace, 'package.json'), '{ "private": true, "type": "module" }');
  const own = packed.filter(({ manifest }) => foreignNeeds(manifest).length === 0);
  await run('npm', ['install', '--no-fund', ...own.map(({ tarball }) => tarball)]);
  // After npm, which takes away what it did not put there.
  for (const each of packed) if (!own.includes(each)) await unpack(each);
});
afterAll(() => rm(workplace, { recursive: true, force: true }));

test('the service, the client, the contract and the raters can be published', async () => {
  const names = packed.map(({ manifest }) => manifest.name);
  const folders = await readdir(join(ROOT, 'packages'));
  expect(names).toEqual(expect.arrayContaining(['api', ...folders].map((name) => `@openladder/${name}`)));
});

describe('each package', () => {
  test('has a description, its sources and its requirements in the fields that npm knows', () => {
    for (const { folder, manifest } of packed) {
      expect(manifest, folder).toMatchObject({
        description: expect.any(String),
        license: 'MIT',
        type: 'module',
        version: packed[0]!.manifest.version,
        scripts: { prepack: 'node ../../scripts/run.mjs build' },
        engines: { node: '>=20.19' },
      });
      if (!manifest.bin || manifest.exports) {
        const types = expect.stringMatching(/\.d\.ts$/);
        expect(manifest.exports, folder).toMatchObject({ '.': { types, default: expect.stringMatching(/\.js$/) } });
      }
      const ranges = Object.values(manifest.dependencies ?? {});
      expect(
        ranges.filter((range) => !/^[\^~]?\d/.test(range)),
        folder,
      ).toEqual([]);
    }
  });

  test('has its page, the license, its exports and the sources of its maps; no tests', async () => {
    const license = await readFile(join(ROOT, 'LICENSE'), 'utf8');
    for (const { folder, files, manifest } of packed) {
      const exported = Object.values({ ...(manifest.exports as object), ...(manifest.bin as object) })
        .flatMap(pathsIn)
        .filter((path) => !path.includes('*'))
        .map((path) => path.replace('./', ''));
      expect(exported).not.toEqual([]);
      expect(files, folder).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json', ...exported]));
      expect(
        files.filter((path) => /^(?!dist\/template\/).*\.test\.|tsbuildinfo|^(?!src\/).*(?<!\.d)\.ts$/.test(path)),
        folder,
      ).toEqual([]);
      for (const map of files.filter((path) => path.endsWith('.map'))) {
        const { sources } = JSON.parse(await readFile(join(folder, map), 'utf8'));
        expect(files, `${map}: if its source is gone, delete dist and build`).toEqual(
          expect.arrayContaining(sources.map((source: string) => posix.join(map, '..', source))),
        );
      }
      expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(license);
    }
  });
});

test('the site has the documentation', () => {
  const { files } = packed.find(({ manifest }) => manifest.name === '@openladder/web')!;
  const made = ['contents.json', 'search.json', 'import.html', 'import.md', 'images/site-board.webp'];
  expect(files).toEqual(expect.arrayContaining(made.map((name) => `dist/docs-pages/${name}`)));
});

test('the client has the documents to copy, and the site has those of its pages', async () => {
  const documentsOf = async (name: string) => {
    const { manifest } = packed.find((each) => each.manifest.name === name)!;
    const code = await readFile(join(workplace, 'node_modules', manifest.name, 'dist/operations.js'), 'utf8');
    return [...code.matchAll(/export const (\w+)Document =/g)].map(([, document]) => document!);
  };
  const names = (await readdir(join(ROOT, 'schema/operations'))).length;
  const [client, pages] = [await documentsOf('@openladder/client'), await documentsOf('@openladder/web')];
  expect(client).toContain('SubmitMatches');
  expect(client.filter((name) => /^(Site|Console)[A-Z]/.test(name))).toEqual([]);
  expect(pages.filter((name) => !/^(Site|Console)[A-Z]/.test(name))).toEqual([]);
  expect(client.length + pages.length).toBe(names);
});

describe('in an empty folder outside of the repository', () => {
  test('their exports are there, with types', async () => {
    const specifiers = packed.flatMap(({ manifest }) => specifiersOf(manifest));
    const imports = specifiers.map((name, index) => `import * as m${index} from '${name}';\nexport { m${index} };\n`);
    const typed = `import type { Rater } from '@openladder/rating';\nexport const key = (rater: Rater<object, object>): string => rater.key;\n`;
    await writeFile(join(workplace, 'uses.mts'), imports.join('') + typed);
    await compile('nodenext', 'uses.mts');
    await run(process.execPath, ['out/uses.mjs']);
  });

  test('a program in CommonJS imports the libraries, with their types', async () => {
    const libraries = packed.filter(({ folder }) => folder.startsWith(join(ROOT, 'packages')));
    const imports = libraries.flatMap(({ manifest }) => specifiersOf(manifest));
    expect(imports).toContain('@openladder/client/outbox');
    const lines = imports.map((name, index) => `import * as m${index} from '${name}';\nexport { m${index} };\n`);
    const typed = `import { duel, type Client } from '@openladder/client';
import elo from '@openladder/rater-elo';
import type { Rater } from '@openladder/rating';
export const key = (rater: Rater<object, object>): string => rater.key;
export const names: [string, number] = [elo.key, duel('ann', 'ben').length];
// @ts-expect-error: the types are known, and a number is no name.
export const wrong = () => duel(1, 'ben');
export const league = (ladder: Client) => ladder.league('europe');
`;
    await writeFile(join(workplace, 'uses.cts'), lines.join('') + typed);
    await compile('node16', 'uses.cts');
    await run(process.execPath, ['out/uses.cjs']);
  });

  test("the page's rater, with its contract installed as described, can be installed by others", async () => {
    const { directory } = await writeReadmeRater(join(workplace, 'published-rater'));
    const page = await readFile(join(ROOT, 'packages/rating/README.md'), 'utf8');
    const [, link] = [...page.matchAll(/^(npm install .*) (?:\.\S+)$/gm)].map(([, command]) => command!);
    const contract = packed.find(({ manifest }) => manifest.name === '@openladder/rating')!;
    await run('sh', ['-e', '-c', `${link} ${contract.tarball}`], directory);
    expect((await readManifest(directory)).peerDependencies).toEqual({ '@openladder/rating': '^0.1.0' });

    const [made] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', workplace], directory));
    expect(made.files.map(({ path }: Row) => path).toSorted()).toEqual(['index.js', 'package.json']);
    const elsewhere = join(workplace, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--no-fund', contract.tarball, join(workplace, made.filename)], elsewhere);
    const asked = "import('my-rater').then(({ default: rater }) => console.log(rater.key))";
    expect(await run(process.execPath, ['--eval', asked], elsewhere)).toBe('my-rater\n');
  });

  test.each(['rater', 'bot'])(
    'npm create makes a %s as its page describes, whose tests pass with only the packed packages',
    async (kind) => {
      const page = await readFile(
        join(ROOT, kind === 'bot' ? 'docs/write-a-bot.md' : 'packages/rating/README.md'),
        'utf8',
      );
      const [command] = page.match(/^npm create .*$/m)!;
      const folder = join(workplace, `my-${kind}-elsewhere`);
      const said = await run('sh', ['-e', '-c', command.replace(/my-\w+$/, folder)]);
      const steps = [...said.matchAll(/^ {2}(npm .*)$/gm)].map(([, step]) => step);
      expect(steps).toEqual(['npm install', 'npm test']);
      expect(await readManifest(folder)).toMatchObject({ name: `my-${kind}-elsewhere`, version: '1.0.0' });
      expect(await readFile(join(folder, '.gitignore'), 'utf8')).toContain('node_modules/');

      // Nothing of the workplace is found from there.
      const alone = await mkdtemp(join(tmpdir(), `created-${kind}-`));
      await rename(folder, join(alone, 'made'));
      const needed = kind === 'bot' ? ['@openladder/client'] : ['@openladder/rating'];
      const own = packed.filter(({ manifest }) => needed.includes(manifest.name)).map(({ tarball }) => tarball);
      const others = kind === 'bot' ? ['graphql', 'graphql-ws'] : [];
      await run('npm', ['install', '--no-fund', ...own, ...(await packInstalled(others))], join(alone, 'made'));
      expect(await run('npm', ['test'], join(alone, 'made'))).toMatch(/^\S+ fail 0$/m);
      await rm(alone, { recursive: true });
    },
  );

  test('npm create refuses a folder with files, and a name that no package may have', async () => {
    await mkdir(join(workplace, 'full'));
    await writeFile(join(workplace, 'full/mine.txt'), 'mine');
    const attempt = (...args: string[]) =>
      run('npm', ['create', '@openladder/rater', ...args]).catch(({ stderr }) => stderr as string);
    expect(await attempt('full')).toMatch(/^full is not an empty folder\. Choose another one\.$/m);
    expect(await readdir(join(workplace, 'full'))).toEqual(['mine.txt']);
    expect(await attempt('My-Rater')).toContain('but is "My-Rater".');
    expect(await attempt()).toContain('Usage: npm create @openladder/rater <folder>');
  });

  test('the command of the service runs', async () => {
    expect(await run(join(workplace, 'node_modules/.bin/openladder'), ['--help'])).toContain('serve');
    expect(await run('npx', ['@openladder/api', '--help'])).toContain('serve');
  });
});
