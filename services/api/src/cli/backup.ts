import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { ERASURES, type KeptErasure, readErasures, requireErasures } from '../database/backup/erasures.js';
import { type Manifest, readManifest } from '../database/backup/manifest.js';
import { restoreBackup } from '../database/backup/restore-backup.js';
import { takeBackup } from '../database/backup/take-backup.js';
import { connect, connected } from '../database/data-source.js';
import { sessionName } from '../database/presence.js';
import { ProcessSession } from '../database/process-session.js';
import { createLog, STANDARD_ERROR } from '../kit/log.js';
import { startStep } from '../kit/start-error.js';
import { pluralize } from '../kit/words.js';
import { eraseAgain } from '../player/erase-player.js';
import { readConfig } from '../start/config.js';
import { UNUSABLE } from '../start/open-app.js';
import { TABLES } from '../start/tables.js';
import { usageError } from './report.js';
import { requireDatabase, withApp, withDatabase } from './with-app.js';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('back up the database while it is in use; prints the folder')
    .option('--to <folder>', 'write it into this folder (default: OPENLADDER_BACKUP_DIR)')
    .action(async ({ to }: { to?: string }) => {
      const config = readConfig();
      const dir = to === undefined ? config.backupDir : resolve(to);
      if (dir === null) throw usageError('No folder given. Use --to <folder>, or set OPENLADDER_BACKUP_DIR.');
      await requireDatabase(config);
      await withDatabase(async (_, url) => {
        const backup = await startStep('Could not create a backup', () => takeBackup({ url, dir, now: new Date() }));
        const { folder, manifest } = backup!;
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        console.error(`Wrote ${pluralize(rows, 'row')} of ${pluralize(manifest.tables.length, 'table')}.`);
        console.log(folder);
        await warnOfOwner(dir);
      }, config);
    });
}

/** If root writes into another account's folder, that account can neither read nor delete the files. */
async function warnOfOwner(dir: string): Promise<void> {
  const { uid } = await stat(dir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  console.error(
    `${dir} belongs to user ${uid}, who cannot read what root writes there. Run the command as that user, and now: chown -R ${uid} ${dir}`,
  );
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('fill an empty database with a backup, of the embedded database or of a server')
    .argument('<folder>', 'the folder that "openladder backup" printed')
    .action(async (folder: string) => {
      // First of all: the next steps create a database if there is none.
      await startStep('Could not restore', () => readManifest(resolve(folder)));
      const listed = await startStep('Could not restore', () => readErasures(dirname(resolve(folder))));
      await withDatabase(async (_, url, { logLevel }) => {
        const session = new ProcessSession(url, createLog(logLevel, STANDARD_ERROR), sessionName('restore'));
        const manifest = await startStep(UNUSABLE, () => session.open())
          .then(() => restore(url, resolve(folder), listed))
          .finally(() => session.close());
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        console.log(
          `Restored ${pluralize(rows, 'row')}, as of ${manifest.startedAt}. Check them with "openladder verify".`,
        );
      });
    });
}

/** Fills the database, and erases everybody on the list again. */
async function restore(url: string, folder: string, listed: readonly KeptErasure[]): Promise<Manifest> {
  const manifest = await startStep('Could not restore', () =>
    restoreBackup(url, folder, (table) => console.error(`Restoring ${table}`)),
  );
  const again = await startStep(
    `The restored backup contains players erased since. Run "openladder erase-again ${dirname(folder)}" before anything else`,
    () => eraseListed(url, listed),
  );
  if (again > 0) console.error(`Erased again: ${pluralize(again, 'player')}.`);
  return manifest;
}

/** On a new connection, which knows the tables of the migrated schema. */
async function eraseListed(url: string, listed: readonly KeptErasure[]): Promise<number> {
  if (listed.length === 0) return 0;
  return connected(connect(url, TABLES), (database) => eraseAgain({ database }, listed));
}

export function addEraseAgain(program: Command): void {
  program
    .command('erase-again')
    .description('erase players again after restoring a database by other means; "restore" does this automatically')
    .argument('<folder>', `the folder of backups, with the list ${ERASURES}`)
    .action(async (folder: string) => {
      const listed = await startStep('Could not read the erasures', () => requireErasures(resolve(folder)));
      await withApp('erase-again', async (app) => {
        console.log(`Erased again: ${pluralize(await eraseAgain(app, listed), 'player')}.`);
      });
    });
}
