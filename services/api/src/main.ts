import 'reflect-metadata';
import { Command } from 'commander';
import { addAdvise } from './cli/advise.js';
import { addBackup, addEraseAgain, addRestore } from './cli/backup.js';
import { addCompare } from './cli/compare.js';
import { addDistribute } from './cli/distribute.js';
import { addDoctor } from './cli/doctor.js';
import { addExport } from './cli/export.js';
import { addImport } from './cli/import.js';
import { addMend } from './cli/mend.js';
import { addMigrate } from './cli/migrate.js';
import { reportFailure } from './cli/report.js';
import { addSchema } from './cli/schema.js';
import { addServe } from './cli/serve.js';
import { addToken } from './cli/token.js';
import { addTune } from './cli/tune.js';
import { addVerify } from './cli/verify.js';
import { version } from './kit/version.js';

/** The `openladder` command: every way to start something here. */
export function openladder(): Command {
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
  addAdvise(program);
  addCompare(program);
  addTune(program);
  addVerify(program);
  addDoctor(program);
  addBackup(program);
  addRestore(program);
  addEraseAgain(program);
  addMend(program);
  addDistribute(program);
  addSchema(program);
  return program;
}

/** Runs the command, and reports errors on standard error. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await openladder().parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
