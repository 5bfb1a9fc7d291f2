import { resolve } from 'node:path';
import type { LogLevel } from '../kit/log.js';
import type { Origins, SiteTheme } from '../kit/site-theme.js';
import type { UpgradeMode } from '../league-log/upgrade-ratings.js';
import { unknownNames, type Variable } from './config-values.js';
import { PREFIX, VARIABLES } from './config-variables.js';

/** Settings of an operator, read once at the start; see VARIABLES. */
export interface Config {
  /** null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database without the pooler; null: `databaseUrl` has none. */
  readonly directDatabaseUrl: string | null;
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** null: the first start makes one and prints it once. */
  readonly adminToken: string | null;
  /** Names of packages or paths of modules. */
  readonly raters: readonly string[];
  /** Whether an empty database gets demonstration leagues. */
  readonly isDemo: boolean;
  readonly logLevel: LogLevel;
  /** Points a minute of an anonymous address; null: no limit. */
  readonly rateLimit: number | null;
  /** The most that the journal of a league may hold, in megabytes; null: no limit. */
  readonly leagueStorage: number | null;
  /** Lines that replays of a league may write in an hour; null: no limit. */
  readonly leagueWork: number | null;
  /** The same on account of a token. */
  readonly tokenWork: number | null;
  /** Megabytes by which a token's replays may make journals grow in a day; null: no limit. */
  readonly tokenStorage: number | null;
  /** For how many days the past of boards is kept; null: forever. */
  readonly revisionDays: number | null;
  /** Whether the service verifies its leagues every night. */
  readonly verifiesNightly: boolean;
  /** Proxies that are trusted to set X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may use the API, in addition to our own. */
  readonly corsOrigins: Origins;
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookAllow: readonly string[];
  /** For how many seconds a cache in front may give out answers to callers without a token, without asking. */
  readonly cacheSeconds: number;
  /** Connections of the process to its database. */
  readonly databaseConnections: number;
  /** Connections of clients at a time, and WebSockets among them. */
  readonly maxConnections: number;
  readonly maxSockets: number;
  /** How long a stopping service continues to serve while /ready says so, in seconds. */
  readonly shutdownDelay: number;
  /** How long it then waits for running requests, in seconds. */
  readonly shutdownGrace: number;
  /** Port of the metrics; null: they are not served. 0: any free port. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Collector of OpenTelemetry to which traces are sent; null: nothing is traced. */
  readonly traceEndpoint: string | null;
  /** What happens at the start to leagues that another version of their rater rated. */
  readonly upgradeRatings: UpgradeMode;
  /** The looks of site and console, and whether there is a site. */
  readonly site: SiteTheme;
  /** Where scheduled backups are kept, as an absolute path; null: none are made. */
  readonly backupDir: string | null;
  /** Hours from a backup to the next; a fraction where it is given in minutes. */
  readonly backupEvery: number;
  /** How many backups are kept. */
  readonly backupKeep: number;
}

/** Everything that is wrong with the environment, one problem on each line, so that all can be fixed at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; the only reader of OPENLADDER_* variables. An empty variable counts as unset.
 * @param env the environment of the process, which nothing else reads
 * @throws ConfigError that lists every problem; secrets are not shown in it
 */
export function readConfig(env: Environment = process.env): Config {
  const known = Object.keys(VARIABLES).map((name) => PREFIX + name);
  const problems = unknownNames(Object.keys(env), PREFIX, known);
  const value = <T>(name: keyof typeof VARIABLES, variable: Variable<T>): T => {
    const text = env[PREFIX + name]?.trim();
    if (!text) return variable.fallback;
    const reading = variable.read(text);
    if ('value' in reading) return reading.value;
    problems.push(`${PREFIX}${name} must be ${variable.rule}; received ${reading.received}`);
    return variable.fallback;
  };
  const site: SiteTheme = {
    hasSite: value('SITE', VARIABLES.SITE),
    name: value('SITE_NAME', VARIABLES.SITE_NAME),
    logo: value('SITE_LOGO', VARIABLES.SITE_LOGO),
    color: value('SITE_COLOR', VARIABLES.SITE_COLOR),
    links: value<SiteTheme['links']>('SITE_LINKS', VARIABLES.SITE_LINKS),
  };
  const backupDir = value<string | null>('BACKUP_DIR', VARIABLES.BACKUP_DIR);
  const config: Config = {
    databaseUrl: value('DATABASE_URL', VARIABLES.DATABASE_URL),
    directDatabaseUrl: value('DIRECT_DATABASE_URL', VARIABLES.DIRECT_DATABASE_URL),
    port: value('PORT', VARIABLES.PORT),
    host: value('HOST', VARIABLES.HOST),
    dataDir: resolve(value('DATA_DIR', VARIABLES.DATA_DIR)),
    adminToken: value('ADMIN_TOKEN', VARIABLES.ADMIN_TOKEN),
    raters: value<readonly string[]>('RATERS', VARIABLES.RATERS),
    isDemo: value('DEMO', VARIABLES.DEMO),
    logLevel: value<LogLevel>('LOG_LEVEL', VARIABLES.LOG_LEVEL),
    rateLimit: value<number | null>('RATE_LIMIT', VARIABLES.RATE_LIMIT),
    leagueStorage: value<number | null>('LEAGUE_STORAGE', VARIABLES.LEAGUE_STORAGE),
    leagueWork: value<number | null>('LEAGUE_WORK', VARIABLES.LEAGUE_WORK),
    tokenWork: value<number | null>('TOKEN_WORK', VARIABLES.TOKEN_WORK),
    tokenStorage: value<number | null>('TOKEN_STORAGE', VARIABLES.TOKEN_STORAGE),
    revisionDays: value<number | null>('REVISION_DAYS', VARIABLES.REVISION_DAYS),
    verifiesNightly: value<boolean>('VERIFY', VARIABLES.VERIFY),
    trustedProxies: value<readonly string[]>('TRUSTED_PROXIES', VARIABLES.TRUSTED_PROXIES),
    corsOrigins: value<Origins>('CORS_ORIGINS', VARIABLES.CORS_ORIGINS),
    webhookAllow: value<readonly string[]>('WEBHOOK_ALLOW', VARIABLES.WEBHOOK_ALLOW),
    cacheSeconds: value<number>('CACHE_SECONDS', VARIABLES.CACHE_SECONDS),
    databaseConnections: value<number>('DATABASE_CONNECTIONS', VARIABLES.DATABASE_CONNECTIONS),
    maxConnections: value<number>('MAX_CONNECTIONS', VARIABLES.MAX_CONNECTIONS),
    maxSockets: value<number>('MAX_SOCKETS', VARIABLES.MAX_SOCKETS),
    shutdownDelay: value<number>('SHUTDOWN_DELAY', VARIABLES.SHUTDOWN_DELAY),
    shutdownGrace: value<number>('SHUTDOWN_GRACE', VARIABLES.SHUTDOWN_GRACE),
    metricsPort: value<number | null>('METRICS_PORT', VARIABLES.METRICS_PORT),
    metricsHost: value('METRICS_HOST', VARIABLES.METRICS_HOST),
    traceEndpoint: value<string | null>('TRACE_ENDPOINT', VARIABLES.TRACE_ENDPOINT),
    upgradeRatings: value<UpgradeMode>('UPGRADE_RATINGS', VARIABLES.UPGRADE_RATINGS),
    site,
    backupDir: backupDir === null ? null : resolve(backupDir),
    backupEvery: value<number>('BACKUP_EVERY', VARIABLES.BACKUP_EVERY),
    backupKeep: value<number>('BACKUP_KEEP', VARIABLES.BACKUP_KEEP),
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
