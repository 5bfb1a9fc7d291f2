import { Argument, type Command } from 'commander';
import { repairNames } from '../player/player-name.repository.js';
import { mendCounters } from '../rating/mend-counters.js';
import type { App } from '../start/app.js';
import { withApp } from './with-app.js';

export function addMend(program: Command): void {
  program
    .command('mend')
    .description('repair problems that only verify finds')
    .addArgument(
      new Argument(
        '<what>',
        'names: outdated keys of similar names, and outdated visibility of players; counters: counters of leagues, such as the bytes of their journals',
      ).choices(['names', 'counters']),
    )
    .option('--reason <text>', 'with counters: reason for the audit log')
    .action((what: 'names' | 'counters', { reason }: { reason?: string }) =>
      withApp('mend', async (app) => {
        const lines = what === 'names' ? await namesMended(app) : await countersMended(app, reason);
        for (const line of lines) console.log(line);
        console.log(lines.length === 0 ? 'Nothing to repair.' : `Repaired: ${lines.length}`);
      }),
    );
}

async function namesMended(app: App): Promise<string[]> {
  const { skeletons, republished } = await repairNames(app);
  return [
    ...skeletons.map(({ handle }) => `The skeletons of ${handle} are up to date again.`),
    ...republished.map(({ handle, isPublic }) =>
      isPublic
        ? `${handle} is in a public league and is now public.`
        : `${handle} is only in private leagues and is no longer visible to others.`,
    ),
  ];
}

async function countersMended(app: App, reason = 'counters recounted'): Promise<string[]> {
  const mended = await mendCounters(app, reason);
  return mended.map(({ slug, counter, before, after }) => `${slug}: ${counter} is ${after} and no longer ${before}.`);
}
