import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLIENT = fileURLToPath(new URL('../../packages/client/dist/index.js', import.meta.url));
/** What a page may have to load, in bytes. */
const MOST = 12_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Bundles a page for browsers. @returns the code */
async function bundle(page: string): Promise<string> {
  const entry = join(folder, 'page.js');
  await writeFile(entry, page.replace('@openladder/client', CLIENT));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}

test(`a page with the client, subscriptions included, loads less than ${MOST} bytes`, async () => {
  const code = await bundle(`
    import { createClient } from '@openladder/client';
    createClient({ url: location.origin }).league('europe').watchBoard().on('change', console.log);`);
  const size = gzipSync(code).length;
  console.log(`@openladder/client: ${code.length} bytes, ${size} compressed`);
  expect(code).toContain('graphql-transport-ws');
  expect(size).toBeLessThan(MOST);
});

test('a page gets nothing that only Node has', async () => {
  const code = await bundle(`import * as client from '@openladder/client'; console.log(client);`);
  expect(code).not.toMatch(/node:|require\(|process\./);
});
