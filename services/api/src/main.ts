import 'reflect-metadata';
import { Command } from 'commander';
import { reportFailure } from './cli/report.js';
import { version } from './kit/version.js';

/** The commands in the order of `--help`, with the module of each. Only the requested one is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./cli/serve.js')).addServe,
  migrate: async () => (await import('./cli/migrate.js')).addMigrate,
  token: async () => (await import('./cli/token.js')).addToken,
  import: async () => (await import('./cli/import.js')).addImport,
  export: async () => (await import('./cli/export.js')).addExport,
  advise: async () => (await import('./cli/advise.js')).addAdvise,
  compare: async () => (await import('./cli/compare.js')).addCompare,
  tune: async () => (await import('./cli/tune.js')).addTune,
  verify: async () => (await import('./cli/verify.js')).addVerify,
  doctor: async () => (await import('./cli/doctor.js')).addDoctor,
  backup: async () => (await import('./cli/backup.js')).addBackup,
  restore: async () => (await import('./cli/backup.js')).addRestore,
  'erase-again': async () => (await import('./cli/backup.js')).addEraseAgain,
  mend: async () => (await import('./cli/mend.js')).addMend,
  distribute: async () => (await import('./cli/distribute.js')).addDistribute,
  schema: async () => (await import('./cli/schema.js')).addSchema,
};

/** The `openladder` command: every way to start something here. @param name of the only command to load; if unknown or omitted: all */
export async function openladder(name?: string): Promise<Command> {
  const program = new Command('openladder')
    .description('A league platform with plug-in rating systems.')
    .version(version(), '--version', 'print the version of Open Ladder')
    .exitOverride()
    .showHelpAfterError();
  const asked = name !== undefined && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
  for (const command of asked) (await command())(program);
  return program;
}

/** Runs the command, and reports errors on standard error. */
export async function main(args: readonly string[]): Promise<void> {
  // console.log also adds a listener for each line in progress.
  if (args[0] !== 'serve') process.stdout.setMaxListeners(0).on('error', ignoreEndOfReader);
  try {
    await (await openladder(args[0])).parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** For example "| head": the command continues without its reader. */
function ignoreEndOfReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
