import { resolve } from 'node:path';
import type { UpgradeMode } from '../correction/upgrade-ratings.js';
import { LOG_LEVELS, type LogLevel } from '../kit/log.js';
import { nearestName } from '../kit/nearest-name.js';
import type { Origins } from '../kit/origins.js';
import type { SiteTheme } from '../kit/site-theme.js';
import {
  color,
  databaseUrl,
  flag,
  folder,
  host,
  integer,
  links,
  list,
  logLevel,
  logo,
  networks,
  nightlyOrOff,
  origins,
  orOff,
  type ParsedValue,
  port,
  siteName,
  token,
  upgradeMode,
} from './config-values.js';

/** Settings of an operator, read once at the start; see VARIABLES. */
export interface Config {
  /** null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database past the pooler; null: `databaseUrl` needs no other. */
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
  /** Whether an empty database is given a demonstration league. */
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
  /** For how many days what the board showed before a correction is kept; null: for ever. */
  readonly revisionDays: number | null;
  /** Whether the service verifies its leagues every night. */
  readonly verifiesNightly: boolean;
  /** Proxies that are trusted to set X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may use the API, in addition to our own. */
  readonly corsOrigins: Origins;
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookAllow: readonly string[];
  /** Connections of clients at a time. */
  readonly maxConnections: number;
  /** How long a service that is told to stop goes on serving while /ready says so, in seconds. */
  readonly shutdownDelay: number;
  /** How long it then waits for requests that are under way, in seconds. */
  readonly shutdownGrace: number;
  /** Port of the metrics; null: they are not served. 0: any free port. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** The treatment at start of leagues that another version of their rater rated. */
  readonly upgradeRatings: UpgradeMode;
  /** The looks of the site; null: it is closed. */
  readonly site: SiteTheme | null;
  /** Where backups are kept, absolute; null: none are made by themselves. */
  readonly backupDir: string | null;
  /** Hours from a backup to the next. */
  readonly backupEvery: number;
  /** How many backups are kept. */
  readonly backupKeep: number;
}

/** One variable of the environment, as the manual lists it. */
export interface Variable<T> {
  /** The effect of the variable. */
  readonly summary: string;
  /** The rule for values, to follow "must be". */
  readonly rule: string;
  /** The default, if it is unset or empty. */
  readonly fallback: T;
  readonly read: (text: string) => ParsedValue<T>;
}

const PREFIX = 'OPENLADDER_';

/** Every variable, by its name without OPENLADDER_. */
const VARIABLES = {
  DATABASE_URL: {
    summary: 'a database in UTF8 on a PostgreSQL server, 15 or later, instead of the embedded one',
    rule: 'a PostgreSQL URL such as postgres://user:password@host:5432/database',
    fallback: null,
    read: databaseUrl,
  } satisfies Variable<string | null>,
  DIRECT_DATABASE_URL: {
    summary:
      'the same database past a pooler such as PgBouncer, for migrations, notifications and jobs; needed if the pooler shares sessions between transactions',
    rule: 'a PostgreSQL URL such as postgres://user:password@host:5432/database',
    fallback: null,
    read: databaseUrl,
  } satisfies Variable<string | null>,
  PORT: {
    summary: 'the port to listen on; 0 is any free port',
    rule: 'an integer from 0 to 65535',
    fallback: 4000,
    read: port,
  } satisfies Variable<number>,
  HOST: {
    summary: 'the address to listen on; 0.0.0.0 is every network of the machine',
    rule: 'an IP address or a host name',
    fallback: '127.0.0.1',
    read: host,
  } satisfies Variable<string>,
  DATA_DIR: {
    summary: 'the folder of the embedded database',
    rule: 'a path without NUL characters',
    fallback: '.openladder',
    read: folder,
  } satisfies Variable<string>,
  ADMIN_TOKEN: {
    summary: 'the token of the platform administrator, instead of one generated at the first start',
    rule: '20 to 200 printable ASCII characters without spaces, not beginning with ol_ unless Open Ladder made it',
    fallback: null,
    read: token,
  } satisfies Variable<string | null>,
  RATERS: {
    summary: 'more rating systems: names of installed packages or paths of modules, separated by commas',
    rule: 'names of packages or paths of modules, separated by commas, each once',
    fallback: [],
    read: list,
  } satisfies Variable<readonly string[]>,
  DEMO: {
    summary: 'whether to create demonstration leagues in an empty database',
    rule: 'true or false',
    fallback: true,
    read: flag,
  } satisfies Variable<boolean>,
  LOG_LEVEL: {
    summary: 'the lowest level of messages to log',
    rule: `one of ${LOG_LEVELS.join(', ')}`,
    fallback: 'info',
    read: logLevel,
  } satisfies Variable<LogLevel>,
  RATE_LIMIT: {
    summary:
      'the points that an address without a token may spend per minute, a token ten times as many; off: no limit',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: 3_000_000,
    read: orOff,
  } satisfies Variable<number | null>,
  LEAGUE_STORAGE: {
    summary:
      'the most megabytes that the ratings journal of a league may have, including earlier revisions; off: no limit',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: 20_000,
    read: orOff,
  } satisfies Variable<number | null>,
  LEAGUE_WORK: {
    summary:
      'the journal lines of a league that may be rated again in an hour, for late matches and corrections; off: no limit',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: 20_000_000,
    read: orOff,
  } satisfies Variable<number | null>,
  TOKEN_WORK: {
    summary: 'the journal lines that may be rated again in an hour because of one token, in all leagues; off: no limit',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: 20_000_000,
    read: orOff,
  } satisfies Variable<number | null>,
  TOKEN_STORAGE: {
    summary:
      'the megabytes by which the journals of all leagues may grow in a day because of the matches and corrections of one token; off: no limit',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: 20_000,
    read: orOff,
  } satisfies Variable<number | null>,
  REVISION_DAYS: {
    summary:
      'the days for which asKnownAt can tell what the board showed before a correction; what is older is deleted at night; off: for ever',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: null,
    read: orOff,
  } satisfies Variable<number | null>,
  VERIFY: {
    summary: 'whether the service verifies every night that each board equals a replay of its match log',
    rule: 'nightly or off',
    fallback: true,
    read: nightlyOrOff,
  } satisfies Variable<boolean>,
  TRUSTED_PROXIES: {
    summary: 'the reverse proxies in front of the service, whose X-Forwarded-For header is trusted',
    rule: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    fallback: [],
    read: networks,
  } satisfies Variable<readonly string[]>,
  CORS_ORIGINS: {
    summary: 'the origins whose pages may use the API: * for all, or some, or off for none but our own',
    rule: '*, off, or origins such as https://ladder.example, without a path, separated by commas',
    fallback: '*',
    read: origins,
  } satisfies Variable<Origins>,
  WEBHOOK_ALLOW: {
    summary: 'the networks that webhooks may reach, by plain http too, although they are not public',
    rule: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    fallback: [],
    read: networks,
  } satisfies Variable<readonly string[]>,
  MAX_CONNECTIONS: {
    summary: 'the most client connections at a time; fewer if the operating system allows fewer open files',
    rule: 'an integer from 10 to 1000000',
    fallback: 2_000,
    read: integer(10, 1_000_000),
  } satisfies Variable<number>,
  SHUTDOWN_DELAY: {
    summary: 'the seconds that the service keeps serving after SIGTERM while /ready says "draining"',
    rule: 'an integer from 0 to 600',
    fallback: 1,
    read: integer(0, 600),
  } satisfies Variable<number>,
  SHUTDOWN_GRACE: {
    summary: 'the seconds that a stopping service waits for requests in progress',
    rule: 'an integer from 0 to 600',
    fallback: 10,
    read: integer(0, 600),
  } satisfies Variable<number>,
  METRICS_PORT: {
    summary: 'the port that serves /metrics for Prometheus; 0 is any free port; no metrics if unset',
    rule: 'an integer from 0 to 65535',
    fallback: null,
    read: port,
  } satisfies Variable<number | null>,
  METRICS_HOST: {
    summary: 'the address to serve metrics on; anyone who can reach it can read them',
    rule: 'an IP address or a host name',
    fallback: '127.0.0.1',
    read: host,
  } satisfies Variable<string>,
  UPGRADE_RATINGS: {
    summary:
      "what to do at start if a rater's version has changed: recompute its leagues in the background, or refuse to start",
    rule: 'background or refuse',
    fallback: 'background',
    read: upgradeMode,
  } satisfies Variable<UpgradeMode>,
  SITE: {
    summary: 'whether the service shows its site at / beside the API',
    rule: 'true or false',
    fallback: true,
    read: flag,
  } satisfies Variable<boolean>,
  SITE_NAME: {
    summary: 'the name of the site',
    rule: 'text of 1 to 60 characters',
    fallback: 'Open Ladder',
    read: siteName,
  } satisfies Variable<string>,
  SITE_LOGO: {
    summary: 'the image beside the name of the site',
    rule: 'an https URL, or a path on the same host such as /logo.svg',
    fallback: null,
    read: logo,
  } satisfies Variable<string | null>,
  SITE_COLOR: {
    summary: 'the colour of links and marks; its lightness follows light and dark pages',
    rule: 'a colour such as #0f6b5c',
    fallback: '#0f6b5c',
    read: color,
  } satisfies Variable<string>,
  SITE_LINKS: {
    summary: 'links in the header of the site, for example Discord=https://discord.example/invite',
    rule: 'at most 10 of label=https URL, separated by commas',
    fallback: [],
    read: links,
  } satisfies Variable<SiteTheme['links']>,
  BACKUP_DIR: {
    summary: 'the folder of backups, for this database alone; none are made by themselves if unset',
    rule: 'a path without NUL characters',
    fallback: null,
    read: folder,
  } satisfies Variable<string | null>,
  BACKUP_EVERY: {
    summary: 'the hours from one backup to the next',
    rule: 'an integer from 1 to 8760',
    fallback: 24,
    read: integer(1, 8_760),
  } satisfies Variable<number>,
  BACKUP_KEEP: {
    summary: 'how many backups are kept in the folder; older ones are deleted after each new one',
    rule: 'an integer from 1 to 10000',
    fallback: 7,
    read: integer(1, 10_000),
  } satisfies Variable<number>,
} as const;

/** Everything that is wrong with the environment, one problem a line, so that it can be mended at once. */
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
  const problems = unknownVariables(env);
  const value = <T>(name: keyof typeof VARIABLES, variable: Variable<T>): T => {
    const text = env[PREFIX + name]?.trim();
    if (!text) return variable.fallback;
    const reading = variable.read(text);
    if ('value' in reading) return reading.value;
    problems.push(`${PREFIX}${name} must be ${variable.rule}; received ${reading.received}`);
    return variable.fallback;
  };
  const theme: SiteTheme = {
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
    maxConnections: value<number>('MAX_CONNECTIONS', VARIABLES.MAX_CONNECTIONS),
    shutdownDelay: value<number>('SHUTDOWN_DELAY', VARIABLES.SHUTDOWN_DELAY),
    shutdownGrace: value<number>('SHUTDOWN_GRACE', VARIABLES.SHUTDOWN_GRACE),
    metricsPort: value<number | null>('METRICS_PORT', VARIABLES.METRICS_PORT),
    metricsHost: value('METRICS_HOST', VARIABLES.METRICS_HOST),
    upgradeRatings: value<UpgradeMode>('UPGRADE_RATINGS', VARIABLES.UPGRADE_RATINGS),
    site: value('SITE', VARIABLES.SITE) ? theme : null,
    backupDir: backupDir === null ? null : resolve(backupDir),
    backupEvery: value<number>('BACKUP_EVERY', VARIABLES.BACKUP_EVERY),
    backupKeep: value<number>('BACKUP_KEEP', VARIABLES.BACKUP_KEEP),
  };
  if (config.directDatabaseUrl !== null && config.databaseUrl === null) {
    problems.push(`${PREFIX}DIRECT_DATABASE_URL must stand beside ${PREFIX}DATABASE_URL, which is not set`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** A misspelt name would otherwise go unnoticed. Its value isn't shown: it may be a secret's. */
function unknownVariables(env: Environment): string[] {
  const known = Object.keys(VARIABLES).map((name) => PREFIX + name);
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return `${name} is not a variable of Open Ladder; ${near ? `did you mean ${near}?` : `there are ${known.join(', ')}`}`;
    });
}
