import { expect, test } from 'vitest';
import { serverArguments, sharedBuffers } from './cluster.js';

const MB = 2 ** 20;

test.each([
  [512, '128MB'],
  [1024, '128MB'],
  [2048, '256MB'],
  [4096, '512MB'],
  [65536, '512MB'],
])('a machine of %i MB gives PostgreSQL %s for its pages', (memory, buffers) => {
  expect(sharedBuffers(memory * MB)).toBe(buffers);
});

test('the server is started with this value', () => {
  expect(serverArguments('/data', '/run', false)).toContain(`shared_buffers=${sharedBuffers()}`);
});
