import type { Command } from 'commander';
import { withApp } from './with-app.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date; every start of the service does this too')
    .action(() =>
      withApp(
        async (_, migrated) => {
          console.log(migrated.length === 0 ? 'Nothing to migrate.' : `Migrated: ${migrated.join(', ')}`);
        },
        { mayMake: true },
      ),
    );
}
