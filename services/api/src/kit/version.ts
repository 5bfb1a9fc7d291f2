import { readFileSync } from 'node:fs';

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
