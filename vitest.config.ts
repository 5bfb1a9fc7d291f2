import { defineConfig } from 'vitest/config';

// Two copies of graphql would load without this: Node resolves its "module" entry, type-graphql its "main".
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

export default defineConfig({
  test: {
    // Vitest leaves a core to whoever watches; nobody does, and many tests wait for processes.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'services/*/src/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults/**', '**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
