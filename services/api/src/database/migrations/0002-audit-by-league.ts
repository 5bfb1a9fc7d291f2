import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each entry of the audit log belongs to a league, 0 for the platform as a whole, so that it can be on the server of its league. */
export class AuditByLeague1771804800000 implements MigrationInterface {
  readonly name = 'AuditByLeague1771804800000';

  async up(runner: QueryRunner): Promise<void> {
    const isSpread = await isOnAllServers(runner);
    // A table that is on all servers must become an ordinary one first. Citus does that without triggers and foreign keys.
    if (isSpread) {
      await runner.query(`
        DROP TRIGGER audit_entry_append_only ON audit_entry;
        ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_actor_id_fkey;
        SELECT undistribute_table('audit_entry')`);
    }
    await runner.query(`
      ALTER TABLE audit_entry DROP CONSTRAINT IF EXISTS audit_entry_league_id_fkey;
      SET LOCAL openladder.erases = 'audit_entry';
      UPDATE audit_entry SET league_id = 0 WHERE league_id IS NULL;
      SET LOCAL openladder.erases = '';
      ALTER TABLE audit_entry ALTER COLUMN league_id SET NOT NULL, DROP CONSTRAINT audit_entry_pkey,
        ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (league_id, id);
      DROP INDEX audit_entry_league;
      CREATE INDEX audit_entry_newest ON audit_entry (id)`);
    if (isSpread) {
      await runner.query(`
        SELECT create_distributed_table('audit_entry', 'league_id', colocate_with => 'league');
        SELECT truncate_local_data_after_distributing_table('audit_entry');
        ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES token(id);
        CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX audit_entry_newest;
      ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_pkey, ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id),
        ALTER COLUMN league_id DROP NOT NULL;
      CREATE INDEX audit_entry_league ON audit_entry (league_id, id);
      SET LOCAL openladder.erases = 'audit_entry';
      UPDATE audit_entry SET league_id = NULL WHERE league_id = 0;
      SET LOCAL openladder.erases = '';
      ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_league_id_fkey FOREIGN KEY (league_id) REFERENCES league(id)`);
  }
}

/** Whether the leagues of the database are spread over several servers, and each of these has the whole audit log. */
async function isOnAllServers(runner: QueryRunner): Promise<boolean> {
  const [{ isCitus }] = await runner.query(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "isCitus"`);
  if (!isCitus) return false;
  const rows: unknown[] = await runner.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = 'audit_entry'::regclass`,
  );
  return rows.length > 0;
}
