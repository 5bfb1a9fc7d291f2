import { readFileSync } from 'node:fs';

const PREFIX = 'OPENLADDER_';
/** Where the service has them: read as a text, because it is not built yet. */
const VARIABLES = new URL('../services/api/src/start/config-variables.ts', import.meta.url);

/** Names of variables that begin like those of the service and are none. Those of tests go on with `TEST_`. */
export function unknownVariables(names) {
  const known = [...readFileSync(VARIABLES, 'utf8').matchAll(/^ {4}name: '(\w+)',$/gm)].map(
    ([, name]) => PREFIX + name,
  );
  return names.filter((name) => name.startsWith(PREFIX) && !/^OPENLADDER_TEST_/.test(name) && !known.includes(name));
}
