import { expect, test } from 'vitest';
import { useHostileSite } from './hostile-site.js';

const { story, read } = useHostileSite();

test('an archived league is marked on its pages until it is restored', async () => {
  await story.league('sunk', 'elo', { played: ['ann beats ben'] });
  const pages = ['/l/sunk', '/l/sunk/matches', '/l/sunk/m/sunk-1', '/l/sunk/p/ann', '/l/sunk/about', '/l/sunk/stats'];
  const areArchived = async () =>
    Promise.all(pages.map(async (path) => (await read(path)).includes('This league is archived')));
  expect(new Set(await areArchived())).toEqual(new Set([false]));
  await story.admin.mutate('archiveLeague', { league: 'sunk', reason: 'test' });
  expect(new Set(await areArchived())).toEqual(new Set([true]));
  await story.admin.mutate('restoreLeague', { league: 'sunk', reason: 'test' });
  expect(new Set(await areArchived())).toEqual(new Set([false]));
});
