import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { connect, connected } from '../database/data-source.js';
import { dumpSchema } from '../database/dump-schema.js';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { migrate } from '../database/migrate.js';
import { printRules } from '../kit/refusal.js';
import { version } from '../kit/version.js';

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('write schema.graphql, rules.json, history.json and database.sql from the code, for developers')
    .argument('[folder]', 'output folder', 'schema')
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
      await writeHistory(folder, schema);
      await writeFile(join(folder, 'database.sql'), await dumpMigrated());
      console.error(`Wrote schema.graphql, rules.json, history.json and database.sql into ${folder}.`);
    });
}

/** What each version added, for programs and for people. A folder without documentation gets the first only. */
async function writeHistory(folder: string, sdl: string): Promise<void> {
  const { buildSchema } = await import('graphql');
  const { describeHistory, printHistory, updateHistory } = await import('./contract-history.js');
  const file = join(folder, 'history.json');
  const before = await readFile(file, 'utf8').catch(() => '[]');
  const history = updateHistory(JSON.parse(before), buildSchema(sdl), version());
  await writeFile(file, printHistory(history));
  const page = join(folder, '../docs/contract-history.md');
  if (existsSync(page)) await writeFile(page, describeHistory(history));
}

/** Clients rely on names: they are only added. @throws Error if something was removed, renamed or made stricter */
export async function checkBreaksNobody(before: string, after: string): Promise<void> {
  const { buildSchema, findBreakingChanges } = await import('graphql');
  const { changedDefaults } = await import('./contract-history.js');
  const [old, now] = [buildSchema(before), buildSchema(after)];
  const breaking = [...findBreakingChanges(old, now).map((one) => one.description), ...changedDefaults(old, now)];
  if (breaking.length === 0) return;
  throw new Error(['The new GraphQL schema breaks clients, and nothing was written:', ...breaking].join('\n  '));
}

/** Dumps the schema that the migrations create in an empty, temporary database. */
async function dumpMigrated(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openladder-schema-'));
  // As root, the server runs as another user, who must get in.
  await chmod(dataDir, 0o755);
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, isDisposable: true });
    try {
      return await connected(connect(embedded.url), async (database) => {
        await migrate(database);
        return dumpSchema(database);
      });
    } finally {
      await embedded.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
