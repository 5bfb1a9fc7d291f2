import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { writeNewFile } from '../support/folder.js';

const CLIENT = fileURLToPath(new URL('../../packages/client/dist/index.js', import.meta.url));

/** Bundles a page that imports `@openladder/client` for browsers. @returns the code */
export async function bundle(page: string): Promise<string> {
  const entry = await writeNewFile('page.js', page.replace('@openladder/client', CLIENT));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}
