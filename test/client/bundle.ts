import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const CLIENT = fileURLToPath(new URL('../../packages/client/dist/index.js', import.meta.url));

/** Bundles a page that imports `@openladder/client` for browsers. @returns the code */
export async function bundle(page: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    const entry = join(folder, 'page.js');
    await writeFile(entry, page.replace('@openladder/client', CLIENT));
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: 'page' } },
    });
    const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  } finally {
    await rm(folder, { recursive: true });
  }
}
