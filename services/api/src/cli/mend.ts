import { Argument, type Command } from 'commander';
import { mendNames } from '../player/mend-names.js';
import { withApp } from './with-app.js';

export function addMend(program: Command): void {
  program
    .command('mend')
    .description('repair problems found by verify that need a decision')
    .addArgument(
      new Argument('<what>', "names: a former handle that is also another player's, or a stale skeleton").choices([
        'names',
      ]),
    )
    .option('--reason <text>', 'reason for the audit log', 'names lead to one player')
    .action((_what: 'names', { reason }: { reason: string }) =>
      withApp(async (app) => {
        const { contested, skeletons } = await mendNames(app, reason);
        for (const { handle, playerId, ownerId } of contested) {
          console.log(`${handle} leads to player ${ownerId} and no longer to player ${playerId}.`);
        }
        for (const { handle } of skeletons) console.log(`The skeletons of ${handle} are up to date again.`);
        const mended = contested.length + skeletons.length;
        console.log(mended === 0 ? 'Nothing to mend.' : `Mended: ${mended}`);
      }),
    );
}
