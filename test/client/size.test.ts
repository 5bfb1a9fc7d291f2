import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './bundle.js';

/** What a page may have to load, in bytes. */
const MOST = 12_000;

test(`a page with the client, subscriptions included, loads less than ${MOST} bytes`, async () => {
  const code = await bundle(`
    import { createClient } from '@openladder/client';
    createClient({ url: location.origin }).league('europe').watchBoard().on('change', console.log);`);
  const size = gzipSync(code).length;
  expect(code).toContain('graphql-transport-ws');
  expect(size, `bytes of ${code.length}, compressed`).toBeLessThan(MOST);
});

test('a page loads nothing that only Node has', async () => {
  const code = await bundle(`import * as client from '@openladder/client'; console.log(client);`);
  expect(code).not.toMatch(/node:|require\(|process\./);
});
