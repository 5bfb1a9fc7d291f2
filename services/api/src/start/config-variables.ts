import { LEAST_CONNECTIONS, PROCESS_CONNECTIONS } from '../kit/sql/connection.js';
import {
  color,
  databaseUrl,
  flag,
  folder,
  host,
  hoursOrMinutes,
  httpUrl,
  integerFrom,
  label,
  limitOrOff,
  links,
  logLevel,
  logo,
  networks,
  nightlyOrOff,
  origins,
  port,
  raters,
  token,
  upgradeMode,
  type Variable,
} from './config-values.js';

/** The prefix of all variables' names. */
export const PREFIX = 'OPENLADDER_';

/** Every variable, by its field of the configuration. */
export const VARIABLES = {
  databaseUrl: {
    name: 'DATABASE_URL',
    summary: 'a database in UTF8 on a PostgreSQL server, 15 or later, instead of the embedded one',
    kind: databaseUrl,
    fallback: null,
  },
  directDatabaseUrl: {
    name: 'DIRECT_DATABASE_URL',
    summary:
      'the same database without the pooler (such as PgBouncer) in between, for migrations, notifications and jobs; needed if the pooler shares sessions between transactions',
    kind: databaseUrl,
    fallback: null,
  },
  port: {
    name: 'PORT',
    summary: 'the port to listen on; 0 is any free port',
    kind: port,
    fallback: 4000,
  },
  host: {
    name: 'HOST',
    summary: 'the address to listen on; 0.0.0.0 is every network of the machine',
    kind: host,
    fallback: '127.0.0.1',
  },
  dataDir: {
    name: 'DATA_DIR',
    summary: 'the folder of the embedded database',
    kind: folder,
    fallback: '.openladder',
  },
  adminToken: {
    name: 'ADMIN_TOKEN',
    summary: 'the token of the platform administrator, instead of one generated at the first start',
    kind: token,
    fallback: null,
  },
  raters: {
    name: 'RATERS',
    summary: 'more rating systems: names of installed packages or paths of modules, separated by commas',
    kind: raters,
    fallback: [],
  },
  isDemo: {
    name: 'DEMO',
    summary: 'whether to create demonstration leagues in an empty database',
    kind: flag,
    fallback: true,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    summary: 'the lowest level of messages to log',
    kind: logLevel,
    fallback: 'info',
  },
  rateLimit: {
    name: 'RATE_LIMIT',
    summary:
      'the points that an address without a token may spend per minute, a token ten times as many; off: no limit',
    kind: limitOrOff,
    fallback: 3_000_000,
  },
  leagueStorage: {
    name: 'LEAGUE_STORAGE',
    summary:
      'the most megabytes that the ratings journal of a league may have, including earlier revisions; off: no limit',
    kind: limitOrOff,
    fallback: 20_000,
  },
  leagueWork: {
    name: 'LEAGUE_WORK',
    summary:
      'the most journal lines of a league that may be rated again in an hour, for late matches and corrections; off: no limit',
    kind: limitOrOff,
    fallback: 20_000_000,
  },
  tokenWork: {
    name: 'TOKEN_WORK',
    summary: 'the journal lines that may be rated again in an hour because of one token, in all leagues; off: no limit',
    kind: limitOrOff,
    fallback: 20_000_000,
  },
  tokenStorage: {
    name: 'TOKEN_STORAGE',
    summary:
      'the most megabytes by which matches and corrections of one token may make all journals grow in a day; off: no limit',
    kind: limitOrOff,
    fallback: 20_000,
  },
  revisionDays: {
    name: 'REVISION_DAYS',
    summary:
      'the days for which asKnownAt can show the board as it was before a correction; older lines are deleted at night; off: forever',
    kind: limitOrOff,
    fallback: null,
  },
  verifiesNightly: {
    name: 'VERIFY',
    summary: 'whether the service verifies every night that each board equals a replay of its match log',
    kind: nightlyOrOff,
    fallback: true,
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    summary: 'the reverse proxies in front of the service, whose X-Forwarded-For header is trusted',
    kind: networks,
    fallback: [],
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    summary: 'the origins whose pages may use the API: * for all, or some, or off for none but our own',
    kind: origins,
    fallback: '*',
  },
  webhookAllow: {
    name: 'WEBHOOK_ALLOW',
    summary: 'the networks that webhooks may reach, by plain http too, although they are not public',
    kind: networks,
    fallback: [],
  },
  databaseConnections: {
    name: 'DATABASE_CONNECTIONS',
    summary: 'the most connections to the database; more than the default help only on a server with many cores',
    kind: integerFrom(LEAST_CONNECTIONS, 100),
    fallback: PROCESS_CONNECTIONS,
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    summary: 'the most client connections at a time; fewer if the operating system allows fewer open files',
    kind: integerFrom(10, 1_000_000),
    fallback: 4_000,
  },
  maxSockets: {
    name: 'MAX_SOCKETS',
    summary: 'the most WebSockets at a time, for live events: at most three quarters of the connections',
    kind: integerFrom(10, 1_000_000),
    fallback: 2_500,
  },
  cacheSeconds: {
    name: 'CACHE_SECONDS',
    summary:
      'the seconds for which an HTTP cache in front may serve a response to callers without a token before it revalidates it; during that, ten times as long',
    kind: integerFrom(0, 3600),
    fallback: 0,
  },
  shutdownDelay: {
    name: 'SHUTDOWN_DELAY',
    summary: 'the seconds that the service keeps serving after SIGTERM while /ready says "draining"',
    kind: integerFrom(0, 600),
    fallback: 1,
  },
  shutdownGrace: {
    name: 'SHUTDOWN_GRACE',
    summary: 'the seconds that a stopping service waits for requests in progress',
    kind: integerFrom(0, 600),
    fallback: 10,
  },
  metricsPort: {
    name: 'METRICS_PORT',
    summary: 'the port that serves /metrics for Prometheus; 0 is any free port; no metrics if unset',
    kind: port,
    fallback: null,
  },
  metricsHost: {
    name: 'METRICS_HOST',
    summary: 'the address to serve metrics on; anyone who can reach it can read them',
    kind: host,
    fallback: '127.0.0.1',
  },
  traceEndpoint: {
    name: 'TRACE_ENDPOINT',
    summary: 'the OpenTelemetry collector to which traces are sent (OTLP over HTTP); nothing is traced if unset',
    kind: httpUrl,
    fallback: null,
  },
  upgradeRatings: {
    name: 'UPGRADE_RATINGS',
    summary:
      "what to do at start if a rater's version has changed: recompute its leagues in the background, or refuse to start",
    kind: upgradeMode,
    fallback: 'background',
  },
  hasSite: {
    name: 'SITE',
    summary: 'whether the service shows its site at /, beside the API and the console',
    kind: flag,
    fallback: true,
  },
  siteName: {
    name: 'SITE_NAME',
    summary: 'the name of the site',
    kind: label,
    fallback: 'Open Ladder',
  },
  siteLogo: {
    name: 'SITE_LOGO',
    summary: 'the image beside the name of the site',
    kind: logo,
    fallback: null,
  },
  siteColor: {
    name: 'SITE_COLOR',
    summary: 'the colour of links and marks; its lightness follows light and dark pages',
    kind: color,
    fallback: '#0f6b5c',
  },
  siteLinks: {
    name: 'SITE_LINKS',
    summary: 'links in the header of the site, for example Discord=https://discord.example/invite',
    kind: links,
    fallback: [],
  },
  backupDir: {
    name: 'BACKUP_DIR',
    summary: 'the folder of scheduled backups, of this database alone; none are made if it is unset',
    kind: folder,
    fallback: null,
  },
  backupEvery: {
    name: 'BACKUP_EVERY',
    summary: 'the time from one backup to the next: hours, or minutes such as 30m',
    kind: hoursOrMinutes(1, 8_760),
    fallback: 24,
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    summary: 'how many backups are kept in the folder; older ones are deleted after each new one',
    kind: integerFrom(1, 10_000),
    fallback: 7,
  },
} as const satisfies Readonly<Record<string, Variable<unknown>>>;

/** The list of variables for a terminal: each with its effect, the rule for its values and its default. */
export function listVariables(): string {
  const entries = Object.values<Variable<unknown>>(VARIABLES).map(({ name, summary, kind, fallback }) => {
    const isShown = ['string', 'number', 'boolean'].includes(typeof fallback);
    return `  ${PREFIX}${name}\n      ${summary}\n      must be ${kind.rule}${isShown ? `; by default ${fallback}` : ''}`;
  });
  return `Environment variables:\n${entries.join('\n')}`;
}
