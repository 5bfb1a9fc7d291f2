import { readdirSync } from 'node:fs';

/** Examples of one file, which the page of examples shows whole, for readers who know a service's address but have no checkout. */
const PROGRAMS = [
  'examples/python-bot/bot.py',
  'examples/webhook-receiver/receiver.mjs',
  'examples/board-page/board.html',
];

/** The pages of the documentation in the order of its contents: first tasks, then concepts, then every detail. */
export const SECTIONS = [
  {
    title: 'Tasks',
    pages: [
      { slug: 'run-a-league', file: 'docs/run-a-league.md' },
      { slug: 'write-a-bot', file: 'docs/write-a-bot.md' },
      { slug: 'show-a-board', file: 'docs/show-a-board.md' },
      { slug: 'import', file: 'docs/import.md', label: 'Bring ten years of history' },
      { slug: 'write-a-rater', file: 'packages/rating/README.md', label: 'Write a rater' },
      { slug: 'run-it', file: 'docs/run-it.md' },
    ],
  },
  {
    title: 'Concepts',
    pages: [
      { slug: 'choosing-a-rating-system', file: 'docs/choosing-a-rating-system.md' },
      { slug: 'compare', file: 'docs/compare.md' },
      { slug: 'corrections', file: 'docs/corrections.md' },
      { slug: 'queue', file: 'docs/queue.md' },
      { slug: 'integrity', file: 'docs/integrity.md' },
      { slug: 'site', file: 'docs/site.md' },
      { slug: 'console', file: 'docs/console.md' },
      { slug: 'webhooks', file: 'docs/webhooks.md' },
      { slug: 'glossary', file: 'GLOSSARY.md' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      { slug: 'releases', file: 'docs/releases.md' },
      { slug: 'deploy', file: 'deploy/README.md', label: 'Files to run it with' },
      { slug: 'backups', file: 'docs/backups.md' },
      { slug: 'upgrading', file: 'docs/upgrading.md' },
      { slug: 'reliability', file: 'docs/reliability.md' },
      { slug: 'scaling', file: 'docs/scaling.md' },
      { slug: 'performance', file: 'docs/performance.md' },
      { slug: 'security', file: 'SECURITY.md' },
    ],
  },
  {
    title: 'Rating systems',
    pages: readdirSync(new URL('../../../packages/', import.meta.url))
      .filter((name) => name.startsWith('rater-'))
      .map((name) => ({ slug: name, file: `packages/${name}/README.md`, rater: name })),
  },
  {
    title: 'Reference',
    pages: [
      { slug: 'api', file: 'schema/README.md' },
      ...['queries', 'mutations', 'subscriptions', 'objects', 'results', 'inputs', 'enums', 'errors'].map((of) => ({
        slug: `api-${of}`,
        reference: of,
      })),
      { slug: 'graphql-clients', file: 'docs/graphql-clients.md' },
      { slug: 'client', file: 'packages/client/README.md', label: 'The client for TypeScript' },
      { slug: 'examples', file: 'examples/README.md', programs: PROGRAMS },
      { slug: 'cli', reference: 'cli' },
      { slug: 'contract-history', file: 'docs/contract-history.md' },
      { slug: 'changelog', file: 'CHANGELOG.md' },
    ],
  },
];
