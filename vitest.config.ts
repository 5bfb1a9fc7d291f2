import { defineConfig } from 'vitest/config';

// Two copies of graphql would load without this: Node resolves its "module" entry, type-graphql its "main".
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

/** Tests that replace modules, and so have a worker of their own. */
const REPLACES_MODULES = [
  'test/verify/shared-mistakes.test.ts',
  'services/api/src/replay/states/temporary-file.test.ts',
];

/**
 * Tests of processes that die or hang, of upgrades, whole histories and packed packages. They take long, mostly by waiting: `npm
 * test` leaves them to CI, so that it takes minutes.
 */
const LONG = [
  'test/deploy/proxies.test.ts',
  'test/edges/database-away.test.ts',
  'test/edges/shutdown.test.ts',
  'test/end-to-end/process.test.ts',
  'test/faults/**/*.test.ts',
  'test/import/carried.test.ts',
  'test/install/packed.test.ts',
  'test/install/rater-package.test.ts',
  'test/live/gap-free.test.ts',
  'test/pooler/**/*.test.ts',
  'test/real-data/football-corrections.test.ts',
  'test/recompute/processes.test.ts',
  'test/restore/under-load.test.ts',
  'test/simulations/**/*.test.ts',
  'test/sockets/subscriptions.test.ts',
  'test/upgrades/earlier-version.test.ts',
  'test/upgrades/frozen*.test.ts',
  'test/upgrades/ratings.test.ts',
  'test/upgrades/schema.test.ts',
  'test/webhooks/crashes.test.ts',
];

export default defineConfig({
  test: {
    // By default Vitest leaves a core to its user; nobody watches here, and many tests wait for processes.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'services/*/src/**/*.test.ts'],
          exclude: [...REPLACES_MODULES, '**/node_modules/**'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: [...LONG, ...REPLACES_MODULES, '**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          // The service is loaded once a worker, not once a file: that took a fifth of the time.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'mocks',
          include: REPLACES_MODULES,
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'long',
          include: LONG,
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
