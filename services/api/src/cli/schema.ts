import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
    .option('--breaking', 'write it even if it breaks clients')
    .action(async (folder: string, { breaking }: { readonly breaking?: true }) => {
      // Loaded only here: other commands start twice as fast without GraphQL.
      const { printSchema } = await import('../graphql/schema.js');
      const file = join(folder, 'schema.graphql');
      const schema = await printSchema();
      const before = await readFile(file, 'utf8').catch(() => null);
      if (before !== null && !breaking) await checkBreaksNobody(before, schema);
      await writeFile(file, schema);
      await writeFile(join(folder, 'rules.json'), printRules());
      await writeFile(join(folder, 'database.sql'), await dumpMigrated());
      console.error(`Wrote schema.graphql, rules.json and database.sql into ${folder}.`);
    });
}

/** Clients rely on names: they are only added. @throws Error if something was removed, renamed or made stricter */
export async function checkBreaksNobody(before: string, after: string): Promise<void> {
  const { buildSchema, findBreakingChanges } = await import('graphql');
  const breaking = findBreakingChanges(buildSchema(before), buildSchema(after));
  if (breaking.length === 0) return;
  throw new Error(
    [
      'The new GraphQL schema breaks clients, and nothing was written:',
      ...breaking.map(({ description }) => description),
    ].join('\n  '),
  );
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
