import 'reflect-metadata';
import type { PoolConfig } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import {
  CONNECTION,
  LONG_RUNNING,
  PROCESS_CONNECTIONS,
  requestConnections,
  type Timeouts,
  withSettings,
} from '../kit/sql/connection.js';
import { Baseline1771200000000 } from './migrations/0001-baseline.js';
import { AuditByLeague1771804800000 } from './migrations/0002-audit-by-league.js';
import { AdditiveKeptForm1771977600000 } from './migrations/0003-additive-kept-form.js';
import { AdditiveCorrections1772064000000 } from './migrations/0004-additive-corrections.js';
import { AdditiveTeams1772150400000 } from './migrations/0005-additive-teams.js';
import { AdditiveProfile1772236800000 } from './migrations/0006-additive-profile.js';
import { AdditiveLeaguePicture1772323200000 } from './migrations/0007-additive-league-picture.js';
import { AdditiveRankScale1772409600000 } from './migrations/0008-additive-rank-scale.js';
import { AdditivePlainNames1772496000000 } from './migrations/0009-additive-plain-names.js';
import { AdditiveReplacedMemory1772582400000 } from './migrations/0010-additive-replaced-memory.js';
import { AdditivePlacePoints1772668800000 } from './migrations/0011-additive-place-points.js';

/** A class that TypeORM keeps in a table. */
export type Table = new () => object;

/**
 * Connects to a database.
 * @param url a PostgreSQL URL; `?host=/path` names a Unix socket
 * @param tables the tables that the ORM reads and writes by itself; none if only SQL is used
 * @param timeouts how long its sessions wait
 * @param size the most connections
 */
export async function connect(
  url: string,
  tables: readonly Table[] = [],
  timeouts: Timeouts = LONG_RUNNING,
  size: number = requestConnections(PROCESS_CONNECTIONS),
): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities: [...tables],
    migrations: [
      Baseline1771200000000,
      AuditByLeague1771804800000,
      AdditiveKeptForm1771977600000,
      AdditiveCorrections1772064000000,
      AdditiveTeams1772150400000,
      AdditiveProfile1772236800000,
      AdditiveLeaguePicture1772323200000,
      AdditiveRankScale1772409600000,
      AdditivePlainNames1772496000000,
      AdditiveReplacedMemory1772582400000,
      AdditivePlacePoints1772668800000,
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    parseInt8: true,
    extra: { ...CONNECTION, ...withSettings(timeouts), max: size },
  });
  return source.initialize();
}

/** Does some work on connections of its own, which end with it. */
export async function connected<T>(
  connecting: Promise<DataSource>,
  work: (database: DataSource) => Promise<T>,
): Promise<T> {
  const database = await connecting;
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/**
 * Connects to the database of a connection once more, with a separate pool.
 * @param pool how its connections differ
 */
export async function connectAgain({ options }: DataSource, pool: PoolConfig = {}): Promise<DataSource> {
  return new DataSource({ ...options, extra: { ...options.extra, ...pool } }).initialize();
}

/** Connects to the database of a connection once more, with only these of its migrations. */
export async function connectWith({ options, migrations }: DataSource, names: readonly string[]): Promise<DataSource> {
  const chosen = migrations.filter((migration) => names.includes(migration.name ?? migration.constructor.name));
  const classes = chosen.map((migration) => migration.constructor as new () => MigrationInterface);
  return new DataSource({ ...options, migrations: classes }).initialize();
}
