import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * How commands of the service are called where it was started: in a checkout by the script that also builds, in an unpacked release by the
 * file beside its programs.
 * @param script that Node runs
 */
export function commandName(script = process.argv[1] ?? '', folder = process.cwd()): string {
  if (/[\\/]scripts[\\/]run\.mjs$/.test(script)) return 'node scripts/run.mjs openladder';
  const launcher = join(dirname(script), '../openladder');
  if (!/[\\/]bin[\\/]openladder\.mjs$/.test(script) || !existsSync(launcher)) return 'openladder';
  return dirname(launcher) === folder ? './openladder' : launcher;
}

const RUNNING = readVersion();

/** The version of Open Ladder that runs, as the service's package named it when the process began: `0.1.0`. */
export function version(): string {
  return RUNNING;
}

/**
 * The version of the files on the disk: another one where they were replaced and the service was not started again. The one that runs while
 * they are away.
 */
export function installedVersion(): string {
  try {
    return readVersion();
  } catch {
    return RUNNING;
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
