import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { runOpenLadder, startServiceProcess } from '../support/service-process.js';
import { storyLeague } from '../support/story.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

let workplace: string;
let release: string;
let version: string;

async function write(folder: string): Promise<void> {
  await run(process.execPath, ['scripts/run.mjs', 'release', folder], { cwd: ROOT, maxBuffer: 2 ** 26 });
}

/** Unpacks an archive into an empty folder. @returns the one folder in it */
async function unpack(archive: string): Promise<string> {
  const folder = await mkdtemp(join(workplace, 'unpacked-'));
  await run('tar', ['-xzf', join(release, archive), '-C', folder]);
  const [only, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return join(folder, only!);
}

beforeAll(async () => {
  workplace = await mkdtemp(join(tmpdir(), 'openladder-release-'));
  release = join(workplace, 'release');
  ({ version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  await write(release);
});
afterAll(() => rm(workplace, { recursive: true, force: true }));

test('a release has the same bytes each time, and checksums of all of its files', async () => {
  const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8');
  await write(join(workplace, 'again'));
  expect(await readFile(join(workplace, 'again/SHA256SUMS'), 'utf8')).toBe(sums);
  const lines = sums.trimEnd().split('\n');
  for (const line of lines) {
    const [sum, file] = line.split('  ');
    const content = await readFile(join(release, file!));
    expect(createHash('sha256').update(content).digest('hex'), file).toBe(sum);
  }
  const files = (await readdir(release, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(lines).toHaveLength(files.length - 1);
});

test('the command of a release needs only Node; its service runs from the unpacked folder, and again on its database', async () => {
  const folder = await unpack(`openladder-${version}-${process.platform}-${process.arch}.tar.gz`);
  // No npm and no compiler: links to what the script calls.
  const programs = join(workplace, 'programs');
  await mkdir(programs);
  for (const name of ['sh', 'dirname', 'readlink', 'chmod']) {
    const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
    await run('ln', ['-s', stdout.trim(), join(programs, name)]);
  }
  await run('ln', ['-s', process.execPath, join(programs, 'node')]);
  const said = await run(join(folder, 'openladder'), ['--version'], { cwd: workplace, env: { PATH: programs } });
  expect(said.stdout.trim()).toBe(version);

  const env = { OPENLADDER_DATA_DIR: join(workplace, 'data') };
  const options = { env, cwd: workplace, program: join(folder, 'bin/openladder.mjs') };
  const first = await startServiceProcess(options);
  expect(first.announcement).toContain(`  ${join(folder, 'openladder')} token --name`);
  const admin = first.as(first.adminToken!);
  await admin.mutate('createLeague', { slug: 'europe', name: 'Europe', ratingSystem: 'elo' });
  await storyLeague(admin, 'europe').play('ann beats ben');
  for (const path of ['/l/europe', '/docs', '/docs/search?q=token', '/explorer', '/console']) {
    const answer = await fetch(first.url + path, { headers: { accept: 'text/html' } });
    expect(answer.status, path).toBe(200);
  }
  await first.end('SIGTERM');
  const second = await startServiceProcess(options);
  expect(await storyLeague(second.as(null), 'europe').read('matchCount')).toEqual({ matchCount: 1 });
  await second.end('SIGTERM');
  expect((await runOpenLadder(['verify'], options)).status).toBe(0);
});

test('a release names each shipped package with its licence', async () => {
  const folder = await unpack(`openladder-${version}-${process.platform}-${process.arch}.tar.gz`);
  const { components } = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'));
  const listed = new Set(components.map(({ purl }: Row) => decodeURIComponent(purl)));
  const licences = await readFile(join(release, 'LICENSES.txt'), 'utf8');
  const modules = await readdir(folder, { recursive: true });
  let found = 0;
  for (const path of modules.filter((one) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(one))) {
    const { name, version: own } = JSON.parse(await readFile(join(folder, path), 'utf8'));
    if (!dirname(path).endsWith(name)) continue;
    found++;
    expect(listed, path).toContain(`pkg:npm/${name}@${own}`);
    expect(licences).toContain(`${name} ${own} (`);
  }
  expect(found).toBeGreaterThan(100);
});

test('a release has every package, the documentation, and the files for operators', async () => {
  const packed = (await readdir(join(release, 'npm'))).sort();
  const folders = await Promise.all(
    ['packages', 'services'].map(async (parent) =>
      (await readdir(join(ROOT, parent))).map((name) => join(parent, name)),
    ),
  );
  const names = folders.flat().map((path) => `openladder-${path.split('/')[1]}-${version}.tgz`);
  expect(packed).toEqual(names.sort());
  const page = await readFile(join(release, 'README.md'), 'utf8');
  for (const file of await readdir(release)) {
    const kind = file.replace(version, '<version>').replace(`${process.platform}-${process.arch}`, '<platform>');
    expect(page).toMatch(new RegExp(`\\| .*\`${kind}/?\``));
  }
  const pages = await readdir(await unpack(`openladder-${version}-docs.tar.gz`));
  expect(pages).toContain('index.html');
  const deploy = await unpack(`openladder-${version}-deploy.tar.gz`);
  expect(await readFile(join(deploy, 'docker/compose.yaml'), 'utf8')).toContain('services:');
  expect(await readFile(join(release, 'schema.graphql'), 'utf8')).toContain('type Query');
});
