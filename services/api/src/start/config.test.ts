import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.js';

describe('reading the environment', () => {
  test('an empty environment gives the embedded database on the loopback address', () => {
    expect(readConfig({})).toMatchObject({
      ...{ databaseUrl: null, directDatabaseUrl: null, dataDir: resolve('.openladder'), backupDir: null },
      ...{ host: '127.0.0.1', port: 4000, metricsHost: '127.0.0.1', metricsPort: null },
      ...{ adminToken: null, raters: [], trustedProxies: [], webhookAllow: [], traceEndpoint: null },
      ...{ rateLimit: 3_000_000, corsOrigins: '*', databaseConnections: 12 },
      site: { hasSite: true, name: 'Open Ladder', logo: null, color: '#0f6b5c', links: [] },
    });
  });

  test('every variable is read', () => {
    const taken: [value: string, variable: string, field: string, expected: unknown][] = [
      [
        'postgres://ladder:secret@db.example:5433/ladder',
        'DATABASE_URL',
        'databaseUrl',
        'postgres://ladder:secret@db.example:5433/ladder',
      ],
      [
        'postgres://ladder:secret@db.example:5432/ladder',
        'DIRECT_DATABASE_URL',
        'directDatabaseUrl',
        'postgres://ladder:secret@db.example:5432/ladder',
      ],
      ['80', 'PORT', 'port', 80],
      ['::1', 'HOST', 'host', '::1'],
      ['/srv/ladder', 'DATA_DIR', 'dataDir', '/srv/ladder'],
      ['correct-horse-battery', 'ADMIN_TOKEN', 'adminToken', 'correct-horse-battery'],
      [
        'elo-rater, @league/glicko,./raters/mine.mjs',
        'RATERS',
        'raters',
        ['elo-rater', '@league/glicko', './raters/mine.mjs'],
      ],
      ['false', 'DEMO', 'isDemo', false],
      ['debug', 'LOG_LEVEL', 'logLevel', 'debug'],
      ['5000', 'RATE_LIMIT', 'rateLimit', 5000],
      ['500', 'LEAGUE_STORAGE', 'leagueStorage', 500],
      ['1000', 'LEAGUE_WORK', 'leagueWork', 1000],
      ['2000', 'TOKEN_WORK', 'tokenWork', 2000],
      ['off', 'TOKEN_STORAGE', 'tokenStorage', null],
      ['90', 'REVISION_DAYS', 'revisionDays', 90],
      ['off', 'VERIFY', 'verifiesNightly', false],
      ['10.0.0.0/8, ::1', 'TRUSTED_PROXIES', 'trustedProxies', ['10.0.0.0/8', '::1']],
      [
        'https://ladder.example, http://localhost:3000',
        'CORS_ORIGINS',
        'corsOrigins',
        ['https://ladder.example', 'http://localhost:3000'],
      ],
      ['10.0.0.0/8, ::1', 'WEBHOOK_ALLOW', 'webhookAllow', ['10.0.0.0/8', '::1']],
      ['5', 'CACHE_SECONDS', 'cacheSeconds', 5],
      ['20', 'DATABASE_CONNECTIONS', 'databaseConnections', 20],
      ['500', 'MAX_CONNECTIONS', 'maxConnections', 500],
      ['300', 'MAX_SOCKETS', 'maxSockets', 300],
      ['0', 'SHUTDOWN_DELAY', 'shutdownDelay', 0],
      ['30', 'SHUTDOWN_GRACE', 'shutdownGrace', 30],
      ['9464', 'METRICS_PORT', 'metricsPort', 9464],
      ['10.0.0.1', 'METRICS_HOST', 'metricsHost', '10.0.0.1'],
      ['http://localhost:4318', 'TRACE_ENDPOINT', 'traceEndpoint', 'http://localhost:4318'],
      ['refuse', 'UPGRADE_RATINGS', 'upgradeRatings', 'refuse'],
      ['/srv/backups', 'BACKUP_DIR', 'backupDir', '/srv/backups'],
      ['30m', 'BACKUP_EVERY', 'backupEvery', 0.5],
      ['28', 'BACKUP_KEEP', 'backupKeep', 28],
    ];
    const env = Object.fromEntries(taken.map(([value, variable]) => [`OPENLADDER_${variable}`, value]));
    const site = {
      OPENLADDER_SITE: 'true',
      OPENLADDER_SITE_NAME: 'Ladders of Europe',
      OPENLADDER_SITE_LOGO: 'https://ladder.example/logo.svg',
      OPENLADDER_SITE_COLOR: '#AA3355',
      OPENLADDER_SITE_LINKS: 'Discord=https://discord.example/invite?a=b, Rules=https://ladder.example/rules',
    };
    expect(readConfig({ ...env, ...site })).toEqual({
      ...Object.fromEntries(taken.map(([, , field, expected]) => [field, expected])),
      site: {
        hasSite: true,
        name: 'Ladders of Europe',
        logo: 'https://ladder.example/logo.svg',
        color: '#aa3355',
        links: [
          { label: 'Discord', url: 'https://discord.example/invite?a=b' },
          { label: 'Rules', url: 'https://ladder.example/rules' },
        ],
      },
    });
  });

  test("a closed site keeps the console's appearance", () => {
    const { site } = readConfig({ OPENLADDER_SITE: 'false', OPENLADDER_SITE_NAME: 'Ladders' });
    expect(site).toMatchObject({ hasSite: false, name: 'Ladders' });
  });

  test.each([
    ['empty or blank', { OPENLADDER_PORT: '', OPENLADDER_RATERS: ' ', OPENLADDER_DATABASE_URL: '' }],
    ['of other programs', { PORT: 'abc', PGHOST: 'elsewhere', OPENLADDERS: 'x' }],
  ])('variables that are %s count as unset', (_, env) => {
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  test.each([
    ['DATABASE_URL', 'databaseUrl', 'postgres://postgres@/ladder?host=/run/pg&port=5433'],
    ['DATABASE_URL', 'databaseUrl', 'postgresql://localhost/ladder'],
    ['DATABASE_URL', 'databaseUrl', 'postgres://u:p@[::1]/l'],
    ['DATABASE_URL', 'databaseUrl', 'postgres://u:p,%2Fq%25@host/l'],
    ['DATABASE_URL', 'databaseUrl', 'postgres://u:p@host/l?application_name=100%'],
    ['DATABASE_URL', 'databaseUrl', 'postgres://u:p@q,r@host/l'],
    ['HOST', 'host', '0.0.0.0'],
    ['HOST', 'host', '::'],
    ['HOST', 'host', 'localhost'],
    ['HOST', 'host', 'ladder-1.example.org'],
    ['DATA_DIR', 'dataDir', 'data/here', resolve('data/here')],
    ['CORS_ORIGINS', 'corsOrigins', 'off', []],
    ['RATE_LIMIT', 'rateLimit', 'off', null],
  ] as const)('OPENLADDER_%s is read as %s: %s', (name, field, value, expected: unknown = value) => {
    expect(readConfig({ [`OPENLADDER_${name}`]: value })[field]).toEqual(expected);
  });
});

describe('refusals', () => {
  test.each([
    ['PORT', '65536', 'an integer from 0 to 65535'],
    ['PORT', '-1', 'an integer from 0 to 65535'],
    ['PORT', '4000.5', 'an integer from 0 to 65535'],
    ['PORT', '0x50', 'an integer from 0 to 65535'],
    ['DATABASE_CONNECTIONS', '9', 'an integer from 10 to 100'],
    ['MAX_CONNECTIONS', '9', 'an integer from 10 to 1000000'],
    ['MAX_SOCKETS', '9', 'an integer from 10 to 1000000'],
    ['CACHE_SECONDS', '3601', 'an integer from 0 to 3600'],
    ['SHUTDOWN_DELAY', '-1', 'an integer from 0 to 600'],
    ['SHUTDOWN_GRACE', '10s', 'an integer from 0 to 600'],
    ['HOST', '256.1.1.1', 'an IP address or a host name'],
    ['HOST', 'http://localhost', 'an IP address or a host name'],
    ['HOST', '-ladder', 'an IP address or a host name'],
    ['DATA_DIR', 'a\0b', 'a path without NUL characters'],
    ['DEMO', 'yes', 'true or false'],
    ['SITE_LOGO', 'http://ladder.example/logo.svg', 'an https URL, or a path on the same host such as /logo.svg'],
    ['SITE_LOGO', '//ladder.example/logo.svg', 'an https URL, or a path on the same host such as /logo.svg'],
    ['SITE_COLOR', 'red;}', 'a colour such as #0f6b5c'],
    ['SITE_LINKS', 'Rules=javascript:alert(1)', 'at most 10 of label=https URL, separated by commas'],
    ['SITE_NAME', 'a\tb', 'text of 1 to 60 characters'],
    ['LOG_LEVEL', 'verbose', 'one of silent, fatal, error, warn, info, debug, trace'],
    ['RATE_LIMIT', '0', 'an integer from 1 to 100000000, or off'],
    ['RATE_LIMIT', '100000001', 'an integer from 1 to 100000000, or off'],
    ['LEAGUE_STORAGE', '0', 'an integer from 1 to 100000000, or off'],
    ['VERIFY', 'daily', 'nightly or off'],
    ['REVISION_DAYS', '0.5', 'an integer from 1 to 100000000, or off'],
    ['BACKUP_EVERY', '0', 'an integer from 1 to 8760, or from 1m to 8760m'],
    ['BACKUP_EVERY', '1.5m', 'an integer from 1 to 8760, or from 1m to 8760m'],
    ['BACKUP_KEEP', 'all', 'an integer from 1 to 10000'],
    ['RATE_LIMIT', 'none', 'an integer from 1 to 100000000, or off'],
  ])('OPENLADDER_%s=%j is refused with the rule and the value', (name, value, rule) => {
    const received = JSON.stringify(value).replace('\\u0000', '\\\\u0000');
    expect(problemsOf({ [`OPENLADDER_${name}`]: value })).toEqual([
      `OPENLADDER_${name} must be ${rule}; received ${received.replaceAll('\\\\', '\\')}`,
    ]);
  });

  const RATERS = 'names of packages or paths of modules, separated by commas, each once';
  const NETWORKS = 'IP addresses or networks such as 10.0.0.0/8, separated by commas';
  const ORIGINS = '*, off, or origins such as https://ladder.example, without a path, separated by commas';
  test.each([
    ['RATERS', 'elo rater', 'elo rater', RATERS],
    ['RATERS', 'elo,,glicko', '', RATERS],
    ['RATERS', 'elo,glicko,elo', 'elo', RATERS],
    ['TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/33', NETWORKS],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy.example', 'proxy.example', NETWORKS],
    ['TRUSTED_PROXIES', '::1/', '::1/', NETWORKS],
    ['CORS_ORIGINS', 'ladder.example', 'ladder.example', ORIGINS],
    ['CORS_ORIGINS', 'https://ladder.example/', 'https://ladder.example/', ORIGINS],
    ['CORS_ORIGINS', 'https://ladder.example,*', '*', ORIGINS],
    ['CORS_ORIGINS', 'https://*.ladder.example', 'https://*.ladder.example', ORIGINS],
    ['CORS_ORIGINS', 'https://Ladder.example', 'https://Ladder.example', ORIGINS],
    ['CORS_ORIGINS', 'https://ladder.example:443', 'https://ladder.example:443', ORIGINS],
    ['CORS_ORIGINS', 'ftp://ladder.example', 'ftp://ladder.example', ORIGINS],
    ['CORS_ORIGINS', 'null', 'null', ORIGINS],
    ['CORS_ORIGINS', 'none', 'none', ORIGINS],
  ])('the list OPENLADDER_%s=%j is refused for its member %j', (name, value, member, rule) => {
    expect(problemsOf({ [`OPENLADDER_${name}`]: value })).toEqual([
      `OPENLADDER_${name} must be ${rule}; received "${member}" in "${value}"`,
    ]);
  });

  test.each(['localhost:4318', 'ftp://user:secret@collector', 'collector'])(
    'the collector %j is refused, and not shown',
    (value) => {
      const [problem] = problemsOf({ OPENLADDER_TRACE_ENDPOINT: value });
      expect(problem).toMatch(
        /^OPENLADDER_TRACE_ENDPOINT must be an http or https URL such as .* \(not shown: it may contain a password\)$/,
      );
      expect(problem).not.toContain('secret');
    },
  );

  test('a direct URL of the database is refused if there is no other', () => {
    expect(problemsOf({ OPENLADDER_DIRECT_DATABASE_URL: 'postgres://localhost/ladder' })).toEqual([
      'OPENLADDER_DIRECT_DATABASE_URL requires OPENLADDER_DATABASE_URL, which is not set',
    ]);
  });

  test('all problems are reported at once', () => {
    const problems = problemsOf({ OPENLADDER_PORT: 'x', OPENLADDER_DEMO: '1', OPENLADDER_HOTS: 'localhost' });
    expect(problems).toHaveLength(3);
    expect(new ConfigError(problems).message.split('\n')).toEqual(problems);
  });

  test('a misspelt variable is refused with the intended name', () => {
    expect(problemsOf({ OPENLADDER_DATABSE_URL: 'postgres://u:hunter2@h/d' })).toEqual([
      'OPENLADDER_DATABSE_URL is not a variable of Open Ladder; did you mean OPENLADDER_DATABASE_URL?',
    ]);
  });

  test('an unrecognisable variable is refused with all names', () => {
    expect(problemsOf({ OPENLADDER_XYZZY_PLUGH_QUUX: '1' })[0]).toContain(
      'there are OPENLADDER_DATABASE_URL, OPENLADDER_DIRECT_DATABASE_URL, OPENLADDER_PORT,',
    );
  });
});

test('the metrics have a separate port', () => {
  const problem = 'OPENLADDER_METRICS_PORT must be another port than OPENLADDER_PORT, but both are 4000';
  expect(problemsOf({ OPENLADDER_METRICS_PORT: '4000' })).toEqual([problem]);
  expect(problemsOf({ OPENLADDER_METRICS_PORT: '4000', OPENLADDER_METRICS_HOST: '10.0.0.5' })).toEqual([]);
  expect(problemsOf({ OPENLADDER_METRICS_PORT: '0', OPENLADDER_PORT: '0' })).toEqual([]);
});

describe('secrets stay out of messages', () => {
  test.each([
    ['short', 'hunter2'],
    ['with 19 characters', 'hunter2hunter2hunte'],
    ['with a blank', 'hunter2 hunter2 hunter2'],
    ['not ASCII', 'hunter2-hünter2-hunter2'],
    ['too long', 'hunter2'.repeat(30)],
    ['like one of ours, which would be taken for mistyped at every request', 'ol_hunter2hunter2hunter2'],
  ])('only the length of an admin token that is %s is reported', (_, token) => {
    expect(problemsOf({ OPENLADDER_ADMIN_TOKEN: token })).toEqual([
      'OPENLADDER_ADMIN_TOKEN must be 20 to 200 printable ASCII characters without spaces, not beginning with ol_ ' +
        `unless Open Ladder made it; received ${token.length} characters (not shown: it is a secret)`,
    ]);
  });

  test.each([
    ['mysql://root:hunter2@db/ladder', 'mysql://… (not shown: it may contain a password)'],
    ['https://db/ladder?password=hunter2', 'https://… (not shown: it may contain a password)'],
    ['root:hunter2@db', 'something that is not a URL (not shown: it may contain a password)'],
    ['hunter2', 'something that is not a URL (not shown: it may contain a password)'],
    ['postgres://root:hunter2@db:port/ladder', 'something that is not a URL (not shown: it may contain a password)'],
    [
      'postgres://root:100%hunter2@db/ladder',
      'a % that begins no code; write it as %25 (not shown: it may contain a password)',
    ],
    ['postgres://root:a@hunter2@db1,db2', 'several hosts (not shown: it may contain a password)'],
    ['postgres://root:hunter2@db1,db2/ladder', 'several hosts (not shown: it may contain a password)'],
    ['postgres://root:hunter2@db1:5432,db2:5432/ladder', 'several hosts (not shown: it may contain a password)'],
  ])('the database URL %s is refused without its password', (url, received) => {
    const [problem] = problemsOf({ OPENLADDER_DATABASE_URL: url });
    expect(problem).toBe(
      'OPENLADDER_DATABASE_URL must be a PostgreSQL URL such as postgres://user:password@host:5432/database; ' +
        `received ${received}`,
    );
  });
});

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
