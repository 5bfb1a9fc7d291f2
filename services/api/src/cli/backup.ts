import { resolve } from 'node:path';
import type { Command } from 'commander';
import { takeBackup } from '../database/backup/take-backup.js';
import { pluralize } from '../kit/pluralize.js';
import { startStep } from '../kit/start-error.js';
import { readConfig } from '../start/config.js';
import { requireDatabase } from './existing-database.js';
import { usageError } from './exit.js';
import { withDatabase } from './with-database.js';

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
      }, config);
    });
}
