import { beforeAll, expect, test } from 'vitest';
import { writeNewFile } from '../support/folder.js';
import { authorizedBy, mutationOf, postGraphql } from '../support/graphql.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useStory } from '../support/story.js';
import { COMPARISON, comparisonOver } from './comparison.js';
import { RATERS } from './failing-raters.js';

/** Much less than the comparison would take. */
const SOON = 60_000;

const story = useStory({ env: { OPENLADDER_RATERS: await writeNewFile('raters.mjs', RATERS) } });
beforeAll(async () => {
  const duels = await story.league('duels', 'zonestats');
  await duels.play(...Array(60).fill('ann beats ben'));
});

const compare = (ratingSystem: string, left?: AbortSignal) => {
  const input = { league: 'duels', systems: [{ ratingSystem }] };
  const body = { query: mutationOf('compareRatingSystems'), variables: { input } };
  return postGraphql(story.url, body, authorizedBy(ADMIN_TOKEN), left);
};
const codesOf = async (response: Response) => {
  const { data } = (await response.json()) as { data: { compareRatingSystems: { errors: { code: string }[] } } };
  return data.compareRatingSystems.errors.map(({ code }) => code);
};

test('a comparison ends when its last caller disconnects, and the next one may begin', async () => {
  const leaving = new AbortController();
  const both = [compare('dawdles', leaving.signal), compare('dawdles', leaving.signal)];
  expect(await codesOf(await Promise.race(both))).toEqual(['CONFLICT']);
  leaving.abort();
  expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect.poll(async () => codesOf(await compare('steps')), { timeout: SOON }).toEqual([]);
});

test('a comparison in the background is cancelled while it runs, and the league may have the next one', async () => {
  const input = (ratingSystem: string) => ({ league: 'duels', systems: [{ ratingSystem }], inBackground: true });
  const ask = async (ratingSystem: string) =>
    await story.admin.attempt('compareRatingSystems', input(ratingSystem), `comparison { ${COMPARISON} }`);
  const { comparison, errors } = await ask('stays');
  expect(errors).toEqual([]);
  expect(comparison).toMatchObject({ progress: 0, finishedAt: null, systems: null });
  expect((await ask('steps')).errors).toMatchObject([{ code: 'CONFLICT', path: ['input', 'league'] }]);
  const READ = `query ($id: ID!) { node(id: $id) { ... on Comparison { ${COMPARISON} } } }`;
  const isRunning = async () => (await story.admin.get(READ, { id: comparison.id })).node.status;
  await expect.poll(isRunning, { timeout: SOON }).toBe('RUNNING');
  const cancelled = await story.admin.mutate(
    'cancelComparison',
    { comparison: comparison.id },
    'comparison { status }',
  );
  expect(cancelled.comparison.status).toBe('CANCELLED');
  const next = await ask('steps');
  expect(next.errors).toEqual([]);
  expect(await comparisonOver(story.admin, next.comparison.id)).toMatchObject({ status: 'DONE', progress: 1 });
  expect((await story.admin.get(READ, { id: comparison.id })).node).toMatchObject({
    status: 'CANCELLED',
    matches: null,
  });
});
