import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readManifest } from '../database/backup/manifest.js';
import { restoreBackup } from '../database/backup/restore-backup.js';
import { announce } from '../database/presence.js';
import { startStep } from '../kit/start-error.js';
import { withNoun } from '../kit/with-noun.js';
import { UNUSABLE } from '../start/open-app.js';
import { withDatabase } from './with-database.js';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('fill an empty database with a backup, of the embedded database or of a server')
    .argument('<folder>', 'the folder that "openladder backup" printed')
    .action(async (folder: string) => {
      // First of all: where there is no database, the rest makes one.
      await startStep('Could not restore', () => readManifest(resolve(folder)));
      await withDatabase(async (_, url) => {
        const leave = await startStep(UNUSABLE, () => announce(url, 'restore'));
        const manifest = await startStep('Could not restore', () =>
          restoreBackup(url, resolve(folder), (table) => console.error(`Restoring ${table}`)),
        ).finally(leave);
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        console.log(
          `Restored ${withNoun(rows, 'row')}, as of ${manifest.startedAt}. Check them with "openladder verify".`,
        );
      });
    });
}
