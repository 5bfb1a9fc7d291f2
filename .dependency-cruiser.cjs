// The arrows of ARCHITECTURE.md as code: who may import whom. `npm run check` compares the source with them.
const TESTS = '(\\.test\\.ts$|(^|/)test/)';
const API = '^services/api/src';
/** Rules of the domain: files without a layer in their name, where everything about a noun is plain functions. */
const PURE = [
  `${API}/(league/league|player/(handle|player)|access/access|kit/(refusal|words))\\.ts$`,
  `${API}/match-log/(match|checks|roster)\\.ts$`,
  `${API}/submission/league-write-queue\\.ts$`,
  `${API}/raters/rating-system\\.ts$`,
  `${API}/rating/(rate-batch|rating|journal-line|cached-states)\\.ts$`,
  `${API}/demo/(?!demo)[^/]+\\.ts$`,
];

/** The layers of the service, from the entrance down: each uses only those below it. Layers of one line do not use each other. */
const ROOMS = [
  'main.ts',
  'cli',
  'start',
  'http',
  'graphql',
  'demo jobs',
  'changes',
  'import',
  'analysis',
  'compare integrity',
  'verify',
  'nightly webhook ending',
  'submission',
  'league-log',
  'replay',
  'matchmaking live',
  'reading',
  'rating',
  'match-log',
  'player token',
  'league',
  'outbox audit',
  'access raters metrics',
  'database',
  'kit',
].map((floor) => floor.split(' '));

const anyOf = (rooms) => `${API}/(${rooms.join('|')})(/|$)`;

/** One rule per layer: what it must not use. */
function roomRules() {
  return ROOMS.flatMap((floor, index) =>
    floor.map((room) => ({
      name: `${room}-uses-rooms-below`,
      comment: 'A room uses only rooms below it (ROOMS).',
      severity: 'error',
      from: { path: anyOf([room]), pathNot: TESTS },
      to: { path: anyOf([...ROOMS.slice(0, index).flat(), ...floor.filter((other) => other !== room)]) },
    })),
  );
}

/** A file has its place whether it imports, is imported, or neither. */
function placeRules() {
  const outside = { path: `${API}/`, pathNot: anyOf(ROOMS.flat()) };
  return [
    { from: outside, to: {} },
    { from: {}, to: outside },
    { from: { ...outside, orphan: true }, to: {} },
  ].map((rule) => ({
    name: 'in-a-room',
    comment: 'Nothing but main.ts stands outside of a room, and every room has its place in ROOMS.',
    severity: 'error',
    ...rule,
  }));
}

/** What verify uses of the layers whose work it checks, each for a reason. */
const VERIFY_MAY_USE = [
  // Containers that do not interpret states: bounded memory, however many players there are.
  `${API}/replay/(states/(state-store|temporary-file)|log/player-index)\\.ts$`,
  // What the service shows and continues from: verify reads it, and compares it with its own result.
  `${API}/(rating/(board|rating|rating\\.repository|states|cached-states)|reading/changes)\\.ts$`,
  // The names of a recompute's states, and the kinds of changes.
  `${API}/league-log/(recompute|change)\\.ts$`,
  // The width of a bucket of ranks.
  `${API}/rating/rank-bucket\\.table\\.ts$`,
];

module.exports = {
  forbidden: [
    ...roomRules(),
    ...placeRules(),
    {
      name: 'no-cycle',
      comment: 'Files that import each other can only be read together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'What is imported stands in the package.json of the importer.',
      severity: 'error',
      from: { pathNot: [TESTS, '^packages/client/generate\\.mjs$', '^services/web/docs/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    {
      name: 'columns-stand-alone',
      comment: 'The command line guesses columns as the console does, without the console.',
      severity: 'error',
      from: { path: '^packages/columns/src', pathNot: [TESTS] },
      to: { pathNot: '^packages/columns/src' },
    },
    {
      name: 'rating-stands-alone',
      comment: 'The contract depends on nothing; the laws of raters, which are for tests, on Node alone.',
      severity: 'error',
      from: { path: '^packages/rating/src', pathNot: [TESTS, '^packages/rating/src/conformance'] },
      to: { pathNot: '^packages/rating/src' },
    },
    {
      name: 'raters-know-the-contract-only',
      comment:
        'A rater is pure mathematics on the contract: no service, no other rater, no library but the one that it brings to leagues.',
      severity: 'error',
      from: { path: '^packages/(rater-[^/]+)/src', pathNot: [TESTS, '^packages/rater-[^/]+/src/bin/'] },
      to: { pathNot: ['^packages/$1/src', '^packages/rating/', '/node_modules/@stdlib/'] },
    },
    {
      name: 'packages-know-no-service',
      comment: 'rater-* -> rating <- services: never the other way.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'client-runs-anywhere',
      comment: 'The client runs in browsers: graphql-ws alone, and what Node has only in the outbox.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: [TESTS, '^packages/client/src/outbox/'] },
      to: { pathNot: ['^packages/client/src/(?!outbox/)', 'node_modules/graphql-ws/'] },
    },
    {
      name: 'outbox-needs-node-only',
      comment: 'The outbox is the client and Node.',
      severity: 'error',
      from: { path: '^packages/client/src/outbox/', pathNot: TESTS },
      to: { pathNot: '^packages/client/src', dependencyTypesNot: ['core'] },
    },
    {
      name: 'raters-are-listed-once',
      comment: 'Nothing in the service knows a rater by name except the list.',
      severity: 'error',
      from: { path: API, pathNot: [`${API}/raters/raters\\.ts$`, TESTS] },
      to: { path: '(^packages/|@openladder/)rater-' },
    },
    {
      name: 'site-asks-the-api',
      comment: 'The site knows what the API answers, and nothing else of the service.',
      severity: 'error',
      from: { path: '^services/web/' },
      to: { path: '(^services/api/|@openladder/api)' },
    },
    {
      name: 'site-is-mounted-once',
      comment: 'The service knows of the site where it is mounted, and nowhere else.',
      severity: 'error',
      from: { path: API, pathNot: `${API}/http/site\\.ts$` },
      to: { path: '(^services/web/|@openladder/web)' },
    },
    {
      name: 'islands-stand-alone',
      comment: 'What runs in browsers is served file by file, and imports other islands only.',
      severity: 'error',
      from: { path: '^services/web/src/islands/' },
      to: { pathNot: '^services/web/src/islands/' },
    },
    {
      name: 'no-internals-of-packages',
      comment: 'Packages see of each other what they export.',
      severity: 'error',
      from: { path: '^(packages|services)/([^/]+)/' },
      to: {
        path: '^(packages|services)/[^/]+/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/dist/(index|conformance|random|operations)\\.(js|d\\.ts)$',
          '^services/web/dist/index\\.(js|d\\.ts)$',
        ],
      },
    },
    {
      name: 'no-test-support-in-source',
      comment: 'What runs in production is not made of tests.',
      severity: 'error',
      from: { path: '/src/', pathNot: TESTS },
      to: { path: ['(^|/)test/', '\\.test\\.ts$', 'node_modules/(vitest|fast-check)/', '/dist/conformance'] },
    },
    {
      name: 'verify-replays-by-itself',
      comment: 'What verify shares with what it checks, it cannot check: of those rooms it uses VERIFY_MAY_USE alone.',
      severity: 'error',
      from: { path: `${API}/verify/`, pathNot: TESTS },
      to: {
        path: `${API}/(changes|submission|league-log|replay|matchmaking|live|reading|rating|match-log)/`,
        pathNot: VERIFY_MAY_USE,
      },
    },
    {
      name: 'pure-rules',
      comment: 'Rules of the domain know neither ORM nor GraphQL nor HTTP, nor the files that do.',
      severity: 'error',
      from: { path: PURE },
      to: {
        path: [
          'node_modules/(typeorm|pg|type-graphql|graphql|fastify|@apollo)/',
          `${API}/(http|graphql|database|kit/sql|cli)/`,
          `${API}/.*\\.(table|repository|service|type|input|payload|resolver)\\.ts$`,
        ],
      },
    },
    {
      name: 'tables-know-no-graphql',
      comment: 'GraphQL types and tables are declared apart.',
      severity: 'error',
      from: { path: `${API}/.*\\.(table|repository)\\.ts$|${API}/(database|kit/sql)/` },
      to: {
        path: [
          'node_modules/(type-graphql|graphql)/',
          `${API}/(http|graphql)/`,
          `${API}/.*\\.(type|input|payload|resolver|service)\\.ts$`,
        ],
      },
    },
    {
      name: 'types-know-no-storage',
      comment: 'What clients see is declared without a look at how it is stored.',
      severity: 'error',
      from: { path: `${API}/.*\\.(type|input|payload)\\.ts$` },
      to: {
        path: ['node_modules/(typeorm|pg)/', `${API}/(database|kit/sql)/`, `${API}/.*\\.(table|repository)\\.ts$`],
      },
    },
    {
      name: 'resolvers-ask',
      comment: 'Resolvers delegate: a table or a connection in one of them is a query in the wrong place.',
      severity: 'error',
      from: { path: `${API}/.*\\.resolver\\.ts$` },
      to: { path: [`${API}/.*\\.table\\.ts$`, `${API}/(database|kit/sql)/`, 'node_modules/(typeorm|pg)/'] },
    },
    {
      name: 'use-cases-know-no-graphql',
      comment: 'The same use case serves GraphQL, the command line and the demonstration.',
      severity: 'error',
      from: {
        path: API,
        pathNot: [
          `${API}/(http|graphql|cli)/`,
          `${API}/.*\\.(type|input|payload|resolver)\\.ts$`,
          `${API}/start/(serve|app)\\.ts$`,
          TESTS,
        ],
      },
      to: {
        path: [
          'node_modules/(type-graphql|graphql)/',
          `${API}/(http|graphql)/`,
          `${API}/.*\\.(type|input|payload|resolver)\\.ts$`,
        ],
      },
    },
    {
      name: 'commands-are-entrances',
      comment: 'Only main.ts starts commands.',
      severity: 'error',
      from: { path: API, pathNot: [`${API}/main\\.ts$`, `${API}/cli/`] },
      to: { path: `${API}/cli/` },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Its use of swc can't parse views; biome.json has the same rule for their imports.
    doNotFollow: { path: ['node_modules', '/dist/', '\\.tsx$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
