#!/usr/bin/env node
// npm start, npm test and the like, from a clean clone: installs the lockfile's packages, builds, then runs the
// requested command in this same process. Plain Node without dependencies: it runs before any are installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unknownVariables } from './unknown-variables.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The first Node 20 that loads ES modules by require(), which the tools below do. */
const OLDEST_NODE = [20, 19];
/** The version that wrote the lockfile; 11 crashes on Node 20. */
const PNPM = 'pnpm@12.21.0';

const SERVICE = 'services/api';
/** Makes the pages of /docs. */
const DOCS = 'services/web/docs';
const EVERYTHING = '.';
/** Makes sources from schema/. */
const OPERATIONS = 'packages/client/generate.mjs';
/** A separate workspace: nobody else needs its peers. */
const BENCH = 'test/bench';
/** The file descriptor of standard error. */
const STANDARD_ERROR = 2;
/** The packages that others import. */
const LIBRARIES = 'packages';
/** Examples that `npm create` copies. */
const TEMPLATES = ['rater', 'bot'];

const COMMANDS = {
  start: { about: 'build and start the service', run: (args) => openladder(['serve', ...args]), needs: 'start' },
  test: { about: 'build and run the tests but the long ones; arguments go to vitest', run: test },
  build: { about: 'install and build', run: () => build(EVERYTHING) },
  docs: { about: 'build, and write the documentation as files into release/docs or another folder', run: docs },
  service: {
    about: 'build the service, and write it with all that it needs beside Node into a folder',
    run: service,
    needs: 'start',
  },
  release: { about: 'build, and write all files of a release into release/ or another folder', run: release },
  bench: { about: 'install the peers, build, measure every target; --help tells more', run: bench },
  faults: { about: 'build, and let everything go wrong for an hour; arguments go to vitest', run: faults },
  check: { about: 'format, lint, arrows between modules, types', run: check },
  schema: { about: 'print the schema into schema/, and make the documents of its clients', run: schema },
  queries: { about: 'write the statements that are sent most, with their plans, into schema/queries', run: queries },
  openladder: { about: 'any command of the service, for example "openladder --help"', run: openladder, needs: 'start' },
};

/** Ends the run with a message for people. */
class Failure extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main([name, ...args]) {
  requireNode();
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) {
    const list = Object.entries(COMMANDS).map(([key, { about }]) => `  ${key.padEnd(12)}${about}`);
    throw new Failure(`usage: node scripts/run.mjs <command>\n${list.join('\n')}`);
  }
  if (name === 'start') requireVariables();
  process.chdir(ROOT);
  install('.', command.needs);
  await command.run(args);
}

/** The service refuses them as well, but only once it is installed and built. */
function requireVariables() {
  const unknown = unknownVariables(Object.keys(process.env));
  if (unknown.length === 0) return;
  throw new Failure(`Not a variable of Open Ladder: ${unknown.join(', ')}. docs/run-it.md lists all of them.`);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Failure(`Open Ladder needs Node ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}.`);
}

/**
 * Installs a workspace, unless this was done since its lockfile changed.
 * @param needs 'start' omits packages that only tests and checks need
 */
function install(workspace, needs = 'everything') {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(workspace, 'pnpm-lock.yaml')))
    .digest('hex');
  const note = join(workspace, 'node_modules/.installed');
  const installed = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if ([`everything ${lockfile}`, `${needs} ${lockfile}`].includes(installed)) return;
  say('Installing packages …');
  rmSync(note, { force: true });
  const [file, ...args] = npx();
  const options = ['install', '--frozen-lockfile', ...(needs === 'start' ? ['--prod'] : [])];
  const code = run(file, [...args, '--yes', PNPM, '--dir', workspace, ...options], STANDARD_ERROR);
  if (code !== 0) throw new Failure(`The packages could not be installed (exit status ${code}); see above.`);
  writeFileSync(note, `${needs} ${lockfile}`);
}

/** npx beside the npm that started us, beside Node, or wherever the shell finds it (pnpm may have started us). */
function npx() {
  const places = [
    process.env.npm_execpath && dirname(process.env.npm_execpath),
    join(dirname(process.execPath), '../lib/node_modules/npm/bin'),
    join(dirname(process.execPath), 'node_modules/npm/bin'),
  ];
  const script = places.map((place) => place && join(place, 'npx-cli.js')).find((path) => path && existsSync(path));
  return script ? [process.execPath, script] : ['npx'];
}

async function build(project) {
  say('Building …');
  await makeOperations();
  compile(project);
  if (project === BENCH) return;
  if (project === EVERYTHING) packTemplates();
  const { writeDocs } = await load(`${DOCS}/generate.mjs`);
  await writeDocs();
}

/** @param options --noCheck leaves types to the tests */
function compile(project, ...options) {
  // Projects are built in parallel, and more threads for each would cost half as much processor time again.
  const code = run(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-b', project, '--checkers', '1', ...options],
    STANDARD_ERROR,
  );
  if (code !== 0) throw new Failure('The build failed; see above.');
  for (const name of readdirSync(LIBRARIES)) writeCommonTypes(join(LIBRARIES, name, 'dist'));
}

/**
 * Writes each declaration again for CommonJS: Node can load these packages by require(), but TypeScript refuses the types of an ES
 * module there.
 */
function writeCommonTypes(folder) {
  if (!existsSync(folder)) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue;
    const types = readFileSync(join(folder, path), 'utf8')
      .replaceAll(/((?:from |import\()['"]\.[^'"]*)\.js(['"])/g, '$1.cjs$2')
      .replace(/^\/\/# sourceMappingURL=.*$/m, '');
    writeFileSync(join(folder, path.replace(/\.ts$/, '.cts')), types);
  }
}

/** Puts the program and the copied example into each package for `npm create`. */
function packTemplates() {
  for (const name of TEMPLATES) {
    const dist = join(LIBRARIES, `create-${name}`, 'dist');
    rmSync(dist, { recursive: true, force: true });
    const filter = (path) => !/node_modules|package-lock|ndjson/.test(path);
    cpSync(join('examples', name), join(dist, 'template'), { recursive: true, filter });
    copyFileSync('scripts/create.mjs', join(dist, 'create.mjs'));
  }
}

/** Makes the sources of packages/client and services/web from schema/. */
async function makeOperations() {
  const { writeOperations } = await load(OPERATIONS);
  try {
    await writeOperations();
  } catch (error) {
    throw new Failure(
      `The documents of schema/operations could not be made into types:\n${error.message}\n` +
        'If they name what is new in the code, run `npm run schema`, which prints it into schema/schema.graphql.',
    );
  }
}

/** Builds only the dependencies of a command, because people wait for it. */
async function openladder(args) {
  say('Building …');
  await makeOperations();
  compile(SERVICE, '--noCheck');
  if (args[0] === 'serve') writeDocsMeanwhile();
  await serviceCommand(args);
}

/** Writes the pages of /docs while the service starts. */
function writeDocsMeanwhile() {
  const generator = pathToFileURL(join(ROOT, DOCS, 'generate.mjs')).href;
  const script = `import { writeDocs } from ${JSON.stringify(generator)}; await writeDocs();`;
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', STANDARD_ERROR, 'inherit'],
  });
  writer.on('exit', (code) => {
    if (code !== 0) say('The pages of /docs could not be written anew. `npm run build` tries it again.');
  });
  writer.unref();
}

async function serviceCommand(args) {
  const { main: command } = await load(`${SERVICE}/dist/main.js`);
  await command(args);
}

async function schema(args) {
  say('Building …');
  // With the documents of the last build, and without types: new documents, and their pages, may need the output of this command.
  const { hasOperations } = await load(OPERATIONS);
  if (!hasOperations()) await makeOperations();
  compile(SERVICE, '--noCheck');
  await serviceCommand(['schema', ...args]);
  await makeOperations();
}

async function docs([folder = 'release/docs']) {
  await build(EVERYTHING);
  const { writeStaticDocs } = await load(`${DOCS}/static.mjs`);
  await writeStaticDocs(folder);
  say(`Wrote the documentation into ${folder}.`);
}

async function release([folder = 'release']) {
  await build(EVERYTHING);
  const { writeRelease } = await load('scripts/release.mjs');
  const { writeStaticDocs } = await load(`${DOCS}/static.mjs`);
  const files = await writeRelease(folder, { ...releaseTools(), writeDocs: writeStaticDocs });
  say(`Wrote ${files.length} files into ${folder}.`);
}

async function service([folder]) {
  if (!folder) throw new Failure('usage: node scripts/run.mjs service <folder>');
  await build(SERVICE);
  const { writeService } = await load('scripts/release.mjs');
  await writeService(folder, releaseTools());
}

function releaseTools() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const fail = (file, status) => {
    throw new Failure(`${file} failed (exit status ${status}); see above.`);
  };
  const must = (file, args) => {
    const status = run(file, args);
    if (status !== 0) fail(file, status);
  };
  const read = (file, args) => {
    const stdio = ['ignore', 'pipe', 'inherit'];
    const { status, stdout } = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio });
    if (status !== 0) fail(file, status);
    return stdout;
  };
  const refuse = (message) => {
    throw new Failure(message);
  };
  return { run: must, read, say, refuse, version, pnpm: [...npx(), '--yes', PNPM] };
}

async function test(args) {
  // A requested folder or file may belong to any project.
  if (args.length === 0) args = ['--project', '!long'];
  await build(EVERYTHING);
  say('Testing …');
  // vitest reads its arguments from here, as when it is called directly.
  process.argv = [process.execPath, 'vitest', 'run', ...args];
  await load('node_modules/vitest/vitest.mjs');
}

async function queries(args) {
  process.env.WRITE_QUERIES = 'yes';
  await test(['--project', 'system', 'test/schema/queries.test.ts', ...args]);
}

async function faults(args) {
  process.env.FAULTS_LONG ??= 'yes';
  await test(['--project', 'long', 'test/faults', '--no-file-parallelism', '--disable-console-intercept', ...args]);
}

async function bench(args) {
  install(BENCH);
  await build(BENCH);
  const { main: measure } = await load(`${BENCH}/dist/bench/main.js`);
  process.exitCode = await measure(args);
}

/** Runs every check, so that one run reports all problems. */
async function check() {
  install(BENCH);
  await makeOperations();
  const checks = [
    // First: packages import each other from its output.
    ['types', 'node_modules/typescript/bin/tsc', '-b', EVERYTHING],
    ['types of benchmarks', 'node_modules/typescript/bin/tsc', '-b', BENCH],
    ['types of unit tests', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.tests.json'],
    ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
    ['arrows', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'packages', 'services'],
    ['names and documentation', 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'test/architecture'],
  ];
  const failed = checks.filter(([name, ...args]) => {
    const isFine = run(process.execPath, args) === 0;
    say(`${isFine ? 'pass' : 'FAIL'}  ${name}`);
    return !isFine;
  });
  if (failed.length > 0) throw new Failure(`${failed.length} of ${checks.length} checks failed.`);
}

function load(path) {
  return import(pathToFileURL(join(ROOT, path)).href);
}

/**
 * Runs a program on our terminal; returns its exit status.
 * @param output the destination of its standard output. Ours is for the results of a command and the log of the service
 */
function run(file, args, output = 'inherit') {
  const { status, error, signal } = spawnSync(file, args, { stdio: ['inherit', output, 'inherit'] });
  if (error) throw new Failure(`${file} could not be run: ${error.message}`);
  return status ?? `by ${signal}`;
}

function say(message) {
  console.error(message);
}
