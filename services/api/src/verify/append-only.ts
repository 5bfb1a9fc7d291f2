import type { DataSource } from 'typeorm';
import type { Findings } from './findings.js';

/** Bits of pg_trigger.tgtype: before the statement (not each row), and of what. Source: catalog/pg_trigger.h */
const TRIGGER_BITS = { row: 1, before: 2, delete: 8, update: 16, truncate: 32 };
const BEFORE_ANY_CHANGE = TRIGGER_BITS.before | TRIGGER_BITS.delete | TRIGGER_BITS.update | TRIGGER_BITS.truncate;

/** Error codes: of the trigger, of a user without the right to change the table, and of a standby. */
const REFUSALS = ['P0001', '42501', '25006'];

/** No entry can be changed or deleted: a trigger stands before every change, is switched on, and refuses. */
export async function checkAppendOnly(database: DataSource, findings: Findings): Promise<void> {
  await checkTrigger(database, findings);
  // The trigger stands before the statement, so that none of these would touch a row where it were missing.
  await checkRefused(database, 'UPDATE audit_entry SET reason = reason WHERE false', findings);
  await checkRefused(database, 'DELETE FROM audit_entry WHERE false', findings);
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
  // O: in ordinary sessions, A: in all. Not in them: D, disabled, and R, in replication only.
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
