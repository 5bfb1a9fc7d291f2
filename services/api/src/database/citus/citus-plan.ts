import type { DataSource } from 'typeorm';
import { DISTRIBUTED_WITHOUT_TRIGGERS, PLACEMENTS } from '../placement.js';

/** A part of spreading a database, which is done whole or not at all. */
export interface DistributionStep {
  /** What it does, for people. */
  readonly title: string;
  /** SQL without values, in one transaction. */
  readonly statements: readonly string[];
}

/** Settings of a distributed database, each with its reason. */
const SETTINGS: Readonly<Record<string, string>> = {
  // Tables that are on all servers are written after reading many leagues.
  'citus.multi_shard_modify_mode': 'sequential',
  // Erasing a player is announced by a setting of its transaction, which the other servers must receive.
  'citus.propagate_set_commands': 'local',
};

/**
 * The steps left until the tables of leagues are distributed by their placements; none if all is done. Objects of a single server that Citus
 * refuses are dropped first: triggers, views, foreign keys, identities and keys without the league. Those that it accepts are recreated at the
 * end.
 */
export async function planDistributionSteps(source: DataSource): Promise<DistributionStep[]> {
  const placed = new Set<string>(
    (await source.query('SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition')).map(
      ({ name }: Named) => name,
    ),
  );
  const tables = Object.keys(PLACEMENTS).filter((table) => PLACEMENTS[table]!.of !== 'LOCAL' && !placed.has(table));
  if (tables.length === 0) return [];
  const foreignKeys = await listForeignKeys(source, tables);
  const triggers = await listTriggers(source, tables);
  const views = await listViews(source, tables);
  return [
    { title: 'Set what the database needs on all servers', statements: await settings(source) },
    ...step(
      'Drop triggers, views and foreign keys',
      [...triggers, ...views, ...foreignKeys].map(({ drop }) => drop),
    ),
    ...(await keySteps(source, tables)),
    ...step(
      'Empty the rank buckets',
      ['rank_bucket', 'rank_scale'].filter((table) => tables.includes(table)).map((table) => `DELETE FROM ${table}`),
    ),
    ...tables.map((table) => placing(table, placed.has('league'))),
    ...step(
      'Make foreign keys again',
      foreignKeys.filter(isKept).map(({ make }) => make),
    ),
    ...step(
      'Make views and triggers again',
      views
        .map(({ make }) => make)
        .concat(triggers.filter(({ name }) => !(name in DISTRIBUTED_WITHOUT_TRIGGERS)).flatMap(makeTrigger)),
    ),
  ];
}

interface Named {
  readonly name: string;
}

/** An object that is dropped before tables are distributed. */
interface Obstacle extends Named {
  readonly drop: string;
  readonly make: string;
}

interface ForeignKey extends Obstacle {
  readonly table: string;
  readonly target: string;
}

function step(title: string, statements: readonly string[]): DistributionStep[] {
  return statements.length === 0 ? [] : [{ title, statements }];
}

async function settings(source: DataSource): Promise<string[]> {
  const rows: { statement: string }[] = await source.query(
    `SELECT format('ALTER DATABASE %I SET %s = %L', current_database(), name, value) AS statement
     FROM unnest($1::text[], $2::text[]) AS setting (name, value)`,
    [Object.keys(SETTINGS), Object.values(SETTINGS)],
  );
  // Citus passes it on to the other servers.
  return rows.map(({ statement }) => statement);
}

/** A command on several servers, which fails if it fails on one; Citus reports that only in its result. */
function everywhere(call: string): string {
  return `SELECT CASE WHEN bool_and(success) THEN 0 ELSE ('not done: ' || string_agg(result, ', '))::integer END FROM ${call}`;
}

function sqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Foreign keys from and to these tables. */
function listForeignKeys(source: DataSource, tables: readonly string[]): Promise<ForeignKey[]> {
  return source.query(
    `SELECT conname AS name, owner.relname AS table, target.relname AS target,
       format('ALTER TABLE %I DROP CONSTRAINT %I', owner.relname, conname) AS "drop",
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', owner.relname, conname, pg_get_constraintdef(pg_constraint.oid)) AS make
     FROM pg_constraint JOIN pg_class owner ON owner.oid = conrelid JOIN pg_class target ON target.oid = confrelid
     WHERE contype = 'f' AND owner.relnamespace = current_schema()::regnamespace
       AND (owner.relname = ANY($1) OR target.relname = ANY($1)) ORDER BY owner.relname, conname`,
    [tables],
  );
}

/** Citus checks a foreign key between the parts of a statement. The names of new players are written before the players, in one statement. */
const LEFT_OUT: ReadonlySet<string> = new Set(['player_name_player_id_fkey']);

/** Rows that are on all servers, or on the first one only, cannot refer to rows that are on one of them. */
function isKept({ name, table, target }: ForeignKey): boolean {
  if (LEFT_OUT.has(name)) return false;
  const [from, to] = [PLACEMENTS[table]!.of, PLACEMENTS[target]!.of];
  return from === to || (from === 'LEAGUE' && to === 'SHARED');
}

interface Trigger extends Obstacle {
  readonly table: string;
}

/** Citus passes a new trigger for rows on to the parts of leagues' tables, but no trigger for statements, and none of tables that are on all servers. */
function makeTrigger({ table, make }: Trigger): string[] {
  if (PLACEMENTS[table]!.of !== 'SHARED' && make.includes('FOR EACH ROW')) return [make];
  const onPart = make
    .replace('%', '%%')
    .replace('CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')
    .replace(/ ON \S+/, ' ON %s');
  return [make, everywhere(`run_command_on_placements('${table}', ${sqlLiteral(onPart)})`)];
}

function listTriggers(source: DataSource, tables: readonly string[]): Promise<Trigger[]> {
  return source.query(
    `SELECT tgname AS name, relname AS table, format('DROP TRIGGER %I ON %I', tgname, relname) AS "drop", pg_get_triggerdef(pg_trigger.oid) AS make
     FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY($1) ORDER BY relname, tgname`,
    [tables],
  );
}

/** Views of these tables, each with its triggers. */
function listViews(source: DataSource, tables: readonly string[]): Promise<Obstacle[]> {
  return source.query(
    `SELECT view.relname AS name, format('DROP VIEW %I', view.relname) AS "drop",
       format('CREATE VIEW %I AS %s', view.relname, pg_get_viewdef(view.oid)) || coalesce(
         (SELECT string_agg(pg_get_triggerdef(oid), '; ' ORDER BY tgname) FROM pg_trigger WHERE tgrelid = view.oid), '') AS make
     FROM pg_class view WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace AND EXISTS (
       SELECT FROM pg_rewrite JOIN pg_depend ON objid = pg_rewrite.oid JOIN pg_class used ON used.oid = refobjid
       WHERE ev_class = view.oid AND used.relname = ANY($1)) ORDER BY 1`,
    [tables],
  );
}

/** Identities become sequences, and keys of leagues' rows get the league. */
async function keySteps(source: DataSource, tables: readonly string[]): Promise<DistributionStep[]> {
  const identities: { sql: string }[] = await source.query(
    `SELECT format('CREATE SEQUENCE %3$I AS %4$s; SELECT setval(%3$L, last_value, is_called) FROM %5$s;
         ALTER TABLE %1$I ALTER %2$I DROP IDENTITY; ALTER SEQUENCE %3$I RENAME TO %6$I;
         ALTER SEQUENCE %6$I OWNED BY %1$I.%2$I; ALTER TABLE %1$I ALTER %2$I SET DEFAULT nextval(%6$L)',
       relname, attname, 'next_' || relname, format_type(atttypid, NULL), pg_get_serial_sequence(relname, attname),
       relname || '_' || attname || '_seq') AS sql
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attidentity <> '' AND relnamespace = current_schema()::regnamespace AND relname = ANY($1) ORDER BY relname`,
    [tables],
  );
  const keys: { name: string; table: string; isPrimary: boolean; columns: string[] }[] = await source.query(
    `SELECT conname AS name, relname AS table, contype = 'p' AS "isPrimary",
       ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
         JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS columns
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype IN ('p', 'u') AND relnamespace = current_schema()::regnamespace AND relname = ANY($1) ORDER BY relname, conname`,
    [tables],
  );
  const narrow = keys.filter(({ table, columns }) => {
    const placement = PLACEMENTS[table]!;
    return placement.of === 'LEAGUE' && !columns.includes(placement.column);
  });
  return [
    ...step(
      'Make sequences of identities',
      identities.map(({ sql }) => sql),
    ),
    ...step('Give keys the league', narrow.map(widerKey)),
  ];
}

/** Only a primary key can get the league. Everything else that is unique over all leagues has its own table, such as `league_slug`. */
function widerKey({
  name,
  table,
  isPrimary,
  columns,
}: {
  name: string;
  table: string;
  isPrimary: boolean;
  columns: readonly string[];
}): string {
  const drop = `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  return isPrimary ? `${drop}, ADD CONSTRAINT ${name} PRIMARY KEY (league_id, ${columns.join(', ')})` : drop;
}

/** The existing rows of a table are copied; those left behind, which nobody sees, are removed. */
function placing(table: string, leagueIsPlaced: boolean): DistributionStep {
  const placement = PLACEMENTS[table]!;
  const clear = `SELECT truncate_local_data_after_distributing_table('${table}')`;
  if (placement.of !== 'LEAGUE') {
    return {
      title: `Put ${table} on all servers`,
      statements: [`SELECT create_reference_table('${table}')`, clear],
    };
  }
  const together = table === 'league' && !leagueIsPlaced ? 'none' : 'league';
  return {
    title: `Spread ${table} by league`,
    statements: [
      `SELECT create_distributed_table('${table}', '${placement.column}', colocate_with => '${together}')`,
      clear,
    ],
  };
}
