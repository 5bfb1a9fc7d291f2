import type { QueryRunner } from 'typeorm';
import { Upgrade } from './migration.js';

/** A table that is on all servers must become an ordinary one before it is spread. Citus does that without triggers and foreign keys. */
const TAKE_BACK = [
  'DROP TRIGGER audit_entry_append_only ON audit_entry',
  'ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_actor_id_fkey',
  `SELECT undistribute_table('audit_entry')`,
];

const BY_LEAGUE = [
  'ALTER TABLE audit_entry DROP CONSTRAINT IF EXISTS audit_entry_league_id_fkey',
  `SET LOCAL openladder.erases = 'audit_entry'`,
  'UPDATE audit_entry SET league_id = 0 WHERE league_id IS NULL',
  `SET LOCAL openladder.erases = ''`,
  'ALTER TABLE audit_entry ALTER COLUMN league_id SET NOT NULL',
  'ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_pkey',
  'ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (league_id, id)',
  'DROP INDEX audit_entry_league',
  'CREATE INDEX audit_entry_newest ON audit_entry (id)',
];

const appendOnly = (table: string) =>
  `CREATE OR REPLACE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;

/** The steps of `openladder distribute` after that, by title. It continues if a plan is not done. */
const SPREAD: Readonly<Record<string, readonly string[]>> = {
  'Spread audit_entry by league': [
    `SELECT create_distributed_table('audit_entry', 'league_id', colocate_with => 'league')`,
    `SELECT truncate_local_data_after_distributing_table('audit_entry')`,
  ],
  'Make the foreign key of audit_entry again': [
    'ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token(id)',
  ],
  'Make the trigger of audit_entry again': [
    appendOnly('audit_entry'),
    // Citus passes no trigger for statements on to the parts of a table.
    `SELECT CASE WHEN bool_and(success) THEN 0 ELSE ('not done: ' || string_agg(result, ', '))::integer END
     FROM run_command_on_placements('audit_entry', '${appendOnly('%s')}')`,
  ],
};

/** Each entry of the audit log belongs to a league, 0 for the platform as a whole, so that it can be on the server of its league. */
export class AuditByLeague1771804800000 extends Upgrade {
  readonly name = 'AuditByLeague1771804800000';

  async up(runner: QueryRunner): Promise<void> {
    const isSpread = await isOnAllServers(runner);
    for (const statement of isSpread ? [...TAKE_BACK, ...BY_LEAGUE] : BY_LEAGUE) await runner.query(statement);
    if (!isSpread) return;
    for (const [title, statements] of Object.entries(SPREAD)) {
      await runner.query(
        'INSERT INTO spread_step (number, title, statements) SELECT max(number) + 1, $1, $2 FROM spread_step',
        [title, statements],
      );
    }
  }
}

/** Whether leagues are spread over several servers, each of which has the whole audit log. */
async function isOnAllServers(runner: QueryRunner): Promise<boolean> {
  const [{ isCitus }] = await runner.query(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "isCitus"`);
  if (!isCitus) return false;
  const rows: unknown[] = await runner.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = 'audit_entry'::regclass`,
  );
  return rows.length > 0;
}
