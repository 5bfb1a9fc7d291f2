/**
 * How to call a command of the service where it was started, for hints that people copy: in a checkout it stands behind
 * `scripts/run.mjs`.
 * @param script the file that Node was started with
 */
export function commandName(script = process.argv[1] ?? ''): string {
  return /[\\/]scripts[\\/]run\.mjs$/.test(script) ? 'node scripts/run.mjs openladder' : 'openladder';
}
