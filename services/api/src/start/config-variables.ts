import { LOG_LEVELS, type LogLevel } from '../kit/log.js';
import type { Origins, SiteTheme } from '../kit/site-theme.js';
import { LEAST_CONNECTIONS, PROCESS_CONNECTIONS } from '../kit/sql/budget.js';
import type { UpgradeMode } from '../league-log/upgrade-ratings.js';
import {
  color,
  databaseUrl,
  flag,
  folder,
  host,
  hoursOrMinutes,
  httpUrl,
  integerFrom,
  links,
  list,
  logLevel,
  logo,
  networks,
  nightlyOrOff,
  origins,
  orOff,
  port,
  siteName,
  token,
  upgradeMode,
  type Variable,
} from './config-values.js';

/** How the names of all variables begin. */
export const PREFIX = 'OPENLADDER_';

/** Every variable, by its name without OPENLADDER_. */
export const VARIABLES = {
  DATABASE_URL: {
    summary: 'a database in UTF8 on a PostgreSQL server, 15 or later, instead of the embedded one',
    rule: 'a PostgreSQL URL such as postgres://user:password@host:5432/database',
    fallback: null,
    read: databaseUrl,
  } satisfies Variable<string | null>,
  DIRECT_DATABASE_URL: {
    summary:
      'the same database without the pooler (such as PgBouncer) in between, for migrations, notifications and jobs; needed if the pooler shares sessions between transactions',
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
      'the most journal lines of a league that may be rated again in an hour, for late matches and corrections; off: no limit',
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
      'the most megabytes by which matches and corrections of one token may make all journals grow in a day; off: no limit',
    rule: 'an integer from 1 to 100000000, or off',
    fallback: 20_000,
    read: orOff,
  } satisfies Variable<number | null>,
  REVISION_DAYS: {
    summary:
      'the days for which asKnownAt can show the board as it was before a correction; older lines are deleted at night; off: forever',
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
  DATABASE_CONNECTIONS: {
    summary: 'the most connections to the database; more than the default help only on a server with many cores',
    rule: `an integer from ${LEAST_CONNECTIONS} to 100`,
    fallback: PROCESS_CONNECTIONS,
    read: integerFrom(LEAST_CONNECTIONS, 100),
  } satisfies Variable<number>,
  MAX_CONNECTIONS: {
    summary: 'the most client connections at a time; fewer if the operating system allows fewer open files',
    rule: 'an integer from 10 to 1000000',
    fallback: 4_000,
    read: integerFrom(10, 1_000_000),
  } satisfies Variable<number>,
  MAX_SOCKETS: {
    summary: 'the most WebSockets at a time, for live events: at most three quarters of the connections',
    rule: 'an integer from 10 to 1000000',
    fallback: 2_500,
    read: integerFrom(10, 1_000_000),
  } satisfies Variable<number>,
  CACHE_SECONDS: {
    summary:
      'the seconds for which an HTTP cache in front may serve a response to callers without a token before it revalidates it; during that, ten times as long',
    rule: 'an integer from 0 to 3600',
    fallback: 0,
    read: integerFrom(0, 3600),
  } satisfies Variable<number>,
  SHUTDOWN_DELAY: {
    summary: 'the seconds that the service keeps serving after SIGTERM while /ready says "draining"',
    rule: 'an integer from 0 to 600',
    fallback: 1,
    read: integerFrom(0, 600),
  } satisfies Variable<number>,
  SHUTDOWN_GRACE: {
    summary: 'the seconds that a stopping service waits for requests in progress',
    rule: 'an integer from 0 to 600',
    fallback: 10,
    read: integerFrom(0, 600),
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
  TRACE_ENDPOINT: {
    summary: 'the OpenTelemetry collector to which traces are sent (OTLP over HTTP); nothing is traced if unset',
    rule: 'an http or https URL such as http://localhost:4318',
    fallback: null,
    read: httpUrl,
  } satisfies Variable<string | null>,
  UPGRADE_RATINGS: {
    summary:
      "what to do at start if a rater's version has changed: recompute its leagues in the background, or refuse to start",
    rule: 'background or refuse',
    fallback: 'background',
    read: upgradeMode,
  } satisfies Variable<UpgradeMode>,
  SITE: {
    summary: 'whether the service shows its site at /, beside the API and the console',
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
    summary: 'the folder of scheduled backups, of this database alone; none are made if it is unset',
    rule: 'a path without NUL characters',
    fallback: null,
    read: folder,
  } satisfies Variable<string | null>,
  BACKUP_EVERY: {
    summary: 'the time from one backup to the next: hours, or minutes such as 30m',
    rule: 'an integer from 1 to 8760, or from 1m to 8760m',
    fallback: 24,
    read: hoursOrMinutes(1, 8_760),
  } satisfies Variable<number>,
  BACKUP_KEEP: {
    summary: 'how many backups are kept in the folder; older ones are deleted after each new one',
    rule: 'an integer from 1 to 10000',
    fallback: 7,
    read: integerFrom(1, 10_000),
  } satisfies Variable<number>,
} as const;

/** The list of variables for a terminal: each with its effect, the rule for its values and its default. */
export function listVariables(): string {
  const entries = Object.entries<Variable<unknown>>(VARIABLES).map(([name, { summary, rule, fallback }]) => {
    const isShown = typeof fallback === 'string' || typeof fallback === 'number';
    return `  ${PREFIX}${name}\n      ${summary}\n      must be ${rule}${isShown ? `; by default ${fallback}` : ''}`;
  });
  return `Environment variables:\n${entries.join('\n')}`;
}
