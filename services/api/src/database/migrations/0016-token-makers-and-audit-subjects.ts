import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens know who made them, and entries of the audit log what they are about. Both were told by the audit log already. */
export class TokenMakersAndAuditSubjects1765036800000 implements MigrationInterface {
  readonly name = 'TokenMakersAndAuditSubjects1765036800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE token ADD COLUMN created_by_id integer, ADD COLUMN created_by text;
      UPDATE token SET created_by_id = entry.actor_id, created_by = entry.actor
      FROM audit_entry AS entry WHERE action = 'createToken' AND after ->> 'id' = token.id::text;
      UPDATE token SET created_by = 'unknown' WHERE created_by IS NULL;
      ALTER TABLE token
        ALTER COLUMN created_by SET NOT NULL,
        ADD CONSTRAINT token_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES token (id);
      CREATE INDEX token_created_by ON token (created_by_id);

      ALTER TABLE audit_entry ADD COLUMN subject text;
      ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only;
      UPDATE audit_entry AS entry SET subject = CASE
        WHEN action IN ('voidMatch', 'restoreMatch', 'amendMatch') THEN
          (SELECT 'Match:' || entry.league_id || ':' || sequence FROM match
           WHERE match.league_id = entry.league_id AND external_id = after ->> 'externalId')
        WHEN action IN ('mergePlayers', 'unmergePlayers') THEN 'Player:' || (after ->> 'playerId')
        WHEN action = 'updatePlayer' THEN 'Player:' || (after ->> 'id')
        WHEN action IN ('createToken', 'revokeToken') THEN 'Token:' || (after ->> 'id')
        ELSE 'League:' || league_id
      END;
      ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only;
      CREATE INDEX audit_entry_subject ON audit_entry (subject, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX audit_entry_subject;
      ALTER TABLE audit_entry DROP COLUMN subject;
      DROP INDEX token_created_by;
      ALTER TABLE token DROP COLUMN created_by_id, DROP COLUMN created_by;
    `);
  }
}
