import { access, constants, statfs } from 'node:fs/promises';
import { connect as connectSocket, createServer } from 'node:net';
import { dirname } from 'node:path';
import { defaultSettings, type Rater } from '@openladder/rating';
import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { listBackups } from '../database/backup/names.js';
import { connect, connected } from '../database/data-source.js';
import { statOrNull } from '../database/embedded/files.js';
import { isStandby } from '../database/migrate.js';
import { poolerIncompatibility } from '../database/pooler-compatibility.js';
import { describePresent, SERVE } from '../database/presence.js';
import { clockDifference, connectionShortage, rightsThatLack } from '../database/server-compatibility.js';
import { createLog, STANDARD_ERROR } from '../kit/log.js';
import { version } from '../kit/version.js';
import { askRater, closeRaters, troubleOf } from '../raters/apart.js';
import { COMMAND_TIMEOUT, loadRaters } from '../raters/raters.js';
import type { SettingValues } from '../raters/rating-system.js';
import { SHOW } from '../rating/rater-work.js';
import { type Config, ConfigError, readConfig } from '../start/config.js';
import { TABLES } from '../start/tables.js';
import { troublesOfChosenAdmin } from '../token/token.service.js';
import { checkedAddresses, networkList } from '../webhook/addresses.js';
import { resolveName } from '../webhook/resolve-name.js';
import { type MigrationPlan, planMigration } from './migrate.js';
import { FAILED, failureReason } from './report.js';
import { hasCluster, withDatabase } from './with-app.js';

/** A result of a check: good, worth knowing, or a problem with its remedy. */
type Finding = readonly [level: 'ok' | 'note' | 'WRONG', text: string];
type Check = () => Promise<readonly Finding[]>;

const ok = (text: string): Finding[] => [['ok', text]];
const note = (text: string): Finding[] => [['note', text]];
const wrong = (text: string): Finding[] => [['WRONG', text]];

const TIMEOUT = 5_000;
const GIGABYTE = 2 ** 30;
const HOUR = 3_600_000;
const MAX_WEBHOOKS = 50;
/** Enough requests to reach each of a few processes behind a proxy. */
const KNOCKS = 10;
const OLD_NODE = 20;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'look for common problems, and say how to correct them; change nothing; exit status 1 if there are any',
    )
    .option(
      '--url <url>',
      'where people reach the service, such as https://ladder.example, to check what is in front of it',
    )
    .action(async ({ url }: { readonly url?: string }) => {
      let count = 0;
      for (const check of checksOf(url)) {
        // A check that cannot be carried out is a finding.
        for (const [level, text] of await check().catch((error) => wrong(failureReason(error) ?? String(error)))) {
          console.log(`${level.padEnd(5)} ${text}`);
          if (level === 'WRONG') count++;
        }
      }
      console.log(count === 0 ? 'Nothing is wrong.' : `Wrong: ${count}. Each line above says what to do.`);
      if (count > 0) process.exitCode = FAILED;
    });
}

function checksOf(url: string | undefined): readonly Check[] {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    return [async () => problems.flatMap(wrong)];
  }
  return [
    checkNode,
    () => checkRaters(config),
    () => checkPort(config),
    () => checkFolder('OPENLADDER_DATA_DIR', config.databaseUrl === null ? config.dataDir : null),
    () => checkFolder('OPENLADDER_BACKUP_DIR', config.backupDir),
    () => checkPooler(config),
    () => checkDatabase(config).catch(withRemedy),
    ...(url === undefined ? [] : [() => checkFront(url)]),
  ];
}

async function checkNode(): Promise<Finding[]> {
  const running = `This is Open Ladder ${version()} on Node ${process.versions.node}`;
  if (Number.parseInt(process.versions.node, 10) > OLD_NODE) return ok(`${running}.`);
  return note(`${running}, which has no support upstream since April 2026. It works; Node 24 is recommended.`);
}

async function checkRaters({ raters }: Config): Promise<Finding[]> {
  const loaded = await loadRaters(raters, { log: createLog('silent', STANDARD_ERROR), timeout: COMMAND_TIMEOUT });
  try {
    const problems = await Promise.all([...loaded.values()].map(problemOfRater));
    const findings = problems.flatMap((problem) =>
      problem === undefined ? [] : wrong(`${problem}. Mend the rater, or take it out of OPENLADDER_RATERS.`),
    );
    return [...findings, ...ok(`${loaded.size} rating systems are installed.`)];
  } finally {
    closeRaters(loaded.values());
  }
}

/** The problem of a rater that could be loaded: its processes may end right after that, or at the first call. */
async function problemOfRater(rater: Rater): Promise<string | undefined> {
  const settings = defaultSettings<SettingValues>(rater.settings);
  let failure: string | undefined;
  try {
    const newcomer = { state: rater.initial(settings), waits: undefined };
    await askRater({ rater, settings, shownThrough: null }, SHOW, [newcomer]);
  } catch (error) {
    failure = (error as Error).message;
  }
  return troubleOf(rater)?.message ?? failure;
}

/** @returns why nobody can listen there; null if one can */
function obstacleOf(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

async function checkPort({ host, port, metricsHost, metricsPort }: Config): Promise<Finding[]> {
  if (port === 0) return note('The service takes any free port (OPENLADDER_PORT is 0).');
  const place = `port ${port} of ${host} (OPENLADDER_PORT, OPENLADDER_HOST)`;
  const code = await obstacleOf(port, host);
  if (code === null)
    return [...ok(`The service can listen on ${place}.`), ...(await checkMetrics(metricsHost, metricsPort))];
  if (code === 'EACCES') return wrong(`This account may not listen on ${place}. Take a port from 1024 on.`);
  if (code !== 'EADDRINUSE') {
    return wrong(`Nothing can listen on ${place}: ${code}. Set OPENLADDER_HOST to an address of this machine.`);
  }
  const loopback = host.replace('0.0.0.0', '127.0.0.1').replace(/^::$/, '::1');
  const origin = `http://${loopback.includes(':') ? `[${loopback}]` : loopback}:${port}`;
  const theirs = await readyOf(origin).catch(() => null);
  if (!theirs?.version) return wrong(`Another program has ${place}. End it, or set OPENLADDER_PORT to a free port.`);
  const finding = theirs.status === 'ready' ? ok : wrong;
  return finding(`Open Ladder ${theirs.version} has ${place}: ${theirs.status}.`);
}

/** While the service runs, it has the port itself. */
async function checkMetrics(host: string, port: number | null): Promise<Finding[]> {
  const code = port && (await obstacleOf(port, host));
  if (!code) return [];
  const place = `port ${port} of ${host} (OPENLADDER_METRICS_PORT, OPENLADDER_METRICS_HOST)`;
  return wrong(`Nothing can listen on ${place}: ${code}. End what has it, or set another.`);
}

interface Ready {
  readonly status?: string;
  readonly version?: string;
}

async function readyOf(origin: string): Promise<Ready> {
  const answer = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(TIMEOUT) });
  const text = await answer.text();
  try {
    return JSON.parse(text) as Ready;
  } catch {
    throw new Error(`the answer has the status ${answer.status}, and is not in JSON`);
  }
}

/** `fetch` says only that it failed: the refused connection, name or certificate is the cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message.trim() || (cause as NodeJS.ErrnoException).code || message;
}

/** Whether a folder, or the parent in which it will be created, is writable and has room. */
async function checkFolder(variable: string, folder: string | null): Promise<Finding[]> {
  if (folder === null) return [];
  let place = folder;
  while (!(await statOrNull(place))) place = dirname(place);
  const mayWrite = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite)
    return wrong(`${place} cannot be written (${variable}). Give this account the right, or set another folder.`);
  const { bavail, bsize } = await statfs(place);
  const free = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB are free in ${folder} (${variable})`;
  return bavail * bsize < GIGABYTE ? wrong(`Only ${free}. Make room, or set another folder.`) : ok(`${free}.`);
}

async function checkPooler({ databaseUrl, directDatabaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === null) return [];
  // The next check reports why the database itself cannot be reached.
  const database = await connect(databaseUrl).catch(() => null);
  if (!database) return [];
  try {
    const problem = await poolerIncompatibility(database, directDatabaseUrl);
    return problem ? wrong(problem) : [];
  } finally {
    await database.destroy();
  }
}

const ABSENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|timeout/;

function withRemedy(error: unknown): Finding[] {
  const reason = failureReason(error) ?? String(error);
  return wrong(ABSENT.test(reason) ? `${reason}. Start that server, or correct its address.` : reason);
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !hasCluster(dataDir)) {
    return note(
      `There is no database in ${dataDir} (OPENLADDER_DATA_DIR): the first start creates one${filled(config)}.`,
    );
  }
  const findings: Finding[] = [];
  await withDatabase(async (database, url) => {
    const plan = await planMigration(database);
    findings.push(
      ...checkSchema(plan, config),
      ...(await checkClock(database)),
      ...(await checkRights(database, config)),
    );
    if (findings.some(([level]) => level === 'WRONG')) return;
    if (await isStandby(database)) {
      findings.push(...note('The database is a standby: a service on it answers queries only.'));
    }
    findings.push(...(await checkBackups(plan, config)));
    if (plan.pending.length > 0) return;
    findings.push(...(await checkChosenAdmin(url, config)), ...(await checkWebhooks(database, config)));
  }, config);
  return findings;
}

/** Other things that a first start creates. */
function filled({ isDemo }: Pick<Config, 'isDemo'>): string {
  return isDemo ? ', and demonstration leagues unless OPENLADDER_DEMO is false' : '';
}

function checkSchema(plan: MigrationPlan, { isDemo }: Config): Finding[] {
  const { incompatibility, serverVersion, pending, breaking, isNew, present } = plan;
  if (incompatibility) return wrong(incompatibility);
  const users = describePresent(present);
  const start = isNew
    ? note(`The database is empty: the first start creates its tables${filled({ isDemo })}.`)
    : breaking.length > 0
      ? note(
          'A start changes the schema. Stop all processes of the old version first ("openladder migrate --dry-run").',
        )
      : pending.length > 0
        ? note(`A start adds to the schema: ${pending.join(', ')}.`)
        : [];
  return [...ok(`PostgreSQL ${serverVersion} can be used.`), ...(users ? ok(users) : []), ...start];
}

async function checkClock(database: DataSource): Promise<Finding[]> {
  const difference = await clockDifference(database);
  return difference ? wrong(difference) : ok('The clock agrees with that of the database.');
}

async function checkRights(
  database: DataSource,
  { databaseConnections, directDatabaseUrl }: Config,
): Promise<Finding[]> {
  // A pooler shares a few connections to the server among all who are connected to it.
  const shortage = directDatabaseUrl === null ? await connectionShortage(database, databaseConnections) : null;
  return [...(await rightsThatLack(database)), ...(shortage ? [shortage] : [])].flatMap(wrong);
}

function hoursInWords(hours: number): string {
  return hours < 2 ? `${Math.round(hours * 60)} min` : `${Math.round(hours)} h`;
}

async function checkBackups({ present }: MigrationPlan, { backupDir, backupEvery }: Config): Promise<Finding[]> {
  if (backupDir === null) {
    return note('No backups are scheduled. Set OPENLADDER_BACKUP_DIR, unless the database has backups of its own.');
  }
  const newest = (await listBackups(backupDir)).at(-1);
  const isServed = present.some(({ command }) => command === SERVE);
  if (!newest) {
    const text = `There is no backup in ${backupDir} (OPENLADDER_BACKUP_DIR)`;
    return isServed ? wrong(`${text}, although a service runs. See its log.`) : note(`${text} yet.`);
  }
  const hours = (Date.now() - newest.startedAt.getTime()) / HOUR;
  const age = `The newest backup is ${hoursInWords(hours)} old: ${newest.folder}`;
  if (hours <= 2 * backupEvery) return ok(`${age}.`);
  const finding = isServed ? wrong : note;
  return finding(`${age}. There should be one every ${hoursInWords(backupEvery)}; see the log of the service.`);
}

async function checkChosenAdmin(url: string, { adminToken }: Config): Promise<Finding[]> {
  if (adminToken === null) return [];
  const troubles = await connected(connect(url, TABLES), (database) =>
    troublesOfChosenAdmin({ database, clock: () => new Date() }, adminToken),
  );
  return troubles.flatMap(wrong);
}

/** Resolves and connects; nothing is sent. Addresses are named by their origin, because their paths may be secrets. */
async function checkWebhooks(database: DataSource, { webhookAllow }: Config): Promise<Finding[]> {
  const rows: { url: string; disabled: boolean }[] = await database.query(
    `SELECT url, bool_and(disabled_at IS NOT NULL) AS disabled FROM webhook GROUP BY url ORDER BY url LIMIT $1`,
    [MAX_WEBHOOKS],
  );
  const allowed = networkList(webhookAllow);
  const origins = new Map(
    rows.filter(({ disabled }) => !disabled).map(({ url }) => [new URL(url).origin, new URL(url)]),
  );
  const off = rows.filter(({ disabled }) => disabled).map(({ url }) => new URL(url).origin);
  const findings = await Promise.all(
    [...origins].map(async ([origin, url]): Promise<Finding[]> => {
      try {
        const [address] = await checkedAddresses(url, allowed, resolveName);
        await reach(address!, Number(url.port) || (url.protocol === 'https:' ? 443 : 80));
        return ok(`Webhooks reach ${origin}.`);
      } catch (error) {
        const text = `Webhooks do not reach ${origin}: ${(error as Error).message}`;
        return wrong(`${text}. Open the way, or allow its network (OPENLADDER_WEBHOOK_ALLOW).`);
      }
    }),
  );
  return [...findings, ...off.map((origin) => note(`A webhook to ${origin} is off. Enable it in the console.`))].flat();
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port, timeout: TIMEOUT });
    socket.once('connect', () => resolve());
    socket.once('timeout', () => reject(new Error(`no connection within ${TIMEOUT / 1_000} s`)));
    socket.once('error', reject);
    for (const event of ['connect', 'timeout', 'error']) socket.once(event, () => socket.destroy());
  });
}

/** Checks the service at its public address: its processes, the address that it takes for its own, and sockets. */
async function checkFront(url: string): Promise<Finding[]> {
  if (!URL.canParse(url)) return wrong(`--url must be a URL such as https://ladder.example, but is "${url}".`);
  const { origin, pathname } = new URL(url);
  if (pathname !== '/')
    return wrong(
      `--url has the path ${pathname}, and the service cannot be under a path. Give it a host name of its own, such as https://ladder.example.`,
    );
  const versions = new Set<string>();
  for (let knock = 0; knock < KNOCKS; knock++) {
    let reason = 'the answer names no version';
    const { status, version: theirs } = await readyOf(origin).catch((error): Ready => {
      reason = causeOf(error);
      return {};
    });
    if (!theirs)
      return wrong(
        `${origin}/ready is not answered by Open Ladder: ${reason}. Start it, or mend what is in front of it.`,
      );
    if (status !== 'ready') return wrong(`The service at ${origin} is not ready: ${status}.`);
    versions.add(theirs);
  }
  const others = [...versions].filter((one) => one !== version());
  const run = `${origin} is answered by Open Ladder ${[...versions].sort().join(' and ')}`;
  const page = await fetch(`${origin}/docs`, { signal: AbortSignal.timeout(TIMEOUT) }).then((answer) => answer.text());
  const seen = page.match(/property="og:url" content="(.*?)\/docs"/)?.[1];
  const remedy = 'Let the proxy pass on Host and X-Forwarded-Proto, and name it in OPENLADDER_TRUSTED_PROXIES';
  const noSockets = `WebSockets do not reach ${origin}/graphql, so nothing is live`;
  return [
    others.length === 0
      ? ok(`${run}.`)
      : wrong(`${run}, and this is ${version()}. Finish the upgrade: start this version everywhere.`),
    seen === origin
      ? ok('The service knows its address as people do.')
      : wrong(`People use ${origin}, but the service takes its address for ${seen}. ${remedy}.`),
    (await opens(`${origin.replace(/^http/, 'ws')}/graphql`))
      ? ok('Sockets pass.')
      : wrong(`${noSockets}. Let the proxy pass on Upgrade and Connection.`),
  ].flat();
}

async function opens(url: string): Promise<boolean> {
  const { WebSocket } = await import('ws');
  return new Promise((resolve) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { handshakeTimeout: TIMEOUT });
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
    for (const event of ['open', 'error']) socket.once(event, () => socket.terminate());
  });
}
