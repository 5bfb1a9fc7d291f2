import { Argument, type Command } from 'commander';
import type { Republished } from '../league/public-players.repository.js';
import { mendNames } from '../player/mend-names.js';
import { withApp } from './with-app.js';

export function addMend(program: Command): void {
  program
    .command('mend')
    .description('repair problems found by verify that need a decision')
    .addArgument(
      new Argument(
        '<what>',
        'names: outdated keys of names that look alike, and players whose visibility is out of date',
      ).choices(['names']),
    )
    .action((_what: 'names') =>
      withApp('mend', async (app) => {
        const { skeletons, republished } = await mendNames(app);
        for (const { handle } of skeletons) console.log(`The skeletons of ${handle} are up to date again.`);
        for (const player of republished) console.log(describeRepublished(player));
        const mended = skeletons.length + republished.length;
        console.log(mended === 0 ? 'Nothing to mend.' : `Mended: ${mended}`);
      }),
    );
}

/** A line for people. */
export function describeRepublished({ handle, isPublic }: Republished): string {
  return isPublic
    ? `${handle} is in a public league and is now visible to everybody.`
    : `${handle} is only in private leagues and is no longer visible to others.`;
}
