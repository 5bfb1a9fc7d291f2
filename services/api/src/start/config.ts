import { resolve } from 'node:path';
import type { SiteTheme } from '../kit/site-theme.js';
import { type Kind, unknownNames, type Variable } from './config-values.js';
import { PREFIX, VARIABLES } from './config-variables.js';

type Variables = typeof VARIABLES;
type Values = {
  readonly [Field in keyof Variables]: Variables[Field] extends { kind: Kind<infer T>; fallback: infer F }
    ? T | F
    : never;
};

/** Settings of an operator, read once at the start; VARIABLES documents them. Paths are absolute. */
export interface Config extends Omit<Values, 'hasSite' | 'siteName' | 'siteLogo' | 'siteColor' | 'siteLinks'> {
  /** The appearance of site and console, and whether there is a site. */
  readonly site: SiteTheme;
}

/** Everything that is wrong with the environment, one problem on each line, so that all can be fixed at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; the only reader of OPENLADDER_* variables. An empty variable counts as unset.
 * @param env the environment of the process, which no other code reads
 * @throws ConfigError that lists every problem; it shows no secrets
 */
export function readConfig(env: Environment = process.env): Config {
  const known = Object.values(VARIABLES).map(({ name }) => PREFIX + name);
  const problems = unknownNames(Object.keys(env), PREFIX, known);
  const valueFrom = ({ name, kind, fallback }: Variable<unknown>) => {
    const text = env[PREFIX + name]?.trim();
    if (!text) return fallback;
    const reading = kind.read(text);
    if ('value' in reading) return reading.value;
    problems.push(`${PREFIX}${name} must be ${kind.rule}; received ${reading.received}`);
    return fallback;
  };
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([field, variable]) => [field, valueFrom(variable)]),
  ) as Values;
  const { hasSite, siteName: name, siteLogo: logo, siteColor: color, siteLinks: links, ...others } = values;
  const config: Config = {
    ...others,
    dataDir: resolve(values.dataDir),
    backupDir: values.backupDir === null ? null : resolve(values.backupDir),
    site: { hasSite, name, logo, color, links },
  };
  if (config.directDatabaseUrl !== null && config.databaseUrl === null) {
    problems.push(`${PREFIX}DIRECT_DATABASE_URL requires ${PREFIX}DATABASE_URL, which is not set`);
  }
  if (config.metricsPort && config.metricsPort === config.port && config.metricsHost === config.host) {
    problems.push(`${PREFIX}METRICS_PORT must be another port than ${PREFIX}PORT, but both are ${config.port}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
