import { readFileSync } from 'node:fs';

/** The version of Open Ladder, as the service's package names it: `0.1.0`. */
export function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
