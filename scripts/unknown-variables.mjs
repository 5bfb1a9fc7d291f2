import { readFileSync } from 'node:fs';

const PREFIX = 'OPENLADDER_';
/** The service's list of variables, read as text because it is not built yet. */
const VARIABLES = new URL('../services/api/src/start/config-variables.ts', import.meta.url);

/** Unknown variables that begin like those of the service. Variables of tests begin with the prefix and `TEST_`. */
export function unknownVariables(names) {
  const known = [...readFileSync(VARIABLES, 'utf8').matchAll(/^ {4}name: '(\w+)',$/gm)].map(
    ([, name]) => PREFIX + name,
  );
  return names.filter((name) => name.startsWith(PREFIX) && !/^OPENLADDER_TEST_/.test(name) && !known.includes(name));
}
