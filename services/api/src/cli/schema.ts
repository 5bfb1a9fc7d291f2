import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { connect } from '../database/data-source.js';
import { dumpSchema } from '../database/dump-schema.js';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { migrate } from '../database/migrate.js';
import { printRules } from '../kit/refusal.js';

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('write schema.graphql, rules.json and database.sql from the code, for developers')
    .argument('[folder]', 'where to', 'schema')
    .action(async (folder: string) => {
      // Loaded only here: other commands start twice as fast without GraphQL.
      const { printSchema } = await import('../graphql/schema.js');
      await writeFile(join(folder, 'schema.graphql'), await printSchema());
      await writeFile(join(folder, 'rules.json'), printRules());
      await writeFile(join(folder, 'database.sql'), await dumpMigrated());
      console.error(`Wrote schema.graphql, rules.json and database.sql into ${folder}.`);
    });
}

/** Dumps what the migrations make of an empty, temporary database. */
async function dumpMigrated(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openladder-schema-'));
  // As root, the server runs as another user, who must get in.
  await chmod(dataDir, 0o755);
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, isDisposable: true });
    try {
      const database = await connect(embedded.url);
      try {
        await migrate(database);
        return await dumpSchema(database);
      } finally {
        await database.destroy();
      }
    } finally {
      await embedded.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
