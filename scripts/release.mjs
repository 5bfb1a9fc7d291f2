// npm run release: all files of a release page, with the same bytes each time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** 1985, as in npm: some programs cannot read dates of 1970. */
const MADE_AT = new Date('1985-10-26T08:15:00Z');
const SERVICE = '@openladder/api';

/** Installed files that are never read: pnpm's notes, and other forms of the same modules. */
const NOT_SHIPPED = [
  ...['.bin', '.pnpm', '.modules.yaml', '.pnpm-workspace-state-v1.json'],
  ...['typeorm/browser', 'dayjs/esm', '@graphql-yoga/render-graphiql/cjs'],
];
const NOT_READ = /\.(map|[cm]?ts|md|markdown|flow|[ach]|cpp)$|^(tsconfig.*\.json|\.npmignore|\.travis\.yml)$/i;
const FOLDERS_NOT_READ = new Set(['test', 'tests', '__tests__', 'esnext', '.github']);
const LICENCE = /^(licen[cs]e|copying|notice)/i;

/**
 * @param folder its content is replaced
 * @param tools `run` runs a program and throws if it fails, `refuse` ends with a message, `pnpm` how to call pnpm, `version` of the release, `writeDocs` writes
 * the documentation into a folder
 */
export async function writeRelease(folder, tools) {
  const { run, version, writeDocs } = tools;
  requireOurs(folder, 'SHA256SUMS', tools);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'npm'), { recursive: true });
  const packages = ['packages', 'services'].flatMap((parent) =>
    readdirSync(parent).map((name) => `./${parent}/${name}`),
  );
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', join(folder, 'npm'), ...packages]);

  const name = `openladder-${version}-${process.platform}-${process.arch}`;
  await writeService(join(folder, name), tools);
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(join(folder, name)));
  copyFileSync(join(folder, 'LICENSES.txt'), join(folder, name, 'LICENSES.txt'));
  await pack(folder, name);
  rmSync(join(folder, name), { recursive: true });

  cpSync('deploy', join(folder, `openladder-${version}-deploy`), { recursive: true });
  await pack(folder, `openladder-${version}-deploy`);
  rmSync(join(folder, `openladder-${version}-deploy`), { recursive: true });

  await writeDocs(join(folder, `openladder-${version}-docs`));
  await pack(folder, `openladder-${version}-docs`);
  rmSync(join(folder, `openladder-${version}-docs`), { recursive: true });

  for (const file of ['schema/schema.graphql', 'schema/rules.json', 'CHANGELOG.md', 'LICENSE']) {
    copyFileSync(file, join(folder, basename(file)));
  }
  copyFileSync('docs/releases.md', join(folder, 'README.md'));
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(tools));
  writeImage(folder, tools);
  const files = filesIn(folder);
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...files, 'SHA256SUMS'];
}

/**
 * Writes the built service with all of its dependencies except Node, including the embedded PostgreSQL of this platform: `./openladder
 * serve`. Without links, so that it can be unpacked anywhere.
 */
export async function writeService(folder, { run, pnpm, refuse }) {
  requireOurs(folder, 'openladder', { refuse });
  rmSync(folder, { recursive: true, force: true });
  const settings = { 'inject-workspace-packages': true, 'node-linker': 'hoisted', 'package-import-method': 'copy' };
  const options = Object.entries(settings).map(([key, value]) => `--config.${key}=${value}`);
  const [file, ...args] = pnpm;
  run(file, [...args, '--filter', SERVICE, ...options, '--reporter=silent', 'deploy', '--prod', resolve(folder)]);
  const modules = join(folder, 'node_modules');
  for (const path of NOT_SHIPPED) rmSync(join(modules, path), { recursive: true, force: true });
  for (const path of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'src'])
    rmSync(join(folder, path), { recursive: true, force: true });
  // With the versions of the packages, not with their source folders.
  copyFileSync('services/api/package.json', join(folder, 'package.json'));
  removeUnread(folder);
  writeFileSync(
    join(folder, 'openladder'),
    '#!/bin/sh\nexec node "$(dirname "$(readlink -f "$0")")/bin/openladder.mjs" "$@"\n',
  );
  chmodSync(join(folder, 'openladder'), 0o755);
  copyFileSync('LICENSE', join(folder, 'LICENSE'));
}

/** The replaced content must be from an earlier run. */
function requireOurs(folder, mark, { refuse }) {
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, mark))) return;
  refuse(`${folder} is not empty and has no ${mark}, so it is not replaced. Choose another folder.`);
}

/** Licences stay, as do the pages of /docs, which are read as Markdown. */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name.startsWith('docs-pages')) continue;
      if (FOLDERS_NOT_READ.has(entry.name) || (path.includes('@opentelemetry') && entry.name === 'esm'))
        rmSync(path, { recursive: true });
      else if (entry.name === 'src' && dirname(path).includes('@openladder')) rmSync(path, { recursive: true });
      else removeUnread(path);
    } else if (NOT_READ.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path);
  }
}

/** The licence of each package that is shipped, in the order of their names. */
function licencesOf(folder) {
  const texts = [];
  const visit = (modules) => {
    for (const name of readdirSync(modules)) {
      const path = join(modules, name);
      if (name.startsWith('@')) visit(path);
      if (!existsSync(join(path, 'package.json'))) continue;
      const { name: own, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      const file = readdirSync(path).find((one) => LICENCE.test(one) && statSync(join(path, one)).isFile());
      const text = file ? readFileSync(join(path, file), 'utf8').trim() : 'The package has no text of its licence.';
      texts.push([`${own} ${version}`, `${own} ${version} (${license?.type ?? license})\n\n${text}\n`]);
      if (existsSync(join(path, 'node_modules'))) visit(join(path, 'node_modules'));
    }
  };
  visit(join(folder, 'node_modules'));
  const sorted = new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
  return [...sorted.values()].join(`\n${'-'.repeat(80)}\n\n`);
}

/** CycloneDX, without its random number and time, and sorted by name. */
function billOfMaterials({ read, pnpm }) {
  const [file, ...args] = pnpm;
  const options = [
    'sbom',
    '--prod',
    '--sbom-format',
    'cyclonedx',
    '--sbom-spec-version',
    '1.6',
    '--sbom-type',
    'application',
  ];
  const bill = JSON.parse(read(file, [...args, '--filter', SERVICE, ...options]));
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  const byName = (key) => (a, b) => (a[key] < b[key] ? -1 : 1);
  bill.components.sort(byName('bom-ref'));
  bill.dependencies.sort(byName('ref'));
  for (const { dependsOn } of bill.dependencies) dependsOn?.sort();
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/**
 * An archive of the image, if buildah is installed. NODE_IMAGE and BASE_IMAGE choose its base. Its format is OCI's, which has no health
 * check: Docker's format keeps the random name of the container in which it was built.
 */
function writeImage(folder, { run, say, version }) {
  if (spawnSync('buildah', ['--version']).status !== 0) return say('No image: there is no buildah.');
  const given = ['NODE_IMAGE', 'BASE_IMAGE'].filter((name) => process.env[name]);
  const tag = `openladder:${version}`;
  const built = given.flatMap((name) => ['--build-arg', `${name}=${process.env[name]}`]);
  const time = ['--timestamp', String(MADE_AT.getTime() / 1000)];
  run('buildah', [
    'bud',
    '--format',
    'oci',
    ...time,
    ...built,
    '--file',
    'deploy/docker/Dockerfile',
    '--tag',
    tag,
    '.',
  ]);
  run('buildah', ['push', tag, `docker-archive:${join(folder, `openladder-${version}-image.tar`)}:${tag}`]);
}

/** Packs a folder; its files sorted by name, with the same time and no owner. */
async function pack(parent, name) {
  const { create } = await import('tar');
  const path = join(parent, `${name}.tar.gz`);
  const files = filesIn(join(parent, name)).map((file) => `${name}/${file}`);
  // Under another name until it is complete.
  await create(
    { file: `${path}.new`, cwd: parent, gzip: true, portable: true, mtime: MADE_AT, noDirRecurse: true },
    files,
  );
  renameSync(`${path}.new`, path);
}

/** Paths of all files below a folder, sorted. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
