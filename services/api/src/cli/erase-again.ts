import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ERASURES, readErasures } from '../database/backup/erasures.js';
import { pluralize } from '../kit/pluralize.js';
import { startStep } from '../kit/start-error.js';
import { eraseAgain } from '../player/erase-again.js';
import { withApp } from './with-app.js';

export function addEraseAgain(program: Command): void {
  program
    .command('erase-again')
    .description('erase players again after restoring a database by other means; "restore" does this automatically')
    .argument('<folder>', `the folder of backups, with the list ${ERASURES}`)
    .action(async (folder: string) => {
      const listed = await startStep('Could not read the erasures', () => readErasures(resolve(folder)));
      await withApp('erase-again', async (app) => {
        console.log(`Erased again: ${pluralize(await eraseAgain(app, listed), 'player')}.`);
      });
    });
}
