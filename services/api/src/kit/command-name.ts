import { existsSync } from 'node:fs';
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
