import type { DataSource } from 'typeorm';
import type { Findings } from './findings.js';

/** Bits of pg_trigger.tgtype: before the statement (not each row), and for which commands. Source: catalog/pg_trigger.h */
const TRIGGER_BITS = { row: 1, before: 2, delete: 8, update: 16, truncate: 32 };
const BEFORE_ANY_CHANGE = TRIGGER_BITS.before | TRIGGER_BITS.delete | TRIGGER_BITS.update | TRIGGER_BITS.truncate;

/** Error codes of the trigger, of a missing privilege, and of a standby. */
const REFUSALS = ['P0001', '42501', '25006'];

/** No entry can be changed or deleted: an enabled trigger refuses every change. */
export async function checkAppendOnly(database: DataSource, findings: Findings): Promise<void> {
  await checkTrigger(database, findings);
  // The conditions match no row, so that nothing would change even without the trigger.
  await checkRefused(database, 'UPDATE audit_entry SET reason = reason WHERE league_id = 0 AND id = 0', findings);
  await checkRefused(database, 'DELETE FROM audit_entry WHERE league_id = 0 AND id = 0', findings);
}

async function checkTrigger(database: DataSource, findings: Findings): Promise<void> {
  const triggers: { enabled: string; type: number }[] = await database.query(
    `SELECT tgenabled AS enabled, tgtype AS type FROM pg_trigger
     WHERE tgrelid = 'audit_entry'::regclass AND tgname = 'audit_entry_append_only'`,
  );
  const at = 'trigger audit_entry_append_only';
  const trigger = triggers[0];
  if (!trigger) {
    findings.add('appendOnly', at, 'a trigger', 'none');
    return;
  }
  // O: enabled in ordinary sessions; A: always. Not accepted: D, disabled, and R, in replication only.
  if (!['O', 'A'].includes(trigger.enabled)) findings.add('appendOnly', at, 'switched on', trigger.enabled);
  if (trigger.type !== BEFORE_ANY_CHANGE) {
    findings.add('appendOnly', at, 'before UPDATE, DELETE or TRUNCATE, for each statement', trigger.type);
  }
}

async function checkRefused(database: DataSource, statement: string, findings: Findings): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    const code = await runner.query(statement).then(
      () => null,
      (error: { code?: string }) => error.code ?? String(error),
    );
    await runner.rollbackTransaction();
    if (code === null) findings.add('appendOnly', statement, 'refused', 'carried out');
    else if (!REFUSALS.includes(code)) findings.add('appendOnly', statement, 'refused', `error ${code}`);
  } finally {
    await runner.release();
  }
}
