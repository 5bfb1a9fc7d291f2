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
 * Makes a later version: this one as it is built, and one more migration. It rates fewer matches within a request, so that a short log is
 * recomputed by a job.
 * @param folder an empty one
 * @returns the script of its service
 */
export async function makeLaterVersion(folder: string, { name, up }: LaterMigration): Promise<string> {
  const api = join(folder, 'services/api');
  await mkdir(api, { recursive: true });
  for (const part of ['bin', 'dist', 'package.json', 'confusables.txt'])
    await cp(join(API, part), join(api, part), { recursive: true });
  await symlink(join(API, 'node_modules'), join(api, 'node_modules'));
  const later = `\nclass Later { name = '${name}'; async up(runner) { await runner.query(${JSON.stringify(up)}); } async down() {} }\n`;
  await change(
    join(api, 'dist/database/data-source.js'),
    /migrations: \[([^\]]*?),?\s*\]/,
    'migrations: [$1, Later]',
    later,
  );
  await change(join(api, 'dist/start/open-app.js'), /INLINE_TAIL = \d+/, 'INLINE_TAIL = 250');
  return join(api, 'bin/openladder.mjs');
}

async function change(path: string, part: RegExp, by: string, end = ''): Promise<void> {
  const text = await readFile(path, 'utf8');
  if (!part.test(text)) throw new Error(`${path} has no ${part}`);
  await writeFile(path, text.replace(part, by) + end);
}
