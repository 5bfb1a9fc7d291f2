import { Argument, type Command } from 'commander';
import { mendNames } from '../player/mend-names.js';
import { withApp } from './with-app.js';

export function addMend(program: Command): void {
  program
    .command('mend')
    .description('repair problems found by verify that need a decision')
    .addArgument(new Argument('<what>', "names: a former handle that is also another player's").choices(['names']))
    .option('--reason <text>', 'reason for the audit log', 'names lead to one player')
    .action((_what: 'names', { reason }: { reason: string }) =>
      withApp(async (app) => {
        const settled = await mendNames(app, reason);
        for (const { handle, playerId, ownerId } of settled) {
          console.log(`${handle} leads to player ${ownerId} and no longer to player ${playerId}.`);
        }
        console.log(settled.length === 0 ? 'Nothing to mend.' : `Mended: ${settled.length}`);
      }),
    );
}
