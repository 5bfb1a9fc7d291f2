import { Argument, type Command } from 'commander';
import type { Republished } from '../league/public-players.repository.js';
import { mendNames } from '../player/mend-names.js';
import { mendCounters } from '../rating/mend-counters.js';
import type { App } from '../start/app.js';
import { withApp } from './with-app.js';

export function addMend(program: Command): void {
  program
    .command('mend')
    .description('repair what verify finds and nothing else repairs')
    .addArgument(
      new Argument(
        '<what>',
        'names: outdated keys of names that look alike, and players whose visibility is out of date; counters: what the rows of leagues count, such as the bytes of their journals',
      ).choices(['names', 'counters']),
    )
    .option('--reason <text>', 'reason for the audit log, of counters')
    .action((what: 'names' | 'counters', { reason }: { reason?: string }) =>
      withApp('mend', async (app) => {
        const lines = what === 'names' ? await namesMended(app) : await countersMended(app, reason);
        for (const line of lines) console.log(line);
        console.log(lines.length === 0 ? 'Nothing to mend.' : `Mended: ${lines.length}`);
      }),
    );
}

async function namesMended(app: App): Promise<string[]> {
  const { skeletons, republished } = await mendNames(app);
  return [
    ...skeletons.map(({ handle }) => `The skeletons of ${handle} are up to date again.`),
    ...republished.map(describeRepublished),
  ];
}

async function countersMended(app: App, reason = 'counters are what they count'): Promise<string[]> {
  const mended = await mendCounters(app, reason);
  return mended.map(({ slug, counter, before, after }) => `${slug}: ${counter} is ${after} and no longer ${before}.`);
}

/** A line for people. */
export function describeRepublished({ handle, isPublic }: Republished): string {
  return isPublic
    ? `${handle} is in a public league and is now visible to everybody.`
    : `${handle} is only in private leagues and is no longer visible to others.`;
}
