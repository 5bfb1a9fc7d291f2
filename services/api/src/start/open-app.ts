import { constants, PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';
import { type Logger } from 'pino';
import { type DataSource } from 'typeorm';
import { IdSealTable } from '../access/seal.table.js';
import { CHANGES } from '../changes/changes.js';
import { takeBackup } from '../database/backup/take-backup.js';
import { connect } from '../database/data-source.js';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { checkMigrated, isStandby, migrateUrl } from '../database/migrate.js';
import { poolerIncompatibility } from '../database/pooler-compatibility.js';
import { SERVE, sessionName } from '../database/presence.js';
import { ProcessSession } from '../database/process-session.js';
import { SchemaWatch } from '../database/schema-watch.js';
import { createLog, STANDARD_ERROR } from '../kit/log.js';
import { SEAL_KEY_BYTES, Seal } from '../kit/seal.js';
import { LONG_RUNNING, requestConnections, type Timeouts } from '../kit/sql/connection.js';
import { pgPool, preparedReads } from '../kit/sql/prepared.js';
import { StartError, startStep } from '../kit/start-error.js';
import { LeagueReader } from '../league/league-reader.js';
import { TokenStorageUsage } from '../league/quota.js';
import { LeagueFeeds } from '../live/league-feeds.js';
import { createMetrics } from '../metrics/metrics.js';
import { WakeUps } from '../outbox/outbox.js';
import { closeRaters } from '../raters/apart.js';
import { COMMAND_TIMEOUT, loadRaters, SERVICE_TIMEOUT } from '../raters/raters.js';
import { RatingReader } from '../rating/board.js';
import { LeagueCache } from '../submission/league-state.js';
import { LeagueWriteQueues } from '../submission/league-write-queue.js';
import { networkList } from '../webhook/addresses.js';
import { type App } from './app.js';
import { type Config } from './config.js';
import { TABLES } from './tables.js';

export const UNUSABLE = 'Could not use the database (OPENLADDER_DATABASE_URL)';
/** Clients would wait for seconds while longer tails are rated. */
const INLINE_TAIL = 5000;
const MEGABYTE = 1_000_000;
/** About 16,000 states of p8 with 20 games each; the file costs some microseconds a match. */
const STATE_BYTES = 16_000_000;

export interface OpenApp {
  readonly app: App;
  /** Names of the migrations that this start ran. */
  readonly migrated: readonly string[];
  /** Closes the database; the embedded one stops with its last user. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** The current time for use cases. */
  readonly clock?: (() => Date) | undefined;
  readonly log?: Logger;
  /** How long its statements may take; no limits if omitted. */
  readonly timeouts?: Timeouts;
  /** The command whose name shows others that this process uses the database. */
  readonly command?: string;
  /**
   * Whether to bring the schema up to date, after a backup if backups are kept. If not, it must already be that of this version.
   */
  readonly migrates?: boolean;
}

/**
 * Loads the raters and opens the configured database.
 * @param tell called with one line for a waiting person
 * @throws StartError
 */
export async function openApp(
  config: Config,
  tell: (message: string) => void,
  options: OpenOptions = {},
): Promise<OpenApp> {
  const { clock = () => new Date(), log = createLog(config.logLevel, STANDARD_ERROR) } = options;
  const { timeouts = LONG_RUNNING, command = SERVE, migrates } = options;
  const raters = await loadRaters(config.raters, {
    log,
    timeout: command === SERVE ? SERVICE_TIMEOUT : COMMAND_TIMEOUT,
  });
  const { url: databaseUrl, directUrl, close: letGo } = await openDatabaseUrl(config, tell);
  const session = new ProcessSession(directUrl, log, sessionName(command));
  try {
    const size = requestConnections(config.databaseConnections);
    const database = await startStep(UNUSABLE, () => connect(databaseUrl, TABLES, timeouts, size));
    try {
      const poolerProblem = config.databaseUrl && (await poolerIncompatibility(database, config.directDatabaseUrl));
      if (poolerProblem) throw new StartError(poolerProblem);
      // Before the migrations, which wait for work that must not meet this process.
      await startStep(UNUSABLE, () => session.open());
      const isFollowing = await isStandby(database);
      const backUp = () => backUpBefore(config.backupDir, directUrl, clock(), tell);
      const migrated = isFollowing || !migrates ? [] : await migrateUrl(directUrl, backUp);
      if (isFollowing || !migrates) await checkMigrated(database, isFollowing);
      const seal = await startStep(UNUSABLE, () => readSeal(database));
      const reads = preparedReads(database);
      const leagues = new LeagueReader(reads);
      const ratings = new RatingReader(reads);
      const leagueCache = new LeagueCache();
      const submissions = new LeagueWriteQueues();
      const metrics = createMetrics();
      metrics.pools.set('requests', pgPool(database));
      const wakeUps = new WakeUps(database, log);
      const feeds = new LeagueFeeds(reads, wakeUps, log);
      const schema = new SchemaWatch(database, log);
      await startStep(UNUSABLE, () => schema.look());
      const tokenGrowth = new TokenStorageUsage({ database, schema }, log);
      return {
        app: {
          ...{ database, directUrl, reads, leagues, ratings, raters, leagueCache, submissions, session },
          changes: CHANGES,
          ...{ wakeUps, feeds, schema, seal, clock, log, metrics, tokenGrowth },
          isStandby: isFollowing,
          webhookAllowed: networkList(config.webhookAllow),
          raterModules: config.raters,
          leagueStorage: config.leagueStorage && config.leagueStorage * MEGABYTE,
          leagueWork: config.leagueWork,
          tokenWork: config.tokenWork,
          tokenStorage: config.tokenStorage && config.tokenStorage * MEGABYTE,
          revisionDays: config.revisionDays,
          verifiesNightly: config.verifiesNightly,
          backups:
            config.backupDir === null
              ? null
              : { dir: config.backupDir, every: config.backupEvery, keep: config.backupKeep },
          inlineTail: INLINE_TAIL,
          stateBytes: STATE_BYTES,
        },
        migrated,
        close: async () => {
          await schema.stop();
          feeds.close();
          await wakeUps.close();
          await tokenGrowth.tell();
          await session.close();
          await database.destroy();
          closeRaters(raters.values());
          await letGo();
        },
      };
    } catch (error) {
      await database.destroy();
      throw error;
    }
  } catch (error) {
    closeRaters(raters.values());
    await session.close();
    await letGo();
    throw error;
  }
}

/** A backup before a migration, if backups are kept: the only way back. */
async function backUpBefore(
  dir: string | null,
  url: string,
  now: Date,
  tell: (message: string) => void,
): Promise<void> {
  if (dir === null) return;
  const name = `Could not create a backup in ${dir} before migrating (OPENLADDER_BACKUP_DIR)`;
  const backup = await startStep(name, () => takeBackup({ url, dir, now }));
  tell(`Created a backup before migrating: ${backup!.folder}`);
}

/**
 * The seal of a database's ids and cursors; read once, because it never changes.
 * @throws Error if the database has lost its key
 */
export async function readSeal(database: DataSource): Promise<Seal> {
  const row = await database.manager.findOneBy(IdSealTable, { id: 1 });
  if (row?.key.length === SEAL_KEY_BYTES) return new Seal(row.key);
  throw new Error(
    'the table id_seal has lost its key, without which ids cannot be read; put its row back from a backup',
  );
}

/** How much memory may be added before the next full collection: this share of the memory that the last one left, in per cent … */
const GROWTH = 50;
/** … or this many bytes, if that is more. A small heap would be collected too often otherwise, and requests wait for that. */
const ROOM = 100_000_000;

/**
 * Collects unused memory sooner. On a machine with much memory, V8 lets a busy process grow to four times the memory in use. This sets
 * no limit: the memory in use may be as large as V8 allows.
 * @param room bytes that may be added, however little is in use
 */
export function collectSooner(room = ROOM): void {
  setGrowth(room);
  new PerformanceObserver((list) => {
    const isFull = (entry: object) => (entry as GcEntry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (list.getEntries().some(isFull)) setGrowth(room);
  }).observe({ entryTypes: ['gc'] });
}

interface GcEntry {
  readonly detail: { readonly kind: number };
}

/** V8 reads it at the end of each full collection. */
function setGrowth(room: number): void {
  const growth = Math.max(GROWTH, Math.round((100 * room) / v8.getHeapStatistics().used_heap_size));
  v8.setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/** Where the configured database is. */
export interface DatabaseUrls {
  /** For requests; there may be a pooler in between. */
  readonly url: string;
  /** To the server itself, for work that needs its own session: migrations, LISTEN, jobs, advisory locks. */
  readonly directUrl: string;
  /** Releases the embedded database, which stops with its last user. */
  close(): Promise<void>;
}

/**
 * The URLs of the configured database; the embedded one is started or joined.
 * @param tell called with one line for a waiting person
 * @throws StartError
 */
export async function openDatabaseUrl(
  { databaseUrl, directDatabaseUrl, dataDir }: Config,
  tell: (message: string) => void,
): Promise<DatabaseUrls> {
  if (databaseUrl !== null) {
    return { url: databaseUrl, directUrl: directDatabaseUrl ?? databaseUrl, close: async () => undefined };
  }
  const name = `The embedded database in ${dataDir} did not start (OPENLADDER_DATA_DIR)`;
  const { url, stop } = await startStep(name, () => startEmbeddedPostgres({ dataDir, log: tell }));
  return { url, directUrl: url, close: stop };
}
