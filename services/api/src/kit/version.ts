import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * How to call the service's commands: in a checkout through the script that also builds, in an unpacked release through the file beside
 * its programs.
 * @param script that Node runs
 */
export function commandName(script = process.argv[1] ?? '', folder = process.cwd()): string {
  if (/[\\/]scripts[\\/]run\.mjs$/.test(script)) return 'node scripts/run.mjs openladder';
  const launcher = join(dirname(script), '../openladder');
  if (!/[\\/]bin[\\/]openladder\.mjs$/.test(script) || !existsSync(launcher)) return 'openladder';
  return dirname(launcher) === folder ? './openladder' : launcher;
}

const RUNNING = readVersion();

/** The running version of Open Ladder, as in the service's package when the process began: `0.1.0`. */
export function version(): string {
  return RUNNING;
}

/**
 * The version of the files on the disk: different if they were replaced and the service was not restarted. The running version if they are
 * missing.
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
