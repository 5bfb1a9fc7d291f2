import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const API = fileURLToPath(new URL('../../services/api', import.meta.url));

/** A migration that only a later version has. */
export interface LaterMigration {
  readonly name: string;
  readonly up: string;
}

/**
 * Makes a later version: this one as it is built, and one more migration.
 * @param folder an empty one
 * @returns the script of its service
 */
export async function makeLaterVersion(folder: string, { name, up }: LaterMigration): Promise<string> {
  const api = join(folder, 'services/api');
  await mkdir(api, { recursive: true });
  for (const part of ['bin', 'dist', 'package.json']) await cp(join(API, part), join(api, part), { recursive: true });
  await symlink(join(API, 'node_modules'), join(api, 'node_modules'));
  const path = join(api, 'dist/database/data-source.js');
  const text = await readFile(path, 'utf8');
  const list = /migrations: \[([^\]]*?),?\s*\]/.exec(text);
  if (!list) throw new Error(`${path} lists no migrations`);
  const later = `\nclass Later { name = '${name}'; async up(runner) { await runner.query(${JSON.stringify(up)}); } async down() {} }\n`;
  await writeFile(path, text.replace(list[0], `migrations: [${list[1]}, Later]`) + later);
  return join(api, 'bin/openladder.mjs');
}
