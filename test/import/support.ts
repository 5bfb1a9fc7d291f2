import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { runCommand } from '../support/run-command.js';
import { onServer } from '../support/server.js';
import type { Ending } from '../support/service-process.js';
import { shared } from '../support/shared.js';

export const BINARY = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));

/** A command line with a database and a folder of its own. */
export interface CommandLine {
  readonly databaseUrl: string;
  openladder(...args: string[]): Promise<Ending>;
  /** Starts the real binary, to be killed. */
  begin(...args: string[]): ChildProcess;
  /** Writes a file of these lines. @returns its path */
  file(name: string, ...lines: string[]): Promise<string>;
  /** A path in the folder. */
  path(name: string): string;
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** Everything that a league's rating is: handle, value, deviation, display, counts; by handle. */
  board(league: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
}

export async function createCommandLine(): Promise<CommandLine> {
  const database = await createTestDatabase();
  const folder = await newFolder();
  const path = (name: string) => join(folder, name);
  const begin = (...args: string[]) =>
    spawn(process.execPath, [BINARY, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, OPENLADDER_DATABASE_URL: database.url },
    });
  const sql = (statement: string) => onServer(database.url, statement);
  return {
    databaseUrl: database.url,
    begin,
    openladder: (...args) => {
      const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_LOG_LEVEL: 'info' };
      return runCommand(args, { cwd: folder, env });
    },
    file: async (name, ...lines) => {
      await writeFile(path(name), `${lines.join('\n')}\n`);
      return path(name);
    },
    path,
    sql,
    board: (league) =>
      sql(
        `SELECT handle, value, deviation, display, matches_played, wins, draws, losses, peak, rating.last_played_at
         FROM rating JOIN player ON player.id = player_id JOIN league ON league.id = league_id
         WHERE slug = '${league}' ORDER BY handle`,
      ),
    remove: database.drop,
  };
}

/** A command line of all tests of a file. */
export function useCommandLine(): CommandLine {
  return shared(createCommandLine, (at) => at.remove());
}
