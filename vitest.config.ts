import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LineAProject } from './test/support/reporter.js';

// Two copies of graphql would load without this: Node resolves its "module" entry, type-graphql its "main".
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

/**
 * How long a test polls for an expected value, in milliseconds. The default is one second, which a busy machine needs for a single
 * response.
 */
const expectation = { poll: { timeout: 300_000 } };
/** How long a test or a hook may take, in milliseconds: on a busy machine, some take a hundred times as long as usual. */
const TIMEOUT = 600_000;

/** Built files run as they do for users. Vitest would transform each module, and route each access to it through a function. */
const BUILT = [/\/(?:packages|services)\/[^/]+\/dist\//];

/** Tests of how the sources are written, which need no database: `npm run check` runs them, too. */
const OF_SOURCES = ['test/architecture/docs.test.ts', 'test/architecture/names.test.ts'];

/** Tests that replace modules, and so have a worker of their own. */
const REPLACES_MODULES = [
  'test/verify/shared-mistakes.test.ts',
  'services/api/src/replay/states/temporary-file.test.ts',
];

/**
 * Tests of processes that die or hang, of upgrades, whole histories, packed packages, pages in a browser, of commands that are started
 * repeatedly, of many writers at once, of each kind of damage that `openladder verify` finds, and all other tests of more than ten seconds.
 * `npm test` leaves them to CI, so that it takes minutes.
 */
const LONG = [
  'test/architecture/rooms.test.ts',
  'test/architecture/ways.test.ts',
  'test/browser/charts.test.ts',
  'test/browser/console.test.ts',
  'test/browser/explorer.test.ts',
  'test/browser/far.test.ts',
  'test/browser/keyboard.test.ts',
  'test/browser/live.test.ts',
  'test/browser/site.test.ts',
  'test/client/follow.test.ts',
  'test/client/outbox.test.ts',
  'test/compare/chances.test.ts',
  'test/compare/command.test.ts',
  'test/compare/compare.test.ts',
  'test/compare/mutation.test.ts',
  'test/compare/third-parties.test.ts',
  'test/compare/tune.test.ts',
  'test/demo/demo.test.ts',
  'test/deploy/proxies.test.ts',
  'test/deploy/varnish.test.ts',
  'test/edges/addresses.test.ts',
  'test/edges/charged-files.test.ts',
  'test/edges/charges.test.ts',
  'test/edges/database-away.test.ts',
  'test/edges/heavy-matches.test.ts',
  'test/edges/hostile-documents.test.ts',
  'test/edges/rate-limits.test.ts',
  'test/edges/requests.test.ts',
  'test/edges/shutdown.test.ts',
  'test/edges/wrong-tokens.test.ts',
  'test/embedded/embedded-postgres.test.ts',
  'test/embedded/first-start.test.ts',
  'test/embedded/other-versions.test.ts',
  'test/examples/examples.test.ts',
  'test/faults/**/*.test.ts',
  'test/import/bulk.test.ts',
  'test/import/carried.test.ts',
  'test/import/handed-in.test.ts',
  'test/import/stories.test.ts',
  'test/install/packed.test.ts',
  'test/install/rater-package.test.ts',
  'test/install/release.test.ts',
  'test/leagues/missing-raters.test.ts',
  'test/leagues/plugin-raters.test.ts',
  'test/live/events.test.ts',
  'test/live/gap-free.test.ts',
  'test/live/slow-reader.test.ts',
  'test/metrics/metrics.test.ts',
  'test/metrics/traces.test.ts',
  'test/nightly/as-of-midnight.test.ts',
  'test/nightly/midnight.test.ts',
  'test/players/erasing-everywhere.test.ts',
  'test/pooler/**/*.test.ts',
  'test/queue/long.test.ts',
  'test/queue/opponents.test.ts',
  'test/queue/waits.test.ts',
  'test/raters/apart.test.ts',
  'test/raters/deaths.test.ts',
  'test/reads/ranks.test.ts',
  'test/real-data/chances.test.ts',
  'test/real-data/football-corrections.test.ts',
  'test/recompute/job.test.ts',
  'test/recompute/overtaken.test.ts',
  'test/recompute/processes.test.ts',
  'test/recompute/states.test.ts',
  'test/recompute/superseded.test.ts',
  'test/restore/erased.test.ts',
  'test/restore/under-load.test.ts',
  'test/scale/connections.test.ts',
  'test/simulations/**/*.test.ts',
  'test/site/console-checks.test.ts',
  'test/site/import.test.ts',
  'test/sockets/subscriptions.test.ts',
  'test/standby/standby.test.ts',
  'test/start/mishaps.test.ts',
  'test/start/missing-database.test.ts',
  'test/start/process.test.ts',
  'test/submission/bad-matches.test.ts',
  'test/submission/idempotency-keys.test.ts',
  'test/submission/races.test.ts',
  'test/submission/replicas.test.ts',
  'test/submission/weights-and-roles.test.ts',
  'test/tokens/list.test.ts',
  'test/tokens/scopes.test.ts',
  'test/tools/gr.test.ts',
  'test/upgrades/dry-run.test.ts',
  'test/upgrades/earlier-version.test.ts',
  'test/upgrades/frozen.test.ts',
  'test/upgrades/later-version.test.ts',
  'test/upgrades/ratings.test.ts',
  'test/upgrades/schema.test.ts',
  'test/verify/damage-to-*.test.ts',
  'test/verify/deleted-leagues.test.ts',
  'test/verify/live.test.ts',
  'test/verify/look-alikes.test.ts',
  'test/webhooks/crashes.test.ts',
  'test/webhooks/webhooks.test.ts',
];

/** Each takes a minute or more, or the longest of its project. They begin first, or a worker would wait for them at the end. */
const SLOWEST = [
  'test/simulations/fitted-chances.test.ts',
  'test/faults/faults.test.ts',
  'test/upgrades/later-version.test.ts',
  'test/install/release.test.ts',
  'test/browser/site.test.ts',
  'test/upgrades/earlier-version.test.ts',
  'test/faults/failover.test.ts',
  'test/recompute/processes.test.ts',
  'test/install/packed.test.ts',
  'test/simulations/elo-and-performance.test.ts',
  'test/simulations/intervals.test.ts',
  'test/simulations/teams.test.ts',
  'test/properties/corrections.test.ts',
  'test/raters/deaths.test.ts',
  'test/real-data/football-corrections.test.ts',
  'test/browser/charts.test.ts',
  'test/browser/console.test.ts',
  'test/import/carried.test.ts',
  'packages/rater-performance/src/rater.test.ts',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOWEST.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    reporters: [new LineAProject(LONG)],
    // One more than there are cores: many tests wait for processes, deaths or timeouts.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [
            ...['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'services/*/src/**/*.test.ts'],
            ...OF_SOURCES,
          ],
          exclude: [...REPLACES_MODULES, '**/node_modules/**'],
          server: { deps: { external: BUILT } },
          testTimeout: TIMEOUT,
          hookTimeout: TIMEOUT,
          expect: expectation,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          server: { deps: { external: BUILT } },
          exclude: [...LONG, ...OF_SOURCES, ...REPLACES_MODULES, '**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          // The service is loaded once per worker, not once per file: that took a fifth of the time.
          isolate: false,
          testTimeout: TIMEOUT,
          hookTimeout: TIMEOUT,
          expect: expectation,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'mocks',
          include: REPLACES_MODULES,
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: TIMEOUT,
          hookTimeout: TIMEOUT,
          expect: expectation,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'long',
          include: LONG,
          server: { deps: { external: BUILT } },
          globalSetup: ['test/support/global-setup.ts'],
          isolate: false,
          testTimeout: TIMEOUT,
          hookTimeout: TIMEOUT,
          expect: expectation,
        },
      },
    ],
  },
});
