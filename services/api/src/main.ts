import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { addBackup } from './cli/backup.js';
import { addCompare } from './cli/compare.js';
import { addDistribute } from './cli/distribute.js';
import { addEraseAgain } from './cli/erase-again.js';
import { CommandError, FAILED, MISUSED } from './cli/exit.js';
import { addExport } from './cli/export.js';
import { addImport } from './cli/import.js';
import { addMend } from './cli/mend.js';
import { addMigrate } from './cli/migrate.js';
import { reasonOfDatabase } from './cli/reason-of-database.js';
import { addRestore } from './cli/restore.js';
import { addSchema } from './cli/schema.js';
import { addServe } from './cli/serve.js';
import { addToken } from './cli/token.js';
import { addTune } from './cli/tune.js';
import { addVerify } from './cli/verify.js';
import { Refused } from './kit/refusal.js';
import { StartError } from './kit/start-error.js';
import { version } from './kit/version.js';
import { ConfigError } from './start/config.js';

/** The `openladder` command: every way to start something here. */
export async function main(args: readonly string[]): Promise<void> {
  const program = new Command('openladder')
    .description('A league platform with plug-in rating systems.')
    .version(version(), '--version', 'print the version of Open Ladder')
    .exitOverride()
    .showHelpAfterError();
  addServe(program);
  addMigrate(program);
  addToken(program);
  addImport(program);
  addExport(program);
  addCompare(program);
  addTune(program);
  addVerify(program);
  addBackup(program);
  addRestore(program);
  addEraseAgain(program);
  addMend(program);
  addDistribute(program);
  addSchema(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Tells what went wrong on standard error. @returns the exit status */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSED;
  if (error instanceof ConfigError) {
    console.error(error.message);
    return MISUSED;
  }
  if (error instanceof CommandError) {
    console.error(error.message);
    return error.status;
  }
  if (error instanceof StartError) {
    console.error(error.message);
    return FAILED;
  }
  if (error instanceof Refused) {
    for (const refusal of error.refusals) console.error(refusal.message);
    return FAILED;
  }
  const reason = reasonOfDatabase(error);
  console.error(reason ?? error);
  return FAILED;
}
